#include "app/features/lesson/lesson_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

#include "app/features/lesson/kept.h"
#include "app/platform/files.h"
#include "embed/lessons.h"
#include "solver/base/read_file.h"
#include "solver/base/utf8.h"
#include "solver/scene/file/document.h"
#include "solver/scene/file/file_kind.h"
#include "solver/scene/file/override.h"
#include "solver/scene/file/parsed_scene.h"
#include "solver/scene/file/table_reader.h"
#include "solver/scene/file/text/value_text.h"
#include "solver/scene/names.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

constexpr int format_version = 1;

// Fills the members of a struct from a table. `fields` calls it for each member.
class FieldReader {
 public:
  FieldReader(Log& log, const toml::table& table, const std::string& path) : log_(log), in_(log, table, path) {}

  void operator()(std::string_view name, auto& member, const Key& key) { value(name, member, key); }
  void finish() { in_.finish(); }
  // Returns whether this program can read the file's format version.
  bool version(std::string_view name) {
    std::int64_t version = format_version;
    if (!in_.whole(name, version, true) || version == format_version) return true;
    in_.error(*in_.find(name), name,
              fmt::format("{} is {}, but this program reads version {}; {}", name, version, format_version,
                          version > format_version ? "use a newer ezscope" : "write 1"));
    return false;
  }

