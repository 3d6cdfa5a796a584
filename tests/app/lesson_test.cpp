// Tests lessons: the file format and its mistakes, the course of a lesson, answers, and every built-in lesson played
// through.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "app/features/lesson/commands.h"
#include "app/features/lesson/judge.h"
#include "app/features/lesson/kept.h"
#include "app/features/lesson/progress.h"
#include "app/model/update.h"
#include "quiet_world.h"
#include "solver/base/utf8.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"
#include "solver/scene/duration.h"
#include "solver/scene/fault.h"
#include "solver/study/check.h"

namespace ez {
namespace {

using What = command::Learn::What;

// Three cards with questions: a choice, a goal in the same scene, and a line to draw in another scene.
constexpr const char* small_lesson = R"(ezscope_lesson = 1
title = "Small"

[[card]]
title = "First"
text = "Look."
scene = "cavity-rect"
hint = "Think."
reveal = "So it is."
wait = true
[card.question]
kind = "choice"
text = "Which?"
answers = ["this", "that"]
right = 2
[[card.arrow]]
at = [30, 20]
text = "here"

[[card]]
title = "Second"
text = "Do."
reveal = "Done."
[card.goal]
text = "Make it hold."
check = "shape of a lobe"

[[card]]
title = "Third"
text = "Draw."
scene = "two-sources"
set = { "source.0.waveform.phase" = 90 }
[card.question]
kind = "draw"
text = "A level line"
curve = [[100, 100], [200, 100]]
within = 5

[[card]]
title = "Fourth"
text = "Reckon."
[card.question]
kind = "number"
text = "How long?"
right = 20
unit = "mm"
within = 0.1
)";

std::string with(const std::string& from, const std::string& to) {
  std::string text = small_lesson;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// ---- the file

TEST(LessonFile, reads_a_lesson_and_makes_its_scenes) {
  const LessonResult r = parse_lesson(small_lesson, "small.toml");
  ASSERT_TRUE(r.lesson) << to_string(r.messages.at(0));
  const Lesson& l = *r.lesson;
  ASSERT_EQ(l.cards.size(), 4U);
  EXPECT_EQ(std::get<ChoiceQuestion>(*l.cards[0].question).answers.size(), 2U);
  EXPECT_TRUE(l.scenes[0] && !l.scenes[1] && l.scenes[2] && !l.scenes[3]);
  EXPECT_EQ(l.scene_card(1), 0U);
  EXPECT_EQ(l.scene_card(3), 2U);
  EXPECT_EQ(l.builtins[2], "two-sources");
  EXPECT_DOUBLE_EQ(std::get<Cw>(l.scenes[2]->sources[0].waveform).phase, 90);
}

struct Mistake {
  const char *from, *to;
  int line;
  const char* words;  // words that name the mistake and the remedy
};

// A file or name of another kind is named, with the command that opens it.
TEST(LessonFile, names_files_of_another_kind) {
  const std::string scene = "ezscope = 1\n[grid]\ncells = [64, 48]\ncell = 1\n", answers = "ezscope_answers = 1\n";
  const auto said = [](const std::vector<Message>& messages) {
    std::string out;
    for (const Message& m : messages) out += to_string(m) + "\n";
    return out;
  };
  EXPECT_EQ(said(parse_lesson(scene, "a").messages),
            "a:1:1: the file contains a scene instead of a lesson; open it with: ezscope FILE\n");
  EXPECT_EQ(said(parse_lesson(answers, "a").messages),
            "a:1:1: the file contains answers to a lesson instead of a lesson; open it with: ezscope lesson --collect "
            "FILE\n");
  EXPECT_EQ(said(parse_answers(small_lesson, "a").messages),
            "a:1:1: the file contains a lesson instead of answers to a lesson; open it with: ezscope lesson FILE\n");
  EXPECT_EQ(said(parse_scene(small_lesson, "a").messages),
            "a:1:1: the file contains a lesson instead of a scene; open it with: ezscope lesson FILE\n");
  EXPECT_EQ(said(parse_scene("ezscope-session 1 {}\n", "my log").messages),
            "my log:1:1: the file is a recorded session; open it with: ezscope --replay 'my log'\n");
  EXPECT_EQ(said(load_lesson("double-slit").messages),
            "double-slit: is a scene, not a lesson; open it with: ezscope double-slit\n");
  const std::string folder = testing::TempDir() + "kinds of files/";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "a.toml") << small_lesson;
  EXPECT_TRUE(
      said(load_scene(folder + "a.toml").messages).ends_with("open it with: ezscope lesson '" + folder + "a.toml'\n"));
  std::filesystem::remove_all(folder);
  EXPECT_EQ(said(load_scene("-").messages), "-: is not a file; to read standard input, give /dev/stdin\n");
}

TEST(LessonFile, reports_each_mistake_with_its_place_and_a_remedy) {
  const Mistake rows[] = {
      {"ezscope_lesson = 1", "ezscope_lesson = 2", 1, "use a newer ezscope"},
      {"ezscope_lesson = 1", "ezscope_lesson = 0", 1, "write 1"},
      {"ezscope_lesson = 1", "ezscope = 1", 1, "did you mean \"ezscope_lesson\""},
      {"title = \"Small\"", "titel = \"Small\"", 2, "did you mean \"title\""},
      {"title = \"Small\"", "title = \"\"", 2, "title is empty; enter a text"},
      {"title = \"Small\"", "title = 7", 2, "give a string"},
      {"title = \"First\"", "", 4, "card.0.title is missing; add it"},
      {"scene = \"cavity-rect\"", "", 4, "card.0.scene is missing; give a built-in scene or a file"},
      {"scene = \"cavity-rect\"", "scene = \"cavity-rekt\"", 7, "did you mean \"cavity-rect\""},
      {"\"source.0.waveform.phase\" = 90", "\"source.0.waveform.fase\" = 90", 32, "unknown key \"fase\""},
      {"\"source.0.waveform.phase\" = 90", "\"source.9.on\" = false", 32, "source"},
      {"kind = \"choice\"", "kind = \"choise\"", 12, "did you mean \"choice\""},
      {"kind = \"choice\"", "", 11, "card.0.question.kind is missing; add it"},
      {"answers = [\"this\", \"that\"]", "answers = [\"this\"]", 14,
       "card.0.question.answers has 1 entry; give 2 to 9"},
      {"answers = [\"this\", \"that\"]", "answers = [\"this\", \"this\"]", 14, "has \"this\" twice; remove one"},
      {"answers = [\"this\", \"that\"]", "answers = [\"this\", \"\"]", 14, "is empty; enter a text"},
      {"answers = [\"this\", \"that\"]", "answers = \"this\"", 14, "give a list of texts"},
      {"answers = [\"this\", \"that\"]", "answers = [1, 2]", 14, "answers.0 is a whole number; give a string"},
      {"right = 2\n", "right = 3\n", 15, "card.0.question.right is 3; give the number of the right answer, 1 to 2"},
      {"right = 2\n", "", 11, "card.0.question.right is missing; add it"},
      {"at = [30, 20]", "at = [30, 900]", 17, "is outside the picture; give a position from [0, 0]"},
      {"at = [30, 20]", "", 16, "card.0.arrow.0.at is missing; add it"},
      {"hint = \"Think.\"", "hint = \"Think.\"\nhunt = 1", 9, "did you mean \"hint\""},
      {"wait = true", "wait = \"yes\"", 10, "give true or false"},
      {"check = \"shape of a lobe\"", "check = \"shape of a lope\"", 26, "did you mean \"shape of a lobe\""},
      {"check = \"shape of a lobe\"", "", 24, "has no condition; give either check"},
      {"check = \"shape of a lobe\"", "reflection_below = -60", 26, "let the card set { \"reflection.on\" = true }"},
      {"check = \"shape of a lobe\"", "check = \"shape of a lobe\"\nreflection_below = -60", 24,
       "has two conditions; give either"},
      {"[card.goal]",
       "[[card.check]]\nname = \"n\"\nmeasured = 'amplitude(\"p\")'\ntheory = '1'\nwithin = 1\n[card.goal]", 26,
       "card.1.check.0.measured"},
      {"[card.goal]\ntext = \"Make it hold.\"\ncheck = \"shape of a lobe\"", "", 23,
       "card.1.reveal is never shown; add a [card.question] or [card.goal]"},
      {"[card.goal]\ntext = \"Make it hold.\"\ncheck = \"shape of a lobe\"", "hint = \"No.\"", 24,
       "card.1.hint is never shown; add a [card.question] or [card.goal]"},
      {"[card.goal]\ntext = \"Make it hold.\"\ncheck = \"shape of a lobe\"",
       "scene = \"lecture\"\nset = { \"reflection.on\" = true }\n[card.goal]\ntext = \"?\"\nreflection_below = -60", 28,
       "let the card set { \"run.pause_at\" = \"valid\" }"},
      {"[card.goal]\n", "scene = \"lecture\"\n[card.goal]\n", 27,
       "needs a check, but the scene has none; add a [[card.check]]"},
      {"check = \"shape of a lobe\"", "check = \"shape of a lobe\"\nsolution = { \"source.9.on\" = false }", 27,
       "card.1.goal.solution"},
      {"[card.goal]", "[card.question]\nkind = \"number\"\ntext = \"?\"\nright = 1\nwithin = 1\n[card.goal]", 29,
       "has a question and a goal; use two cards"},
      {"curve = [[100, 100], [200, 100]]", "curve = [[100, 100]]", 36, "has 1 point; give 2 or more"},
      {"curve = [[100, 100], [200, 100]]", "curve = [[100, 100], [100, 100]]", 36, "repeats the same point"},
      {"curve = [[100, 100], [200, 100]]", "curve = [[100, 100], [200, 9999]]", 36, "is outside the picture"},
      {"curve = [[100, 100], [200, 100]]", "", 33, "card.2.question.curve is missing; add it"},
      {"within = 5", "within = 0", 37, "card.2.question.within is 0; give a number above 0"},
      {"within = 0.1", "", 42, "has no bound; give within (a fraction of right) or within_abs"},
      {"within = 0.1", "within = 0.1\nwithin_abs = 1", 48, "has both within and within_abs; remove one of them"},
      {"right = 20", "right = 0", 47, "is a fraction of right, which is 0; give card.3.question.within_abs"},
      {"right = 20", "right = nan", 45, "card.3.question.right is nan; give a finite number"},
      {"[[card]]\ntitle = \"First\"", "card = 3\n[other]", 12, "not TOML"},
      {"title = \"Small\"", "title = “Small”", 2, "put it in quotes"},
      {"title = \"Small\"", "title = \"Small", 2, "correct it here"},
  };
  for (const Mistake& m : rows) {
    const LessonResult r = parse_lesson(with(m.from, m.to), "small.toml");
    EXPECT_FALSE(r.lesson) << m.to;
    bool told = false;
    std::string all;
    for (const Message& message : r.messages) {
      all += to_string(message) + '\n';
      told = told || (message.line == m.line && message.text.find(m.words) != std::string::npos);
      EXPECT_EQ(message.file, "small.toml");
    }
    EXPECT_TRUE(told) << m.from << " → " << m.to << ": line " << m.line << ", " << m.words << "\nis told as\n" << all;
  }
  // The changed key is named without the command line's option, and one wrong key is reported once.
  const LessonResult changed =
      parse_lesson(with("[card.goal]", "set = { \"grid.courant\" = 3 }\n[card.goal]"), "small.toml");
  ASSERT_EQ(changed.messages.size(), 1U);
  EXPECT_TRUE(to_string(changed.messages[0]).starts_with("small.toml:24:26: card.1.set: grid.courant is 3; give a "))
      << to_string(changed.messages[0]);
  const LessonResult empty = parse_lesson("ezscope_lesson = 1\ntitle = \"x\"\n", "x");
  ASSERT_EQ(empty.messages.size(), 1U);
  EXPECT_NE(empty.messages[0].text.find("the lesson has no card; add a [[card]]"), std::string::npos);
}

TEST(LessonFile, any_text_gives_a_lesson_or_messages) {
  const std::string base = small_lesson;
  const std::string pieces[] = {
      "[",  "]",   "\"",   "=",        "{ }",  "-1", "1e999", "nan", "[[card]]", "[card.question]",
      "\n", "'''", "kind", "\xc2\xa0", "\x01", "#",  "true",  "0",   "card.0",   "[[card.arrow]]"};
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int k = 0; k < 300; ++k) {
    std::string text = base;
    for (std::size_t change = 1 + below(3); change > 0; --change) {
      const std::size_t at = below(text.size()), length = below(std::min<std::size_t>(12, text.size() - at) + 1);
      text.replace(at, length,
                   below(2) == 0 ? pieces[below(std::size(pieces))] : base.substr(below(base.size()), below(40)));
    }
    const LessonResult lesson = parse_lesson(text, "fuzz");
    EXPECT_NE(lesson.lesson.has_value(), !lesson.messages.empty());
    for (const Message& m : lesson.messages) EXPECT_FALSE(m.text.empty());
    const AnswersResult answers = parse_answers(text, "fuzz");
    EXPECT_NE(answers.answers.has_value(), !answers.messages.empty());
  }
}

