// Rules for a lesson that go beyond the types of its keys.
#include <fmt/format.h>

#include <algorithm>

#include "app/features/lesson/lesson_file.h"
#include "solver/base/counted.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

constexpr std::size_t most_answers = 9;

class LessonRules {
 public:
  explicit LessonRules(const Lesson& lesson) : lesson_(lesson) {}

  std::vector<LessonFinding> find() {
    if (lesson_.cards.empty()) error("card", "the lesson has no card; add a [[card]]");
    for (std::size_t k = 0; k < lesson_.cards.size(); ++k) {
      const std::optional<Scene>& scene = lesson_.scenes[lesson_.scene_card(k)];
      look(lesson_.cards[k], fmt::format("card.{}", k), scene ? &*scene : nullptr);
    }
    return std::move(found_);
  }

 private:
  void error(std::string path, std::string text) { found_.push_back({std::move(path), std::move(text)}); }

  // `scene` is null if it could not be read, which is reported elsewhere.
  void look(const LessonCard& card, const std::string& path, const Scene* scene) {
    for (std::size_t k = 0; k < card.arrows.size(); ++k)
      inside(scene, card.arrows[k].at, fmt::format("{}.arrow.{}.at", path, k));
    if (card.question && card.goal) error(path + ".goal", path + " has a question and a goal; use two cards");
    if (!card.asks())
      for (const auto& [name, text] : {std::pair("hint", &card.hint), std::pair("reveal", &card.reveal)})
        if (!text->empty())
          error(path + "." + name,
                fmt::format("{0}.{1} is never shown; add a [card.question] or [card.goal], or move it to {0}.text",
                            path, name));
    if (card.question) std::visit([&](const auto& q) { look(q, path + ".question", scene); }, *card.question);
    if (card.goal) look(*card.goal, path + ".goal", scene);
  }

  void look(const ChoiceQuestion& q, const std::string& path, const Scene*) {
    const std::size_t n = q.answers.size();
    if (n < 2 || n > most_answers)
      return error(path + ".answers",
                   fmt::format("{}.answers has {}; give 2 to {}", path, counted(n, "entry", "entries"), most_answers));
    for (std::size_t k = 0; k < n; ++k) {
      if (q.answers[k].empty())
        error(path + ".answers", fmt::format("{}.answers.{} is empty; enter a text", path, k));
      else if (std::find(q.answers.begin(), q.answers.begin() + static_cast<std::ptrdiff_t>(k), q.answers[k]) !=
               q.answers.begin() + static_cast<std::ptrdiff_t>(k))
        error(path + ".answers", fmt::format("{}.answers has {} twice; remove one", path, names::quoted(q.answers[k])));
    }
    if (q.right < 1 || q.right > static_cast<int>(n))
      error(path + ".right",
            fmt::format("{}.right is {}; give the number of the right answer, 1 to {}", path, q.right, n));
  }

  void look(const NumberQuestion& q, const std::string& path, const Scene*) {
    if (q.within && q.within_abs)
      error(path + ".within_abs", path + " has both within and within_abs; remove one of them");
    else if (!q.within && !q.within_abs)
      error(path, path + " has no bound; give within (a fraction of right) or within_abs");
    else if (q.within && q.right == 0)
      error(path + ".within", fmt::format("{0}.within is a fraction of right, which is 0; give {0}.within_abs", path));
  }

  void look(const DrawQuestion& q, const std::string& path, const Scene* scene) {
    if (q.curve.size() < 2)
      error(path + ".curve", fmt::format("{}.curve has {}; give 2 or more", path, counted(q.curve.size(), "point")));
    else if (std::ranges::all_of(q.curve, [&](const Vec2& p) { return p == q.curve.front(); }))
      error(path + ".curve", fmt::format("{}.curve repeats the same point; give 2 or more different points", path));
    for (const Vec2& p : q.curve)
      if (!inside(scene, p, path + ".curve")) return;
  }

  void look(const LessonGoal& g, const std::string& path, const Scene* scene) {
    if (g.check.empty() != g.reflection_below.has_value())
      return error(path, fmt::format("{} {}; give either check or reflection_below", path,
                                     g.check.empty() ? "has no condition" : "has two conditions"));
    if (!scene) return;
    if (g.reflection_below) {
      if (!scene->reflection.on)
        error(path + ".reflection_below", path +
                                              ".reflection_below needs the reflection meter, which is off; let the "
                                              "card set { \"reflection.on\" = true }");
      else if (scene->pause.at.empty())
        error(path + ".reflection_below", path +
                                              ".reflection_below is read when the run pauses, but it never does; let "
                                              "the card set { \"run.pause_at\" = \"valid\" }");
      return;
    }
    std::vector<std::string_view> known;
    for (const Check& c : scene->checks)
      if (!c.name.empty()) known.push_back(c.name);
    if (known.empty())
      error(path + ".check", path + ".check needs a check, but the scene has none; add a [[card.check]]");
    else if (std::ranges::find(known, g.check) == known.end())
      error(path + ".check", fmt::format("{}.check is {}, which is unknown{}", path, names::quoted(g.check),
                                         names::hint(g.check, known)));
  }

  bool inside(const Scene* scene, Vec2 at, const std::string& path) {
    if (!scene) return true;
    const Vec2 n = to_nodes(*scene, at);
    const bool in = n.x >= -0.5 && n.y >= -0.5 && n.x <= scene->grid.nx - 0.5 && n.y <= scene->grid.ny - 0.5;
    const Vec2 far = from_nodes(*scene, {scene->grid.nx - 1.0, scene->grid.ny - 1.0});
    if (!in)
      error(path, fmt::format("{}: [{:g}, {:g}] is outside the picture; give a position from [0, 0] to [{:g}, {:g}]",
                              path, at.x, at.y, far.x, far.y));
    return in;
  }

  const Lesson& lesson_;
  std::vector<LessonFinding> found_;
};

}  // namespace

std::vector<LessonFinding> findings_of(const Lesson& lesson) { return LessonRules(lesson).find(); }

}  // namespace ez