 private:
  void check_in_range(std::string_view name, double v, const Key& key) {
    const bool low = key.range.open_low ? v > key.range.low : v >= key.range.low;
    if (std::isfinite(v) && low && v <= key.range.high) return;
    in_.error(*in_.find(name), name, fmt::format("{} is {}; give {}", in_.path_of(name), v, key.range.words));
  }
  void value(std::string_view name, double& out, const Key& key) {
    if (in_.number(name, out, key.required)) check_in_range(name, out, key);
  }
  void value(std::string_view name, std::optional<double>& out, const Key& key) {
    if (in_.number(name, out)) check_in_range(name, *out, key);
  }
  void value(std::string_view name, int& out, const Key& key) {
    if (in_.integer(name, out, key.required, key.range)) check_in_range(name, out, key);
  }
  void value(std::string_view name, bool& out, const Key&) { in_.boolean(name, out); }
  void value(std::string_view name, std::string& out, const Key& key) {
    if (!in_.text(name, out, key.required)) return;
    if (key.required && out.empty()) in_.error(*in_.find(name), name, in_.path_of(name) + " is empty; enter a text");
    check_can_be_shown(name, in_.path_of(name), out);
  }
  void check_can_be_shown(std::string_view name, const std::string& path, const std::string& text) {
    if (const auto c = invisible_control(text))
      in_.error(*in_.find(name), name,
                fmt::format("{} contains the control character U+{:04X}; remove it", path, static_cast<unsigned>(*c)));
  }
  void value(std::string_view name, Vec2& out, const Key& key) { in_.pair(name, out, key.required); }
  void value(std::string_view name, std::vector<Vec2>& out, const Key& key) {
    if (!in_.points(name, out, key.required)) return;
    const auto bad = std::ranges::find_if(out, [](Vec2 p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    if (bad != out.end())
      in_.error(*in_.find(name), name,
                fmt::format("{}.{} is [{}, {}]; give two numbers, [x, y]", in_.path_of(name), bad - out.begin(), bad->x,
                            bad->y));
  }
  void value(std::string_view name, std::vector<std::string>& out, const Key& key) {
    if (!in_.texts(name, out, key.required)) return;
    for (std::size_t k = 0; k < out.size(); ++k)
      check_can_be_shown(name, fmt::format("{}.{}", in_.path_of(name), k), out[k]);
  }
  void value(std::string_view name, std::vector<Override>& out, const Key&) {
    if (const toml::table* set = in_.table(name)) out = read_overrides(in_, name, *set);
  }
  template <Table T>
  void value(std::string_view name, std::vector<T>& out, const Key&) {
    const std::vector<const toml::table*> tables = in_.tables(name);
    for (std::size_t k = 0; k < tables.size(); ++k)
      read(*tables[k], fmt::format("{}.{}", in_.path_of(name), k), out.emplace_back());
  }
  template <Table T>
  void value(std::string_view name, std::optional<T>& out, const Key&) {
    if (const toml::table* table = in_.table(name)) read(*table, in_.path_of(name), out.emplace());
  }
  template <class... A>
  void value(std::string_view name, std::optional<std::variant<A...>>& out, const Key&) {
    using Any = std::variant<A...>;
    const toml::table* table = in_.table(name);
    if (!table) return;
    FieldReader reader(log_, *table, in_.path_of(name));
    std::size_t kind = 0;
    if (!reader.in_.choice("kind", Alternatives<Any>::kinds, kind, true)) {
      log_.failed.insert(in_.path_of(name));
      return reader.in_.finish_without_kind({});
    }
    out = Alternatives<Any>::at(kind, [](auto type) { return typename decltype(type)::type(); });
    std::visit([&](auto& v) { v.fields(v, reader); }, *out);
    reader.finish();
  }
  template <class T>
  void read(const toml::table& table, const std::string& path, T& out) {
    FieldReader reader(log_, table, path);
    T::fields(out, reader);
    reader.finish();
  }

  Log& log_;
  TableReader in_;
};

struct ReadFile {
  toml::table document;
  Log log;
  std::vector<InputFile> inputs;  // of the cards' scenes
};

// Fills `out` from a text whose first key is `version`. Returns false if the text cannot be understood at all.
template <class T>
bool read_text(std::string_view text, const std::string& file, std::string_view version, std::string whole,
               ReadFile& from, T& out) {
  from.log.file = file;
  from.log.whole = std::move(whole);
  const std::string path = from.log.origin.folder ? file : "";
  std::optional<Message> message = parse_document(text, file, from.document);
  if (!message) message = message_of_other_kind(from.document, version, file, path);
  if (message) {
    from.log.messages.push_back(std::move(*message));
    return false;
  }
  FieldReader reader(from.log, from.document, "");
  if (!reader.version(version)) return false;
  T::fields(out, reader);
  reader.finish();
  return true;
}

std::vector<Message> in_order(std::vector<Message> messages) {
  std::ranges::stable_sort(messages, {}, [](const Message& m) { return std::pair(m.line, m.column); });
  return messages;
}

// Returns a built-in scene's name, or the path of a file relative to the lesson's folder.
std::string place_of_scene(const std::string& name, const std::string& lesson) {
  return is_builtin_scene(name) || fs::path(name).is_absolute() ? name
                                                                : (fs::path(lesson).parent_path() / name).string();
}

// Makes the initial scenes of the cards.
class SceneMaker {
 public:
  SceneMaker(Lesson& lesson, ReadFile& from) : lesson_(lesson), from_(from) {}

  void make() {
    lesson_.scenes.resize(lesson_.cards.size());
    lesson_.builtins.resize(lesson_.cards.size());
    lesson_.solved.resize(lesson_.cards.size());
    for (std::size_t k = 0; k < lesson_.cards.size(); ++k) make(k);
  }

 private:
  void error(const std::string& path, const std::string& text) {
    from_.log.error(place_of(from_.document, path), path, text);
  }
  void make(std::size_t k) {
    const LessonCard& card = lesson_.cards[k];
    const std::string path = fmt::format("card.{}", k);
    const bool fresh = !card.scene.empty();
    if (fresh) start(card.scene, path + ".scene");
    if (refused_) return;
    if (name_.empty())
      return error(path + ".scene", path + ".scene is missing; give a built-in scene or a file next to the lesson");
    set_.insert(set_.end(), card.set.begin(), card.set.end());
    if (fresh || !card.set.empty() || !card.checks.empty())
      lesson_.scenes[k] = made(k, path + (fresh ? ".scene" : ".set"), {});
    if (card.goal && !card.goal->solution.empty())
      lesson_.solved[k] = made(k, path + ".goal.solution", card.goal->solution);
  }
  // Sets the scene of this and the following cards, unless the lesson may not read it.
  void start(const std::string& scene, const std::string& at) {
    name_ = place_of_scene(scene, from_.log.file);
    set_.clear();
    reported_.clear();
    checks_.reset();
    refused_ = false;
    std::error_code ignored;
    if (is_builtin_scene(name_) || !fs::exists(name_, ignored))
      return;  // the scene's reader reports a file that is missing
    const PlaceToRead place = place_to_read(from_.log.origin, scene, "a built-in scene");
    refused_ = place.refused || !from_.log.origin.folder;
    if (!refused_) return;
    if (place.refused) from_.log.refused.push_back(place.path.string());
    error(at, fmt::format("{} is {}{}", at, names::quoted(scene), place.why));
  }
  // Reports an error of a changed key, at the key if it is one of `changes`, the table `at`. Otherwise an earlier card
  // has changed it.
  void error_of_change(const std::string& at, const std::vector<Override>& changes, const Message& m) {
    const auto change = std::ranges::find(changes, m.file, override_label);
    error(change == changes.end() ? at : at + "." + change->path, fmt::format("{}: {}", at, m.text));
  }
  // Returns the scene with the changes of the cards up to this one, and with `more`. Errors are reported at the value
  // `at`.
  std::optional<Scene> made(std::size_t k, const std::string& at, const std::vector<Override>& more) {
    const std::string path = fmt::format("card.{}", k);
    const LessonCard& card = lesson_.cards[k];
    for (const char* part : {".set", ".check", ".goal"})
      if (related_to_any(from_.log.failed, path + part)) return std::nullopt;
    std::vector<Override> set = set_;
    set.insert(set.end(), more.begin(), more.end());
    std::vector<std::string> allowed;
    for (const fs::path& a : from_.log.origin.allowed) allowed.push_back(a.string());
    SceneResult made = load_scene(name_, set, nullptr, allowed);
    if (!made.scene) {
      for (const Message& m : made.messages) {
        if (m.kind != Message::Kind::error || !reported_.insert(to_string(m)).second) continue;
        if (!made.refused.empty()) from_.log.refused.push_back(made.refused);
        if (is_override_label(m.file))
          error_of_change(more.empty() ? path + ".set" : at, more.empty() ? card.set : more, m);
        else
          error(at, fmt::format("{}: {}", at, to_string(m)));
      }
      return std::nullopt;
    }
    if (!card.checks.empty()) checks_ = card.checks;
    if (checks_) {
      made.scene->checks = *checks_;
      for (const Message& m : validate(*made.scene))
        if (m.kind == Message::Kind::error) error(path + "." + m.path, fmt::format("{}.{}", path, m.text));
    }
    lesson_.builtins[k] = is_builtin_scene(name_) ? name_ : "";
    std::ranges::move(inputs_of_scene(is_builtin_scene(name_) ? "" : name_, made.inputs),
                      std::back_inserter(from_.inputs));
    return std::move(made.scene);
  }

  Lesson& lesson_;
  ReadFile& from_;
  std::string name_;                          // file or built-in name of the current scene
  bool refused_ = false;                      // the current scene is a file that the lesson may not read
  std::vector<Override> set_;                 // changes of the cards to the current scene
  std::set<std::string> reported_;            // errors of the current scene, which the next cards would repeat
  std::optional<std::vector<Check>> checks_;  // checks of the cards for the current scene
};

}  // namespace

LessonResult parse_lesson(std::string_view text, const std::string& file, const SceneOrigin& origin) {
  Lesson lesson;
  ReadFile from;
  from.log.origin = origin;
  if (read_text(text, file, lesson_key, "the lesson", from, lesson)) {
    SceneMaker(lesson, from).make();
    // Rules that need scenes are checked only if all scenes could be read.
    if (!from.log.messages.empty()) std::ranges::fill(lesson.scenes, std::nullopt);
    for (const LessonFinding& f : findings_of(lesson))
      if (!related_to_any(from.log.failed, f.path)) from.log.error(place_of(from.document, f.path), f.path, f.text);
  }
  const bool only_refused = from.log.messages.size() == from.log.refused.size() && !from.log.refused.empty();
  LessonResult result{std::nullopt, in_order(std::move(from.log.messages)), only_refused ? from.log.refused[0] : ""};
  lesson.name = file;
  if (result.messages.empty()) result.lesson = std::move(lesson);
  result.inputs = std::move(from.inputs);
  return result;
}

const std::vector<BuiltinLesson>& builtin_lessons() {
  static const std::vector<BuiltinLesson> lessons = [] {
    std::vector<embedded::File> files(embedded::lessons().begin(), embedded::lessons().end());
    std::ranges::sort(files, {}, &embedded::File::name);
    std::vector<BuiltinLesson> out;
    for (const embedded::File& f : files) {
      const std::string_view stem = f.name.substr(0, f.name.rfind('.'));
      out.push_back({stem.substr(stem.find('-') + 1), f.bytes});  // the file 01-waves.toml is the lesson waves
    }
    return out;
  }();
  return lessons;
}

const std::vector<std::pair<std::string, std::string>>& lesson_titles() {
  static const std::vector<std::pair<std::string, std::string>> titles = [] {
    std::vector<std::pair<std::string, std::string>> out;
    for (const BuiltinLesson& b : builtin_lessons()) {
      Lesson lesson;
      ReadFile from;
      read_text(b.text, std::string(b.name), lesson_key, "the lesson", from, lesson);
      out.emplace_back(b.name, lesson.title);
    }
    return out;
  }();
  return titles;
}

LessonResult load_lesson(const std::string& file_or_name, const std::vector<std::string>& allowed) {
  std::vector<std::string_view> known;
  for (const BuiltinLesson& b : builtin_lessons()) {
    if (b.name == file_or_name) return parse_lesson(b.text, file_or_name, origin_of_builtin(allowed));
    known.push_back(b.name);
  }
  std::error_code error;
  const bool there = fs::is_regular_file(file_or_name, error);
  const FileRead read = there ? read_file(file_or_name, most_text_bytes) : FileRead{};
  if (there && read.error == 0) {
    LessonResult result = parse_lesson(read.bytes, file_or_name, origin_of_file(file_or_name, allowed));
    if (result.lesson) result.lesson->name = full_path(file_or_name);
    result.inputs.push_back({InputFile::Role::lesson, file_or_name});
    return result;
  }
  const std::string why =
      there ? fmt::format("cannot be read: {}; check its permissions", read_error_text(read.error))
      : file_or_name == "-" || fs::exists(file_or_name, error) ? "is not a file; give the file of a lesson"
      : is_builtin_scene(file_or_name) ? "is a scene, not a lesson; open it with: ezscope " + file_or_name
                                       : "is neither a file nor a built-in lesson" + names::hint(file_or_name, known);
  return {std::nullopt, {{Message::Kind::error, file_or_name, 0, 0, why}}};
}

SavedLessonResult parse_saved_lesson(std::string_view text, const std::string& file) {
  SavedLesson kept;
  ReadFile from;
  from.log.origin = origin_of_file(file);
  read_text(text, file, answers_key, "the answers", from, kept);
  for (std::size_t k = 0; k < kept.answers.given.size(); ++k)
    if (const int tries = kept.answers.given[k].tries; tries < 0) {
      const std::string path = fmt::format("answer.{}.tries", k);
      from.log.error(place_of(from.document, path), path, fmt::format("{} is {}; give 0 or more", path, tries));
    }
  SavedLessonResult result{std::nullopt, in_order(std::move(from.log.messages))};
  if (result.messages.empty()) result.kept = std::move(kept);
  return result;
}

AnswersResult parse_answers(std::string_view text, const std::string& file) {
  SavedLessonResult read = parse_saved_lesson(text, file);
  AnswersResult result{std::nullopt, std::move(read.messages)};
  if (read.kept) result.answers = std::move(read.kept->answers);
  return result;
}

namespace {

// Writes the members of a struct that differ from their defaults.
struct FieldWriter {
  std::string text, tables;