TEST(LessonFile, an_unknown_lesson_is_reported_with_a_suggestion) {
  const LessonResult r = load_lesson("wavs");
  ASSERT_FALSE(r.lesson);
  EXPECT_NE(r.messages.at(0).text.find("did you mean \"waves\""), std::string::npos) << r.messages[0].text;
  EXPECT_FALSE(load_lesson("/").lesson);
}

// Collects every key of a lesson file as its structs name it, such as "card.question.right".
struct KeysOf {
  std::set<std::string>& out;
  std::string table;
  void operator()(std::string_view name, const auto& member, const Key&) {
    const std::string path = table.empty() ? std::string(name) : table + "." + std::string(name);
    list(path, member);
  }
  template <Table T>
  void list(const std::string& path, const std::vector<T>&) {
    T plain;
    KeysOf inner{out, path};
    T::fields(plain, inner);
  }
  template <Table T>
  void list(const std::string& path, const std::optional<T>&) {
    list(path, std::vector<T>{});
  }
  void list(const std::string& path, const std::optional<LessonQuestion>&) {
    list(path, std::vector<ChoiceQuestion>{});
    list(path, std::vector<NumberQuestion>{});
    list(path, std::vector<DrawQuestion>{});
  }
  void list(const std::string& path, const auto&) { out.insert(path.substr(path.rfind('.') + 1)); }
};

