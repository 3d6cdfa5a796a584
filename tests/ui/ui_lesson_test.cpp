// Plays the built-in lessons by mouse and keys. Each lesson is opened from the gallery, every question is answered
// wrongly and then rightly, every goal is given up, and the answers are handed in. One lesson is played by keys alone,
// from the start page on.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "app/features/lesson/commands.h"
#include "app/features/lesson/lesson_file.h"
#include "app/features/lesson/progress.h"
#include "app/features/welcome/welcome.h"
#include "ui_desk.h"

namespace ez {
namespace {

class Student {
 public:
  explicit Student(Desk& d) : d_(d) {}

  void open(const std::string& name) {
    d_.tool("##scene");
    d_.hand().KeyCharsReplace(name.c_str());
    d_.frames(2);
    d_.hand().ItemClick(fmt::format("//$FOCUSED/##lesson {}", name).c_str());
    d_.frames(3);
  }
  void press(const std::string& id) {
    d_.hand().ItemClick(("//Lesson/" + id).c_str());
    d_.frames(2);
  }
  void answer(const ChoiceQuestion& q) {
    press(fmt::format("##a{}", q.right == 1 ? 2 : 1));
    IM_CHECK(!given().solved);
    press(fmt::format("##a{}", q.right));
  }
  // Types a decimal comma and the unit after the number.
  void answer(const NumberQuestion& q) {
    const auto type = [&](double number) {
      std::string text = fmt::format("{:.6g}{}", number, q.unit);
      std::ranges::replace(text, '.', ',');
      d_.hand().ItemInputValue("//Lesson/##number", text.c_str());
      d_.frames(2);
    };
    type(2 * q.right);
    IM_CHECK_EQ(given().tries, 1);
    IM_CHECK(!given().solved);
    type(q.right);
  }
  // Draws only the beginning of the line at first.
  void answer(const DrawQuestion& q) {
    press("##pencil");
    draw(q.curve, 0.1);
    press("##submit");
    IM_CHECK_EQ(given().tries, 1);
    IM_CHECK(!given().solved);
    if (!d_.state().of<Learning>().pencil) press("##pencil");
    draw(q.curve, 1);
    press("##submit");
  }
  const GivenAnswer& given() const { return d_.state().of<Learning>().given.at(d_.state().of<Learning>().card); }

  // Draws this part of a line of points with the mouse.
  void draw(const std::vector<Vec2>& line, double part) {
    constexpr int pieces = 24;
    const auto last = static_cast<double>(line.size() - 1);
    const auto go_to = [&](double t) {
      const double at = std::min(t * last, last - 1e-9);
      const auto k = static_cast<std::size_t>(at);
      const Vec2 a = to_nodes(d_.scene(), line[k]), b = to_nodes(d_.scene(), line[k + 1]);
      const double f = at - static_cast<double>(k);
      d_.hand().MouseTeleportToPos(d_.at({a.x + f * (b.x - a.x), a.y + f * (b.y - a.y)}), ImGuiTestOpFlags_NoYield);
      d_.frames(1);
    };
    go_to(0);
    d_.hand().MouseDown(0);
    for (int k = 1; k <= pieces; ++k) go_to(part * k / pieces);
    d_.hand().MouseUp(0);
    d_.frames(2);
  }