  void operator()(std::string_view name, const std::string& v, const Key& key) {
    if (key.required || !v.empty()) line(name, value_text::on_one_line(v));
  }
  void operator()(std::string_view name, int v, const Key&) { line(name, std::to_string(v)); }
  void operator()(std::string_view name, bool v, const Key&) {
    if (v) line(name, value_text::flag(v));
  }
  void operator()(std::string_view name, const std::vector<Vec2>& v, const Key&) {
    if (!v.empty()) line(name, value_text::list(v));
  }
  template <Table T>
  void operator()(std::string_view name, const std::vector<T>& list, const Key&) {
    for (const T& item : list) {
      FieldWriter inner;
      T::fields(item, inner);
      tables += fmt::format("\n[[{}]]\n{}", name, inner.text);
    }
  }
  void line(std::string_view name, const std::string& value) { text += fmt::format("{} = {}\n", name, value); }
};

}  // namespace

std::string write_saved_lesson(const SavedLesson& kept) {
  FieldWriter out;
  SavedLesson::fields(kept, out);
  return fmt::format("{} = {}\n{}{}", answers_key, format_version, out.text, out.tables);
}

SavedLesson merged(SavedLesson own, const SavedLesson& other) {
  const auto further = [](const GivenAnswer& a, const GivenAnswer& b) {
    return a.known() != b.known() ? a.known() : a.tries > b.tries;
  };
  for (const GivenAnswer& theirs : other.answers.given)
    for (GivenAnswer& ours : own.answers.given)
      if (ours.card == theirs.card && ours.title == theirs.title && further(theirs, ours)) ours = theirs;
  for (const LeftScene& theirs : other.left)
    if (std::ranges::none_of(own.left, [&](const LeftScene& ours) { return ours.card == theirs.card; }))
      own.left.push_back(theirs);
  if (own.answers.student.empty()) own.answers.student = other.answers.student;
  return own;
}

std::string write_answers(const Answers& answers) { return write_saved_lesson({answers, {}}); }

}  // namespace ez