TEST(LessonFile, the_documentation_names_every_key) {
  std::ostringstream text;
  text << std::ifstream(std::string(EZSCOPE_DOCS) + "/lessons.md").rdbuf();
  std::set<std::string> keys;
  KeysOf lister{keys, ""};
  const Lesson plain;
  Lesson::fields(plain, lister);
  EXPECT_GT(keys.size(), 20U);
  for (const std::string& key : keys) EXPECT_NE(text.str().find("`" + key + "`"), std::string::npos) << key;
}

// ---- the course of a lesson

class KeepingWorld : public QuietWorld {
 public:
  std::map<std::string, std::string> kept, written;
  std::string small = small_lesson;
  std::optional<Autosaved> left;
  std::optional<Autosaved> autosaved() override { return left; }
  LessonResult lesson(const std::string& name, const std::vector<std::string>& reads) override {
    return name == "small" ? parse_lesson(small, "small") : load_lesson(name, reads);
  }
  std::string kept_answers(const std::string& lesson) override { return kept[lesson]; }
  void keep_answers(const std::string& lesson, const std::string& text) override { kept[lesson] = text; }
  Text write_answers(const std::string& path, const std::string& text) override {
    written[path] = text;
    return "";
  }
};

struct InLesson : testing::Test {
  State state;
  KeepingWorld world;
  InLesson() {
    adopt_scene(state, *load_scene("two-sources").scene, "", "two-sources");
    learn(What::open, 0, "small");
  }
  void learn(What what, double number = 0, const std::string& text = "", std::vector<Vec2> points = {}) {
    update(state, command::Learn{what, text, number, std::move(points)}, world);
  }
  const GivenAnswer& given() { return state.of<Learning>().given.at(state.of<Learning>().card); }
  void set_title(const std::string& title) {
    Scene scene = state.scene;
    scene.title = title;
    update(state, command::EditScene{scene, "title"}, world);
  }
};

TEST_F(InLesson, the_panel_is_closed_until_opened_and_restored_afterwards) {
  EXPECT_FALSE(shows_panel(state));
  EXPECT_TRUE(state.panel_shown);
  update(state, command::ShowPanel{true}, world);
  EXPECT_TRUE(shows_panel(state));
  update(state, command::ShowPanel{false}, world);
  EXPECT_FALSE(shows_panel(state));
  EXPECT_TRUE(state.panel_shown) << "the user's own setting is unchanged";
  state.workspace = Workspace::boundary_lab;
  EXPECT_TRUE(shows_panel(state)) << "the boundary lab needs its panel";
  state.workspace = Workspace::explore;
  learn(What::close);
  EXPECT_TRUE(shows_panel(state));
}

TEST_F(InLesson, the_drawer_of_a_narrow_window_begins_closed_and_does_not_change_the_panel) {
  learn(What::close);
  EXPECT_TRUE(shows_panel(state));
  state.narrow = true;
  EXPECT_FALSE(shows_panel(state));
  update(state, command::ShowPanel{true}, world);
  EXPECT_TRUE(shows_panel(state));
  update(state, command::ShowPanel{false}, world);
  EXPECT_FALSE(shows_panel(state));
  EXPECT_TRUE(state.panel_shown);
  state.narrow = false;
  EXPECT_TRUE(shows_panel(state));
}