 private:
  Desk& d_;
};

// Returns true if the panel shows the probes with its section either open or folded. The panel of a lesson is closed
// afterwards.
bool shows_probes(Desk& d) {
  bool told = false;
  d.session().send(command::ShowPanel{true});
  d.frames(3);
  for (int k = 0; k < 2; ++k) {
    d.hand().ItemClick("//Panel/Probes");
    d.frames(2);
    told |= d.hand().ItemExists("//Panel/Probes/##export");
  }
  d.session().send(command::ShowPanel{false});
  d.frames(3);
  return told;
}

void play(Desk& d, const std::string& name) {
  Student student(d);
  student.open(name);
  const Learning& l = d.state().of<Learning>();
  IM_CHECK(l.lesson && l.lesson->name == name);
  int questions = 0;
  for (std::size_t k = 0; k < l.lesson->cards.size(); ++k) {
    IM_CHECK_EQ(l.card, k);
    const LessonCard& card = l.lesson->cards[k];
    // A run that continues may have paused while the card before was answered.
    IM_CHECK(d.state().running != (card.asks() && card.wait) || (k > 0 && d.state().held));
    if (card.question) {
      IM_CHECK_EQ(l.is_drawing(), std::holds_alternative<DrawQuestion>(*card.question));
      const bool draws = l.is_drawing(), probes = !d.scene().probes.empty();
      if (draws) IM_CHECK(!shows_probes(d));
      const float row = d.hand().ItemInfo("//Lesson/##show").RectFull.Min.y;
      student.press("##hint");
      IM_CHECK_EQ(d.hand().ItemInfo("//Lesson/##show").RectFull.Min.y, row);
      std::visit([&](const auto& q) { student.answer(q); }, *card.question);
      IM_CHECK(student.given().solved && student.given().hinted && !l.is_drawing());
      IM_CHECK_EQ(student.given().tries, 2);
      IM_CHECK_EQ(d.hand().ItemInfo("//Lesson/##show").RectFull.Min.y, row);
      if (draws) IM_CHECK_EQ(shows_probes(d), probes);
      IM_CHECK(d.state().running || d.state().held);
      ++questions;
    } else if (card.goal) {
      student.press("##show");
      IM_CHECK(student.given().revealed);
      IM_CHECK(d.scene() == *l.lesson->solved[k]);
    }
    student.press("##next");
  }
  IM_CHECK(l.shown() == nullptr);
  for (std::size_t k = 0; k < l.given.size(); ++k)
    IM_CHECK(!d.hand().ItemExists(fmt::format("//Lesson/##card{}", k + 1).c_str()));
  d.hand().ItemInputValue("//Lesson/##student", "Ada");  // Enter saves the answers
  d.frames(2);
  IM_CHECK(d.noted(Note::Kind::news, ".answers"));
  int solved = 0;
  for (const auto& entry : std::filesystem::directory_iterator(d.folder())) {
    if (entry.path().extension() != ".answers") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const AnswersResult read = parse_answers(text.str(), entry.path().string());
    IM_CHECK(read.answers && read.answers->student == "Ada");
    for (const GivenAnswer& g : read.answers->given) solved += g.solved;
  }
  IM_CHECK_EQ(solved, questions);
  student.press("##close");
  IM_CHECK(!l.lesson);
  IM_CHECK(!d.any_error());
}

// Presses keys, and tells which item has the focus.
class Keyboard {
 public:
  explicit Keyboard(Desk& d) : d_(d) {}
  void press(ImGuiKeyChord chord, int count = 1) {
    for (int k = 0; k < count; ++k) {
      d_.hand().KeyPress(chord);
      d_.frames(3);
    }
  }
  void type(const char* text) {
    press(ImGuiKey_Enter);  // in the field
    d_.hand().KeyChars(text);
    d_.frames(2);
  }
  static std::string window() {
    const ImGuiWindow* w = ImGui::GetCurrentContext()->NavWindow;
    return w ? w->RootWindow->Name : "";
  }
  void go_to(const std::string& name) {
    for (int k = 0; k < 20 && window() != name; ++k) press(ImGuiKey_F6);
    IM_CHECK_STR_EQ(window().c_str(), name.c_str());
  }
  // If this is inlined, GCC 12 takes the test engine's string for one on the heap.
  [[gnu::noinline]] bool on(const std::string& item) const {
    return ImGui::GetCurrentContext()->NavId == d_.hand().GetID(item.c_str()) &&
           ImGui::GetCurrentContext()->NavIdIsAlive;
  }
  void tab_to(const std::string& item) {
    for (int k = 0; k < 60 && !on(item); ++k) press(ImGuiKey_Tab);
    if (!on(item)) IM_ERRORF("%s is not reached", item.c_str());
  }