// A probe could mark the very direction or line that the question asks for.
TEST_F(InLesson, probes_are_hidden_during_a_guess_unless_the_card_names_them) {
  const auto hidden = [&] { return state.of<Learning>().hides_probes(state.scene); };
  EXPECT_TRUE(hidden());
  learn(What::choose, 2);
  EXPECT_FALSE(hidden()) << "the answer is known";
  learn(What::go, 2);
  EXPECT_FALSE(hidden()) << "a goal needs them";
  learn(What::go, 3);
  EXPECT_TRUE(hidden());
  learn(What::open, 0, "waves");
  learn(What::go, 3);
  EXPECT_TRUE(state.of<Learning>().is_guessing());
  EXPECT_FALSE(hidden()) << "the probes “axis” and “node” are the question";
}

TEST_F(InLesson, a_wrong_answer_keeps_the_question_and_a_right_one_starts_the_run) {
  EXPECT_EQ(state.builtin, "cavity-rect");
  EXPECT_FALSE(state.running);
  EXPECT_TRUE(state.of<Learning>().is_guessing());
  learn(What::choose, 1);
  EXPECT_TRUE(state.of<Learning>().is_guessing());
  EXPECT_EQ(given().given, "this");
  learn(What::choose, 1);
  EXPECT_EQ(given().tries, 1) << "the same answer again is not another try";
  learn(What::hint);
  learn(What::choose, 2);
  EXPECT_TRUE(given().solved && given().hinted);
  EXPECT_EQ(given().tries, 2);
  EXPECT_TRUE(state.running);
  EXPECT_EQ(mark_of(given()), "✓2?");
  learn(What::choose, 1);  // an answered question stays answered
  EXPECT_EQ(given().given, "that");
  for (const double number : {0.0, 3.0, -1.0, std::nan("")}) learn(What::choose, number);
  EXPECT_EQ(given().tries, 2);
}

TEST_F(InLesson, a_students_scene_changes_are_restored_with_the_card) {
  set_title("mine");
  learn(What::go, 2);  // the same scene continues, and the run that waited for the answer starts
  EXPECT_TRUE(state.running);
  EXPECT_EQ(state.scene.title, "mine");
  learn(What::go, 3);
  EXPECT_EQ(state.builtin, "two-sources");
  learn(What::go, 1);
  EXPECT_EQ(state.scene.title, "mine");
  EXPECT_TRUE(state.unsaved);
  learn(What::again);
  EXPECT_EQ(state.scene, *state.of<Learning>().lesson->scenes[0]);
  update(state, command::Undo{}, world);
  EXPECT_EQ(state.scene.title, "mine") << "undo restores the changed scene";
  learn(What::again);
  learn(What::go, 99);
  EXPECT_EQ(state.of<Learning>().shown(), nullptr);
  learn(What::again);
  learn(What::reveal);
  learn(What::hint);
}

TEST_F(InLesson, a_goal_is_reached_when_its_check_holds) {
  learn(What::go, 2);
  EXPECT_FALSE(goal_is_reached(state));
  state.checks.resize(state.scene.checks.size());
  EXPECT_FALSE(goal_is_reached(state));
  state.checks.back().verdict = CheckReading::Verdict::holds;
  EXPECT_TRUE(goal_is_reached(state));
  learn(What::reached);
  EXPECT_TRUE(given().solved);
  EXPECT_FALSE(goal_is_reached(state));
}

TEST_F(InLesson, a_line_is_right_if_it_follows_the_curve) {
  learn(What::go, 3);
  learn(What::submit);
  EXPECT_EQ(given().tries, 0) << "nothing was drawn";
  learn(What::pencil, 1);
  EXPECT_TRUE(state.of<Learning>().pencil);
  learn(What::draw, 0, "", {{100, 130}, {200, 130}});
  learn(What::submit);
  EXPECT_FALSE(given().solved);
  learn(What::draw, 0, "", {{100, 101}, {150, 104}});  // covers half of the curve only
  learn(What::submit);
  EXPECT_FALSE(given().solved);
  learn(What::draw, 0, "", {{202, 97}, {150, 104}, {99, 101}});
  learn(What::submit);
  EXPECT_TRUE(given().solved) << given().given;
  EXPECT_FALSE(state.of<Learning>().pencil);
}

// This holds for every way to leave the card. The first Next stays on the card to show the result.
TEST_F(InLesson, a_line_that_was_not_submitted_counts_when_the_card_is_left) {
  const std::vector<Vec2> off = {{100, 130}, {200, 130}}, on = {{100, 101}, {200, 100}};
  learn(What::go, 3);
  learn(What::draw, 0, "", off);
  learn(What::go, 4);
  EXPECT_EQ(state.of<Learning>().card, 2U);
  EXPECT_EQ(given().tries, 1);
  EXPECT_FALSE(given().solved);
  learn(What::go, 4);
  EXPECT_EQ(state.of<Learning>().card, 3U);
  learn(What::go, 3);
  learn(What::go, 1);
  EXPECT_EQ(state.of<Learning>().given[2].tries, 1) << "it counts once";
  learn(What::go, 3);
  learn(What::draw, 0, "", on);
  learn(What::go, 2);
  EXPECT_EQ(state.of<Learning>().card, 1U);
  EXPECT_EQ(state.of<Learning>().given[2].tries, 2);
  EXPECT_TRUE(state.of<Learning>().given[2].solved);
}

TEST_F(InLesson, a_drawn_line_counts_as_the_guess_before_the_answer_is_shown) {
  learn(What::go, 3);
  learn(What::draw, 0, "", {{100, 101}, {200, 100}});
  learn(What::reveal);
  EXPECT_TRUE(given().solved);
  EXPECT_FALSE(given().revealed);
}

TEST_F(InLesson, work_is_saved_when_the_program_or_the_lesson_ends) {
  const auto leave_by = [&](auto command) {
    learn(What::open, 0, "small");
    learn(What::go, 3);
    learn(What::draw, 0, "", {{100, 130}, {200, 130}});
    set_title("mine");
    state.unsaved = false;
    const int tries = given().tries;
    update(state, command, world);
    EXPECT_FALSE(state.question);
    State later;
    adopt_scene(later, *load_scene("two-sources").scene, "", "two-sources");
    update(later, command::Learn{What::open, "small"}, world);
    EXPECT_EQ(later.of<Learning>().card, 2U);
    EXPECT_EQ(later.of<Learning>().given[2].tries, tries + 1);
    EXPECT_EQ(later.scene.title, "mine");
    world.kept.clear();
    learn(What::close);
    world.kept.clear();
  };
  leave_by(command::Quit{});
  leave_by(command::Learn{What::open, "waves"});
}

TEST(LessonAnswers, are_right_up_to_the_allowed_tolerance) {
  const NumberQuestion part{"", 20, "mm", 0.06, {}}, absolute{"", -60, "dB", {}, 0.5}, zero{"", 0, "°", {}, 0.1};
  for (const double right : {18.8, 20.0, 21.2}) EXPECT_TRUE(is_right(part, right)) << right;
  for (const double wrong : {18.79, 21.21, -20.0}) EXPECT_FALSE(is_right(part, wrong)) << wrong;
  for (const double right : {-60.5, -59.5}) EXPECT_TRUE(is_right(absolute, right)) << right;
  for (const double wrong : {-60.51, -59.49, 60.0}) EXPECT_FALSE(is_right(absolute, wrong)) << wrong;
  for (const double right : {-0.1, 0.1}) EXPECT_TRUE(is_right(zero, right)) << right;
  EXPECT_FALSE(is_right(zero, std::nan("")));
}

TEST_F(InLesson, progress_is_saved_and_handed_in) {
  learn(What::choose, 2);
  learn(What::go, 4);
  learn(What::answer, 30);
  learn(What::student, 0, "Ada \"L.\"\n");
  learn(What::close);
  EXPECT_FALSE(state.of<Learning>().lesson);
  learn(What::choose, 1);  // has no effect without a lesson
  learn(What::open, 0, "small");
  EXPECT_EQ(state.of<Learning>().card, 3U);
  EXPECT_TRUE(state.of<Learning>().given[0].solved);
  EXPECT_EQ(given().given, "30 mm");
  learn(What::hand_in, 0, "out.answers");
  const AnswersResult back = parse_answers(world.written.at("out.answers"), "out.answers");
  ASSERT_TRUE(back.answers) << to_string(back.messages.at(0));
  EXPECT_EQ(back.answers->student, "Ada \"L.\"\n");
  EXPECT_EQ(back.answers->given.size(), 4U);
  EXPECT_EQ(back.answers->given[3].given, "30 mm");
  learn(What::hand_in);
  EXPECT_EQ(world.written.size(), 2U);
  // Even an absurdly long name gives a file that can be written, and no letter is cut in two.
  std::string longest;
  while (longest.size() < 300) longest += "ä";
  learn(What::student, 0, longest);
  learn(What::hand_in);
  EXPECT_EQ(world.written.size(), 3U);
  for (const auto& [path, text] : world.written) {
    EXPECT_LT(path.size(), 250U) << path;
    EXPECT_EQ(printable(path), path);
  }
}

// All cards count, not only the one shown at the end. The changed scenes are no part of the answers to hand in.
TEST_F(InLesson, changed_scenes_are_restored_after_the_lesson_was_closed) {
  set_title("mine");
  learn(What::go, 3);
  set_title("mine too");
  learn(What::hand_in, 0, "out.answers");
  EXPECT_EQ(world.written.at("out.answers").find("mine"), std::string::npos);
  learn(What::close);
  EXPECT_EQ(state.scene.title, "mine too") << "the window's scene stays";
  adopt_scene(state, *load_scene("two-sources").scene, "", "two-sources");
  learn(What::open, 0, "small");
  EXPECT_EQ(state.scene.title, "mine too");
  EXPECT_TRUE(state.unsaved);
  learn(What::go, 1);
  EXPECT_EQ(state.scene.title, "mine");
  learn(What::again);
  EXPECT_EQ(world.kept["small"].find("\"mine\""), std::string::npos) << "a scene that was restarted is no longer saved";
  EXPECT_FALSE(world.kept.contains("small-unread"));
}

// They also survive if the program ends within the lesson, or if another lesson starts.
TEST_F(InLesson, changed_scenes_are_saved_when_their_card_is_left) {
  set_title("mine");
  learn(What::go, 3);
  State later;
  adopt_scene(later, *load_scene("two-sources").scene, "", "two-sources");
  update(later, command::Learn{What::open, "small"}, world);
  update(later, command::Learn{What::go, "", 1}, world);
  EXPECT_EQ(later.scene.title, "mine");
}

// A scene that breaks a rule in the middle of an edit is restored unchanged.
TEST_F(InLesson, a_changed_scene_with_errors_is_saved_too) {
  Scene scene = state.scene;
  scene.grid.courant = 3;
  update(state, command::EditScene{scene, "courant"}, world);
  learn(What::close);
  adopt_scene(state, *load_scene("two-sources").scene, "", "two-sources");
  learn(What::open, 0, "small");
  EXPECT_EQ(state.scene.grid.courant, 3);
  EXPECT_FALSE(state.problems.empty());
  EXPECT_EQ(state.valid, *state.of<Learning>().lesson->scenes[0]);
}