 private:
  Desk& d_;
};

// Plays the first lesson: a line, a number, a choice and a goal.
void by_keys_alone(Desk& d) {
  Keyboard keys(d);
  Student student(d);
  d.hand().MouseMoveToPos(d.at({40, 40}));  // the mouse stays there
  keys.press(ImGuiMod_Shift | ImGuiKey_F1);
  IM_CHECK(d.state().of<Welcome>().page);
  keys.go_to("Start");
  keys.tab_to("//Start/##lessons");
  keys.press(ImGuiKey_Enter);
  keys.tab_to("//$FOCUSED/##lesson waves");
  keys.press(ImGuiKey_Enter);
  const Learning& l = d.state().of<Learning>();
  IM_CHECK(l.lesson && l.lesson->name == "waves" && !d.state().of<Welcome>().page);

  IM_CHECK(l.is_drawing());
  keys.go_to("Lesson");
  IM_CHECK(keys.on("//Lesson/##pencil"));
  keys.press(ImGuiKey_Enter);
  IM_CHECK(l.pencil);  // interface_input_test tests the drawing, because here the test engine holds the mouse
  keys.press(ImGuiKey_Escape);
  IM_CHECK(!l.pencil);
  IM_CHECK(keys.on("//Lesson/##pencil"));
  keys.tab_to("//Lesson/##show");
  keys.press(ImGuiKey_Enter);
  IM_CHECK(student.given().revealed);
  IM_CHECK(keys.on("//Lesson/##next"));
  keys.press(ImGuiKey_Enter);

  IM_CHECK_EQ(l.card, std::size_t{1});
  IM_CHECK(keys.on("//Lesson/##number"));
  keys.press(ImGuiKey_Enter, 2);
  IM_CHECK_EQ(student.given().tries, 0);  // nothing was typed
  IM_CHECK(keys.on("//Lesson/##number"));
  for (const char* number : {"20 mm", "1 cm"}) {
    keys.type(number);
    IM_CHECK(!student.given().solved);
    keys.press(ImGuiKey_Enter);
  }
  IM_CHECK(student.given().solved);
  IM_CHECK_EQ(student.given().tries, 2);
  IM_CHECK(keys.on("//Lesson/##next"));
  keys.press(ImGuiKey_Enter);

  IM_CHECK_EQ(l.card, std::size_t{2});
  IM_CHECK(keys.on("//Lesson/##a1"));
  keys.press(ImGuiKey_Enter);
  IM_CHECK_EQ(student.given().tries, 1);
  keys.press(ImGuiKey_DownArrow, 2);
  keys.press(ImGuiKey_Enter);
  IM_CHECK(student.given().solved);
  IM_CHECK(keys.on("//Lesson/##next"));
  keys.press(ImGuiKey_Enter);

  IM_CHECK_EQ(l.card, std::size_t{3});
  keys.press(ImGuiKey_Escape);
  IM_CHECK_STR_EQ(Keyboard::window().c_str(), "Picture");
  keys.press(ImGuiMod_Shift | ImGuiKey_F6);
  IM_CHECK(Keyboard::window() != "Picture");
  keys.go_to("Lesson");
  keys.tab_to("//Lesson/##show");
  keys.press(ImGuiKey_Enter);
  IM_CHECK(student.given().revealed);
  keys.press(ImGuiKey_Enter);

  IM_CHECK(l.shown() == nullptr);
  IM_CHECK(keys.on("//Lesson/##student"));
  keys.type("Ada");
  keys.press(ImGuiKey_Enter);
  IM_CHECK(d.noted(Note::Kind::news, "Waves-Ada-001.answers"));
  keys.press(ImGuiKey_Escape);
  IM_CHECK_STR_EQ(Keyboard::window().c_str(), "Picture");
}

// Over the picture Enter presses the card's filled button. Without such a button it moves the focus to the card.
void enter_is_the_filled_button(Desk& d) {
  Keyboard keys(d);
  Student student(d);
  student.open("interference");
  const Learning& l = d.state().of<Learning>();
  d.key(ImGuiKey_Enter);
  IM_CHECK(keys.on("//Lesson/##a1"));
  keys.tab_to("//Lesson/##a4");
  keys.press(ImGuiKey_Enter);
  IM_CHECK(student.given().solved);
  d.key(ImGuiKey_Enter);
  IM_CHECK_EQ(l.card, std::size_t{1});
  student.press("##pencil");
  student.draw(std::get<DrawQuestion>(*l.shown()->question).curve, 1);
  d.key(ImGuiKey_Enter);
  IM_CHECK(student.given().solved);
  d.key(ImGuiKey_Enter);
  IM_CHECK_EQ(l.card, std::size_t{2});
}

// A line or a number that was not confirmed counts as the answer.
void unconfirmed_answers_count(Desk& d) {
  Student student(d);
  student.open("waves");
  const Learning& l = d.state().of<Learning>();
  student.press("##pencil");
  student.draw(std::get<DrawQuestion>(*l.shown()->question).curve, 1);
  student.press("##next");
  IM_CHECK_EQ(l.card, std::size_t{0});
  IM_CHECK(student.given().solved);
  student.press("##next");
  const auto type = [&](const char* number) {
    d.hand().ItemClick("//Lesson/##number");  // one click, because only a number can be typed there
    d.hand().KeyCharsReplace(number);
    d.hand().KeyPress(ImGuiKey_Tab);
    d.frames(2);
  };
  type("20 mm");
  IM_CHECK_EQ(student.given().tries, 0);
  d.key(ImGuiKey_PageDown);
  IM_CHECK_EQ(l.card, std::size_t{1});
  IM_CHECK_EQ(student.given().tries, 1);
  d.key(ImGuiKey_PageDown);
  IM_CHECK_EQ(l.card, std::size_t{2});
  d.key(ImGuiKey_PageUp);
  type("10 mm");
  d.key(ImGuiKey_PageUp);
  IM_CHECK_EQ(l.card, std::size_t{0});
  IM_CHECK(l.given[1].solved);
}

// While a lesson is open the picture takes the panel's place. The last page leads to the unanswered questions.
void unanswered_questions_are_listed(Desk& d) {
  Student student(d);
  const auto width = [] { return ImGui::FindWindowByName("Picture")->Size.x; };
  const float alone = width();
  student.open("waves");
  const Learning& l = d.state().of<Learning>();
  IM_CHECK(!*d.state().panel_override && !d.hand().ItemExists("//Panel/Sources"));
  IM_CHECK(d.state().panel_shown);
  student.press("##show");
  for (int k = 0; k < 3; ++k) student.press("##next");
  IM_CHECK_EQ(l.card, std::size_t{3});
  student.press("##panel");  // a goal needs the panel
  IM_CHECK(*d.state().panel_override && d.hand().ItemExists("//Panel/Sources"));
  d.key(ImGuiKey_Tab);
  IM_CHECK(!*d.state().panel_override);
  student.press("##next");
  IM_CHECK(!d.hand().ItemExists("//Lesson/##card1"));  // the question was given up
  student.press("##card3");
  IM_CHECK_EQ(l.card, std::size_t{2});
  student.press("##close");
  IM_CHECK(d.hand().ItemExists("//Panel/Sources"));
  IM_CHECK_EQ(width(), alone);
}

// The card keeps free space for the hint.
void a_goals_buttons_stay_when_its_hint_comes(Desk& d) {
  using What = command::Learn::What;
  d.session().send(command::Learn{What::open, "absorbers"});
  d.session().send(command::Learn{What::go, "", 4});
  d.frames(4);
  const auto y = [&](const char* id) {
    return d.hand().ItemInfo((std::string("//Lesson/") + id).c_str()).RectFull.Min.y;
  };
  IM_CHECK(d.state().of<Learning>().shown() && d.state().of<Learning>().shown()->goal.has_value());
  const std::array<const char*, 5> ids = {"##hint", "##show", "##panel", "##back", "##next"};
  std::array<float, 5> before{};
  for (std::size_t k = 0; k < ids.size(); ++k) before[k] = y(ids[k]);
  d.hand().ItemClick("//Lesson/##hint");
  d.frames(4);
  IM_CHECK(d.state().of<Learning>().given[3].hinted);
  for (std::size_t k = 0; k < ids.size(); ++k) IM_CHECK_EQ(y(ids[k]), before[k]);
}

}  // namespace

std::vector<UiTest> lesson_tests() {
  std::vector<UiTest> out = {
      {"keys_alone", by_keys_alone, {}, {1280, 720}},
      {"keys_enter_is_the_filled_button", enter_is_the_filled_button, {}, {1280, 720}},
      {"unanswered_questions_are_listed", unanswered_questions_are_listed, {}, {1280, 720}},
      {"a_goals_buttons_stay_when_its_hint_comes", a_goals_buttons_stay_when_its_hint_comes, {}, {1280, 720}},
      {"unconfirmed_answers_count", unconfirmed_answers_count, {}, {1280, 720}},
  };
  for (const BuiltinLesson& b : builtin_lessons())
    out.push_back({std::string(b.name), [name = std::string(b.name)](Desk& d) { play(d, name); }, {}, {1280, 720}});
  return out;
}

}  // namespace ez