TEST_F(InLesson, a_changed_scene_without_its_card_is_reported_and_saved) {
  set_title("mine");
  learn(What::close);
  const std::string kept = world.kept["small"];
  const std::string left = "[[left]]\ncard = 1\ntitle = \"First\"";
  const std::size_t at = kept.find(left);
  ASSERT_NE(at, std::string::npos) << kept;
  for (const auto& [card, title] : {std::pair("1", "Other"), {"2", "Second"}, {"99", "First"}}) {
    std::string text = kept;
    text.replace(at, left.size(), std::string("[[left]]\ncard = ") + card + "\ntitle = \"" + title + "\"");
    world.kept["small"] = text;
    state.notes.clear();
    adopt_scene(state, *load_scene("two-sources").scene, "", "two-sources");
    learn(What::open, 0, "small");
    EXPECT_EQ(world.kept["small-unread"], text);
    ASSERT_EQ(state.notes.size(), 1U) << card;
    EXPECT_NE(state.notes.back().text.english().find(title), std::string::npos) << state.notes.back().text.english();
    learn(What::close);
  }
}

// The card is renamed after the student has worked on it.
TEST_F(InLesson, work_saved_under_a_former_title_is_shown) {
  learn(What::go, 2);
  learn(What::hint);
  learn(What::reveal);
  set_title("mine");
  learn(What::close);
  const std::string kept = world.kept["small"];
  const auto reopen = [&](const std::string& first, const std::string& second) {
    learn(What::close);
    world.kept["small"] = kept;
    world.small = with("title = \"First\"", first);
    world.small.replace(world.small.find("title = \"Second\""), std::string_view("title = \"Second\"").size(), second);
    adopt_scene(state, *load_scene("two-sources").scene, "", "two-sources");
    learn(What::open, 0, "small");
  };
  reopen("title = \"A start\"\nformer = [\"First\"]", "title = \"The goal\"\nformer = [\"Twice\", \"Second\"]");
  EXPECT_TRUE(state.of<Learning>().given[1].revealed);
  EXPECT_EQ(state.of<Learning>().given[1].title, "The goal");
  EXPECT_EQ(state.scene.title, "mine");
  EXPECT_FALSE(world.kept.contains("small-unread"));
  learn(What::close);
  EXPECT_EQ(world.kept["small"].find("Second"), std::string::npos) << "it is saved under the present title";
  reopen("title = \"First\"", "title = \"The goal\"\nformer = [\"Twice\"]");
  EXPECT_FALSE(state.of<Learning>().given[1].revealed) << "this is another card";
}

// The answers of earlier versions: a card's present title is none of its former ones, nor one of another card.
TEST(BuiltinLessons, former_titles_belong_to_one_card) {
  int former = 0;
  for (const BuiltinLesson& b : builtin_lessons()) {
    const LessonResult r = load_lesson(std::string(b.name));
    ASSERT_TRUE(r.lesson) << b.name;
    std::set<std::string> titles;
    for (const LessonCard& card : r.lesson->cards) {
      EXPECT_TRUE(titles.insert(card.title).second) << card.title;
      for (const std::string& title : card.former) EXPECT_TRUE(titles.insert(title).second) << title;
      former += static_cast<int>(card.former.size());
    }
  }
  EXPECT_GE(former, 20);
}

// Two windows show the same lesson.
TEST(KeptAnswers, answers_from_two_windows_merge_to_the_furthest_of_each) {
  SavedLesson own{
      {"small", "", 2, {{1, "one", "20", {}, 1, false, false, false}, {2, "two", "", {}, 0, false, false, false}}},
      {{1, "one", "mine"}}},
      other = own;
  other.answers.student = "Ada";
  other.answers.given[0] = {1, "one", "10", {}, 3, false, true, false};
  other.answers.given[1] = {2, "another card", "b", {}, 1, false, true, false};
  other.left = {{1, "one", "theirs"}, {2, "two", "theirs"}};
  const SavedLesson both = merged(own, other);
  EXPECT_EQ(both.answers.given[0], other.answers.given[0]);
  EXPECT_EQ(both.answers.given[1], own.answers.given[1]) << "the card at this place has another title";
  EXPECT_EQ(both.answers.student, "Ada");
  ASSERT_EQ(both.left.size(), 2u);
  EXPECT_EQ(both.left[0].scene, "mine");
  EXPECT_EQ(both.left[1].scene, "theirs");
}

// They are from a newer program or damaged, and must not be overwritten.
TEST_F(InLesson, unreadable_saved_answers_stay) {
  const std::string name = state.of<Learning>().lesson->name, odd = "ezscope_answers = 2\n";
  learn(What::close);
  world.kept[name] = odd;
  learn(What::open, 0, name);
  learn(What::hint);
  EXPECT_EQ(world.kept[name + "-unread"], odd);
  EXPECT_NE(world.kept[name], odd);
  ASSERT_FALSE(state.notes.empty());
  EXPECT_NE(state.notes.back().text.english().find("newer ezscope"), std::string::npos)
      << state.notes.back().text.english();
}

// The file can be written whatever the student's name and the lesson's title hold.
TEST_F(InLesson, names_are_trimmed_and_the_file_name_has_no_special_signs) {
  learn(What::student, 0, std::string(" \tA\0\x1b\u0085da B. \u3000", 16));
  EXPECT_EQ(state.of<Learning>().student, "Ada B.") << "characters that answers must not hold are dropped";
  state.of<Learning>().lesson->title = "Refraction: 1/2 <new>?";
  learn(What::hand_in);
  ASSERT_EQ(world.written.size(), 1U);
  const std::string path = world.written.begin()->first;
  EXPECT_EQ(path.find_first_of(":/\\*?\"<>| "), std::string::npos) << path;
  EXPECT_NE(path.find("-Ada-B."), std::string::npos) << path;
  EXPECT_EQ(name_without_blanks(" \u3000 "), "");
  const std::string blanks(4'000'000, ' ');
  EXPECT_EQ(name_without_blanks(blanks + "Ada" + blanks), "Ada");
}

TEST_F(InLesson, quitting_asks_nothing_if_the_cards_hold_all_changes) {
  set_title("mine");
  ASSERT_TRUE(state.unsaved);
  update(state, command::Quit{}, world);
  EXPECT_FALSE(state.question);
  EXPECT_TRUE(state.quit);
  EXPECT_NE(world.kept["small"].find("mine"), std::string::npos) << world.kept["small"];
}

// A scene left by another session does not belong to the lesson.
TEST_F(InLesson, a_restored_scene_ends_the_lesson) {
  world.left = Services::Autosaved{load_scene("cavity-round"), ""};
  update(state, command::RestoreAutosave{true}, world);
  EXPECT_FALSE(state.of<Learning>().lesson);
  EXPECT_EQ(state.scene.title, load_scene("cavity-round").scene->title);
}

TEST_F(InLesson, asks_before_unsaved_work_is_lost) {
  learn(What::close);
  set_title("mine");
  learn(What::open, 0, "small");
  ASSERT_TRUE(state.question);
  EXPECT_FALSE(state.of<Learning>().lesson);
  update(state, command::AnswerOther{0}, world);
  EXPECT_TRUE(state.of<Learning>().lesson);
  learn(What::open, 0, "nothing of the kind");
  EXPECT_FALSE(state.notes.empty());
  EXPECT_TRUE(state.of<Learning>().lesson) << "the running lesson stays";
}

// Tries every way back to a card's scene after another scene was opened and changed.
TEST_F(InLesson, a_scene_opened_meanwhile_raises_a_question_first) {
  for (const auto& [what, number] : {std::pair(What::go, 3.0), {What::go, 2.0}, {What::again, 0.0}}) {
    learn(What::go, 1);
    ASSERT_FALSE(state.question);
    update(state, command::OpenBuiltin{"two-sources", true}, world);
    set_title("own");
    learn(what, number);
    ASSERT_TRUE(state.question);
    EXPECT_EQ(state.scene.title, "own");
    EXPECT_EQ(state.of<Learning>().card, 0U) << "the card stays until the question is answered";
    update(state, command::Answer{false}, world);
    EXPECT_EQ(state.scene.title, "own");
    learn(what, number);
    ASSERT_TRUE(state.question);
    update(state, command::AnswerOther{0}, world);
    EXPECT_FALSE(state.question);
    const std::size_t of = state.of<Learning>().lesson->scene_card(state.of<Learning>().card);
    EXPECT_EQ(state.scene, *state.of<Learning>().lesson->scenes[of]) << "the scene of the card is shown";
    learn(What::go, 1);
    EXPECT_NE(state.scene.title, "own") << "no card adopts the other scene";
  }
}

TEST(LessonAnswers, form_a_table) {
  Answers a{"Waves", "Ada", 3, {{1, "One", "this, or that", {}, 1, false, true, false}, {3, "Two", "no", {}, 2}}};
  Answers b{"Waves", "", 1, {{1, "One", "", {}, 0, true, false, true}, {3, "Two", "", {}, 0}}};
  EXPECT_EQ(answers_table({{"a.answers", a}, {"b.answers", b}}),
            "Waves\n"
            "student    1     3     solved\n"
            "Ada        ✓     …     1 of 2\n"
            "b.answers  ✗?    –     0 of 2\n"
            "solved     1     0   \n"
            "   1  One\n"
            "   3  Two\n");
  // Students with the same name are distinguished by their files.
  const std::string two = answers_table({{"a.answers", a}, {"b.answers", a}, {"c.answers", b}});
  for (const char* row : {"Ada (a.answers)  ✓     …     1 of 2\n", "Ada (b.answers)  ✓     …", "c.answers        ✗?"})
    EXPECT_NE(two.find(row), std::string::npos) << two;
  // Blanks around a name do not make another student.
  Answers blank = a;
  blank.student = "Ada ";
  const std::string same = answers_table({{"a.answers", a}, {"b.answers", blank}});
  EXPECT_NE(same.find("Ada (b.answers)"), std::string::npos) << same;
  EXPECT_EQ(answers_csv({{"b.answers", blank}}).find("Ada ,"), std::string::npos);
  EXPECT_EQ(answers_csv({{"a.answers", a}}),
            "lesson,student,file,card,title,answer,result,tries,hint\n"
            "Waves,Ada,a.answers,1,One,\"this, or that\",solved,1,no\n"
            "Waves,Ada,a.answers,3,Two,no,tried,2,no\n");
  // A name that a spreadsheet would evaluate stays text, and a number stays a number.
  a.student = "=1+1";
  a.given[0].given = "-3 dB";
  a.given[1].given = "@SUM(A1)";
  EXPECT_EQ(answers_csv({{"-x.answers", a}}),
            "lesson,student,file,card,title,answer,result,tries,hint\n"
            "Waves,'=1+1,'-x.answers,1,One,-3 dB,solved,1,no\n"
            "Waves,'=1+1,'-x.answers,3,Two,'@SUM(A1),tried,2,no\n");
  a.student = " -2+3+cmd|'/C calc'!A0";
  a.given.resize(1);
  EXPECT_EQ(answers_csv({{"x.answers", a}}),
            "lesson,student,file,card,title,answer,result,tries,hint\n"
            "Waves,'-2+3+cmd|'/C calc'!A0,x.answers,1,One,-3 dB,solved,1,no\n");
  // A name of a million letters must not widen the table.
  a.student = std::string(1'000'000, 'x');
  EXPECT_LT(answers_table({{"a.answers", a}, {"b.answers", b}}).size(), 2000u);
}

// ---- the built-in lessons

double worst_reflection(const Scene& scene) {
  Comparison runs(cpu_engine_maker(2), scene);
  const std::uint64_t steps = *pause_step(scene, runs.pane(0).dt(), runs.all_valid_until());
  runs.advance(static_cast<int>(steps));
  runs.wait();
  const ReflectionReading reading = runs.reading(0);
  return reading.worst.value_or(0);
}

// Returns true if all checks of the scene hold, or only the one with this name.
bool checks_hold(Scene scene, const std::string& name = "") {
  if (!name.empty()) std::erase_if(scene.checks, [&](const Check& c) { return c.name != name; });
  const CheckedScene done = run_checks(cpu_engine_maker(2), scene, false, [](auto, auto) { return true; });
  bool hold = !done.readings.empty();
  for (const CheckReading& r : done.readings) hold = hold && r.verdict == CheckReading::Verdict::holds;
  return hold;
}

class BuiltinLessons : public testing::TestWithParam<std::string_view> {};
class MeasuredLessons : public testing::TestWithParam<std::string_view> {};  // minutes

TEST_P(BuiltinLessons, each_card_accepts_its_right_answer_and_no_other) {
  KeepingWorld world;
  State state;
  adopt_scene(state, *load_scene("two-sources").scene, "", "two-sources");
  const auto learn = [&](What what, double number = 0, std::vector<Vec2> points = {}) {
    update(state, command::Learn{what, what == What::open ? std::string(GetParam()) : "", number, std::move(points)},
           world);
  };
  learn(What::open);
  Learning& l = state.of<Learning>();
  ASSERT_TRUE(l.lesson) << joined(load_lesson(std::string(GetParam())).messages).english();
  EXPECT_GE(l.lesson->cards.size(), 3U);
  EXPECT_FALSE(l.lesson->text.empty());
  for (std::size_t k = 0; k < l.lesson->cards.size(); ++k) {
    learn(What::go, static_cast<double>(k) + 1);
    const LessonCard& card = *l.shown();
    SCOPED_TRACE(card.title);
    EXPECT_EQ(state.scene, *l.lesson->scenes[l.lesson->scene_card(k)]);
    EXPECT_TRUE(state.problems.empty()) << joined(state.problems).english();
    if (!card.question) continue;
    EXPECT_FALSE(card.hint.empty());
    EXPECT_FALSE(card.reveal.empty());
    if (const auto* q = std::get_if<ChoiceQuestion>(&*card.question)) {
      // If the question asks for a side, the answer is the side with the hidden fault.
      if (const std::optional<BoundaryFault> fault = hidden_fault_of(state.scene)) {
        EXPECT_EQ(q->answers[static_cast<std::size_t>(q->right) - 1], to_string(fault->side));
      }
      for (int n = 1; n <= static_cast<int>(q->answers.size()); ++n)
        if (n != q->right) learn(What::choose, n);
      EXPECT_TRUE(l.is_asking());
      learn(What::choose, q->right);
    } else if (const auto* number = std::get_if<NumberQuestion>(&*card.question)) {
      for (const double factor : {0.5, 2.0, -1.0}) learn(What::answer, factor * number->right);
      EXPECT_TRUE(l.is_asking());
      learn(What::answer, number->right);
    } else {
      const auto& q = std::get<DrawQuestion>(*card.question);
      std::vector<Vec2> line = q.curve, moved = line;
      const double off = 4 * q.within;
      for (Vec2& p : moved) p = {p.x + off, p.y - off};
      learn(What::draw, 0, moved);
      learn(What::submit);
      EXPECT_TRUE(l.is_asking());
      learn(What::draw, 0, line);
      learn(What::submit);
    }
    EXPECT_TRUE(l.given[k].solved);
  }
}

TEST_P(MeasuredLessons, measured_cards_hold_and_their_goals_can_be_reached) {
  const LessonResult r = load_lesson(std::string(GetParam()));
  ASSERT_TRUE(r.lesson) << joined(r.messages).english();
  const Lesson& l = *r.lesson;
  for (std::size_t k = 0; k < l.cards.size(); ++k) {
    const LessonCard& card = l.cards[k];
    SCOPED_TRACE(card.title);
    if (card.goal) {
      const Scene& given = *l.scenes[l.scene_card(k)];
      ASSERT_TRUE(l.solved[k]);
      if (card.goal->reflection_below) {
        EXPECT_GT(worst_reflection(given), *card.goal->reflection_below);
        EXPECT_LT(worst_reflection(*l.solved[k]), *card.goal->reflection_below);
      } else {
        EXPECT_FALSE(checks_hold(given, card.goal->check));
        EXPECT_TRUE(checks_hold(*l.solved[k], card.goal->check));
      }
    } else if (!card.checks.empty()) {  // the scene's own checks are tested elsewhere
      EXPECT_TRUE(checks_hold(*l.scenes[k]));
    }
  }
}

// The colour map from blue over black or white to orange contains no red.
TEST(LessonTexts, name_only_colours_that_the_field_has) {
  for (const BuiltinLesson& b : builtin_lessons())
    EXPECT_FALSE(std::regex_search(std::string(b.text), std::regex("\\b[Rr]ed\\b"))) << b.name;
}

// The card over the moving field has room for this much.
TEST(LessonTexts, have_at_most_350_characters) {
  for (const BuiltinLesson& b : builtin_lessons()) {
    const LessonResult read = load_lesson(std::string(b.name));
    ASSERT_TRUE(read.lesson) << b.name;
    EXPECT_LE(columns(read.lesson->text), 350u) << b.name << ".toml: text";
    for (const LessonCard& card : read.lesson->cards) {
      std::vector<std::string> texts = {card.text, card.hint, card.reveal};
      if (card.goal) texts.push_back(card.goal->text);
      if (card.question) texts.push_back(std::visit([](const auto& q) { return q.text; }, *card.question));
      for (const std::string& text : texts)
        EXPECT_LE(columns(text), 350u) << b.name << ".toml: card " << card.title << ": " << text;
    }
  }
}

std::vector<std::string_view> lesson_names() {
  std::vector<std::string_view> out;
  for (const BuiltinLesson& b : builtin_lessons()) out.push_back(b.name);
  return out;
}

std::string lesson_label(const testing::TestParamInfo<std::string_view>& info) {
  std::string name(info.param);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(lessons, BuiltinLessons, testing::ValuesIn(lesson_names()), lesson_label);
INSTANTIATE_TEST_SUITE_P(Long, MeasuredLessons, testing::ValuesIn(lesson_names()), lesson_label);

}  // namespace
}  // namespace ez
