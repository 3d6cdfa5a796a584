// Converts TOML to a scene in two stages. This file checks types and names (each table knows its own keys). Then the
// rules in rules/ are checked, and their findings get the position of the value that they name.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "solver/base/memory.h"
#include "solver/base/read_file.h"
#include "solver/base/shell.h"
#include "solver/scene/file/as_written.h"
#include "solver/scene/file/document.h"
#include "solver/scene/file/file_kind.h"
#include "solver/scene/file/override.h"
#include "solver/scene/file/parsed_scene.h"
#include "solver/scene/file/picture_file.h"
#include "solver/scene/file/points_file.h"
#include "solver/scene/file/rules.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/text/toml_text.h"
#include "solver/scene/names.h"
#include "solver/scene/presets.h"

namespace ez {
namespace {

constexpr int format_version = 1;
constexpr int deepest_key = 16;  // the format itself needs three

std::optional<std::uint32_t> color_from(const std::string& text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
  if (error != std::errc() || end != text.data() + 7) return std::nullopt;
  return value;
}

// The required keys of a table.
struct RequiredKeys {
  std::vector<std::string_view> names;
  void operator()(std::string_view name, auto&&, const Key& key) {
    if (key.required) names.push_back(name);
  }
};

// Fills the members of a struct from a table. `fields` calls it for each member.
class KeyReader {
 public:
  KeyReader(Log& log, const toml::table& table, const std::string& path, const Scene& scene)
      : log_(log), scene_(scene), in_(log, table, path) {}

  // A key of another physics is not read, and is an error if present.
  template <class M>
  void operator()(std::string_view name, M&& member, const Key& key) {
    if (is_for(key.belongs, scene_.physics))
      value(name, std::forward<M>(member), key);
    else if (in_.has(name))
      in_.error(*in_.find(name), name,
                fmt::format("{} is for physics = {}, and the scene's is {}; leave it out", in_.path_of(name),
                            names::of(key.belongs),
                            names::quoted(names::words<Physics>[static_cast<std::size_t>(scene_.physics)])));
  }

  void value(std::string_view name, double& out, const Key& key) { in_.number(name, out, key.required); }
  void value(std::string_view name, std::optional<double>& out, const Key&) { in_.number(name, out); }
  void value(std::string_view name, int& out, const Key& key) { in_.integer(name, out, key.required, key.range); }
  void value(std::string_view name, std::optional<int>& out, const Key& key) { in_.integer(name, out, key.range); }
  void value(std::string_view name, bool& out, const Key&) { in_.boolean(name, out); }
  void value(std::string_view name, std::string& out, const Key& key) {
    if (!known_kind_ && key.required && !in_.has(name)) return placeholders_(name, out, key);  // maybe another kind's
    in_.text(name, out, key.required);
  }
  void value(std::string_view name, Vec2& out, const Key& key) { in_.pair(name, out, key.required); }
  void value(std::string_view name, std::optional<Vec2>& out, const Key&) {
    if (Vec2 pair; in_.pair(name, pair)) out = pair;
  }
  void value(std::string_view name, std::vector<Vec2>& out, const Key& key) { in_.points(name, out, key.required); }
  void value(std::string_view name, std::vector<double>& out, const Key&) {
    in_.numbers(name, "a list of numbers, [1.0, 2.0, …]", 0, out);
  }
  void value(std::string_view name, std::optional<std::array<double, 3>>& out, const Key&) {
    if (std::vector<double> all; in_.numbers(name, "three numbers, [from, to, count]", 3, all))
      out = {all[0], all[1], all[2]};
  }
  void value(std::string_view name, std::tuple<int&, int&> out, const Key& key) {
    std::array<int, 2> pair{};
    if (in_.whole_pair(name, "[nx, ny]", pair, key.required, key.range)) out = {pair[0], pair[1]};
  }
  // Reads [a, b], or one number for both.
  void value(std::string_view name, std::tuple<double&, double&> out, const Key& key) {
    constexpr std::string_view wanted = "a list of two numbers, or one number for both";
    double both = 0;
    if (Vec2 pair; in_.is_list(name)) {
      if (in_.pair(name, pair, key.required, wanted)) out = {pair.x, pair.y};
    } else if (in_.number(name, both, key.required, wanted)) {
      out = {both, both};
    }
  }
  void value(std::string_view name, std::optional<std::array<int, 2>>& out, const Key& key) {
    if (std::array<int, 2> pair{}; in_.whole_pair(name, "[x, y]", pair, false, key.range)) out = pair;
  }
  void value(std::string_view name, std::optional<BoxCorners>& out, const Key&) {
    const toml::table* table = in_.table(name);
    if (!table) return;
    BoxCorners box;
    TableReader in(log_, *table, in_.path_of(name));
    in.pair("min", box.min, true);
    in.pair("max", box.max, true);
    in.finish();
    out = box;
  }
  // Reads a number or a formula.
  void value(std::string_view name, std::tuple<double&, std::string&> out, const Key& key) {
    if (in_.is_text(name)) {
      if (in_.text(name, std::get<1>(out)) && std::get<1>(out).empty())
        in_.error(*in_.find(name), name,
                  in_.path_of(name) + " is an empty formula; give a number or a formula, or leave it out");
    } else {
      in_.number(name, std::get<0>(out), key.required, "a number, or a formula in quotes");
    }
  }
  void value(std::string_view name, GreyPicture& out, const Key&) {
    std::string text;
    if (!in_.text(name, text)) return;
    try {
      out = GreyPicture::of_text(text, log_.left);
      log_.left -= out.bytes();
    } catch (const PictureError& e) {
      in_.error(*in_.find(name), name, in_.path_of(name) + " " + e.what());
    }
  }
  void value(std::string_view name, std::vector<ImageLevel>& out, const Key&) { in_.levels(name, out); }
  void value(std::string_view name, std::optional<std::array<std::string, 2>>& out, const Key&) {
    in_.two_texts(name, out);
  }
  // Reads a colour.
  void value(std::string_view name, std::optional<std::uint32_t>& out, const Key&) {
    std::string text;
    if (!in_.text(name, text)) return;
    out = color_from(text);
    if (!out) in_.error(*in_.find(name), name, in_.path_of(name) + " is not a colour; write, for example, \"#88c0ff\"");
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void value(std::string_view name, Enum& out, const Key& key) {
    std::size_t index = 0;
    if (in_.choice(name, names::words<Enum>, index, key.required)) out = static_cast<Enum>(index);
  }
  void value(std::string_view name, std::optional<std::vector<Side>>& out, const Key&) {
    std::vector<std::size_t> sides;
    if (!in_.choices(name, names::sides, sides)) return;
    out.emplace();
    for (const std::size_t side : sides) out->push_back(static_cast<Side>(side));
  }
  void value(std::string_view name, std::array<double, 4>& by_side, const Key&) {
    const toml::table* table = in_.table(name);
    if (!table) return;
    TableReader in(log_, *table, in_.path_of(name));
    for (const Side side : all_sides) in.number(to_string(side), by_side[static_cast<std::size_t>(side)]);
    in.finish();
  }
  void value(std::string_view name, Quantity& out, const Key&) {
    std::string word;
    if (!in_.text(name, word)) return;
    const Polarization polarization = scene_.grid.polarization;
    if (const auto quantity = quantity_from(word, polarization, scene_.physics))
      out = *quantity;
    else
      in_.unknown_word(name, word, quantity_names(polarization, scene_.physics));
  }
  // Reads a kind of any physics, which the rules check. Offers only those of the scene's physics.
  void value(std::string_view name, BoundaryKind& out, const Key&) {
    std::string word;
    if (!in_.text(name, word)) return;
    const auto* const kind = std::ranges::find(boundary_kinds, word, &BoundaryFacts::name);
    if (kind != std::ranges::end(boundary_kinds))
      out = kind->kind;
    else
      in_.unknown_word(name, word, names::boundaries_of(scene_.physics));
  }
  void value(std::string_view name, std::optional<Quantity>& out, const Key& key) {
    if (!in_.has(name)) return;
    value(name, out.emplace(main_quantity(scene_.physics)), key);
  }
  void value(std::string_view name, std::vector<Override>& out, const Key&) {
    if (const toml::table* set = in_.table(name)) out = read_overrides(in_, name, *set);
  }

  // Reads the format's version. Returns false if the rest of the file cannot be understood.
  bool version() {
    std::int64_t version = format_version;
    if (!in_.whole(scene_key, version, true) || version == format_version) return true;
    const std::string ours = std::to_string(format_version);
    in_.error(
        *in_.find(scene_key), scene_key,
        version > format_version
            ? "the file is of format version " + std::to_string(version) +
                  ", which is newer than this program's version, " + ours + "; open it with a newer ezscope"
            : "ezscope is " + std::to_string(version) + ", which is not a format version; write ezscope = " + ours);
    return false;
  }

  // Read nested tables, lists of tables, and two structs that share one table.
  template <Table T>
  void value(std::string_view name, T& out, const Key& key) {
    if (const toml::table* table = in_.table(name, key.required)) inner(*table, in_.path_of(name), out);
  }
  template <Table T>
  void value(std::string_view name, std::vector<T>& out, const Key&) {
    const std::vector<const toml::table*> tables = in_.tables(name);
    if (in_.has(name)) out.clear();  // replaces the initial entries
    for (std::size_t k = 0; k < tables.size(); ++k)
      inner(*tables[k], in_.path_of(name) + "." + std::to_string(k), out.emplace_back());
  }
  template <Table A, Table B>
  void value(std::string_view name, std::tuple<A&, B&> out, const Key&) {
    const toml::table* table = in_.table(name);
    if (!table) return;
    KeyReader reader(log_, *table, in_.path_of(name), scene_);
    A::fields(std::get<0>(out), reader);
    B::fields(std::get<1>(out), reader);
    reader.finish();
  }
  template <class... A>
  void value(std::string_view name, std::variant<A...>& out, const Key& key) {
    const toml::table* table = in_.table(name, key.required);
    if (!table) return;
    KeyReader reader(log_, *table, in_.path_of(name), scene_);
    reader.kind(out);
    reader.alternative(out);
    reader.finish();
  }

  // Selects the alternative by the table's kind, and by its keys if two alternatives share a kind.
  template <class... A>
  void kind(std::variant<A...>& out) {
    constexpr auto all = Alternatives<std::variant<A...>>::kinds;
    std::vector<std::string_view> words;
    for (const std::string_view word : all)
      if (words.empty() || words.back() != word) words.push_back(word);
    std::size_t index = 0;
    known_kind_ = in_.choice("kind", words, index, true);
    if (known_kind_) (choose<A>(words[index], out), ...);
  }
  template <class... A>
  void alternative(std::variant<A...>& out) {
    const auto read = [this](auto& value) {
      using T = std::remove_reference_t<decltype(value)>;
      if (known_kind_)
        T::fields(value, *this);
      else  // keys that the default kind requires are not reported as missing
        T::fields(value, placeholders_);
    };
    std::visit(read, out);
    complete(out);
  }

  void finish() {
    if (known_kind_)
      in_.finish();
    else
      in_.finish_without_kind(placeholders_.names);
  }

 private:
  template <class T>
  void inner(const toml::table& table, const std::string& path, T& out) {
    KeyReader reader(log_, table, path, scene_);
    start(out, table);
    T::fields(out, reader);
    complete(out);
    reader.finish();
  }
  // Stands for the σm of an absorber while its keys are read.
  static constexpr double follows_sigma = std::numeric_limits<double>::lowest();
  void start(auto&, const toml::table&) {}
  // A preset's values are used for keys that are omitted.
  void start(Material& out, const toml::table& table) {
    out = started_from(table["preset"].value_or(std::string()));
    if (table["eps"].is_string()) out.eps = Material().eps;  // a formula replaces it
    if (table["sigma"].is_string()) out.sigma = Material().sigma;
    if (out.preset == absorber_preset && !table.contains("sigma_m")) out.sigma_m = follows_sigma;
  }
  template <class T>
  void choose(std::string_view kind, auto& out) {
    if (T::kind != kind) return;
    RequiredKeys keys;
    T plain;
    T::fields(plain, keys);
    const bool any = std::any_of(keys.names.begin(), keys.names.end(), [&](auto name) { return in_.has(name); });
    if (any || kind_of(out) != kind) out = plain;
  }
  void complete(auto&) {}
  // A formula replaces the number, including a preset's.
  void complete(Material& m) {
    if (!m.eps_formula.empty()) m.eps = Material().eps;
    if (!m.sigma_formula.empty()) m.sigma = Material().sigma;
    if (m.sigma_m == follows_sigma) m.sigma_m = matched_sigma_m(m);
  }
  // If one corner is missing, only this is reported, and not that the corners are swapped.
  void complete(Rect& rect) {
    if (!in_.has("min")) rect.min = rect.max;
    if (!in_.has("max")) rect.max = rect.min;
  }
  // Reads the points of a file.
  void complete(Tabulated& table) {
    const std::string name = std::exchange(table.file, {});
    if (name.empty()) return;
    const auto wrong = [&](const std::string& text) {
      in_.error(*in_.find("file"), "file", text);
      table = {};
    };
    if (in_.has("t") || in_.has("w"))
      return wrong(in_.path_of("file") + " is given together with t or w; give either the file or the two lists");
    const PlaceToRead place = file_named(name, "t and w");
    std::string why = place.why;
    if (why.empty()) why = read_points(place.path, table.t, table.w);
    const std::size_t bytes = (table.t.size() + table.w.size()) * sizeof(double);
    if (why.empty() && bytes > log_.left)
      why = fmt::format(", whose points need {}, but only {} are left of the scene's limit; use fewer points",
                        human_bytes(static_cast<double>(bytes)), human_bytes(static_cast<double>(log_.left)));
    if (!why.empty()) return wrong(in_.path_of("file") + " is " + names::quoted(name) + why);
    log_.left -= bytes;
    log_.inputs.push_back({in_.path_of("file"), place.path});
  }
  // Reads the picture of a file.
  void complete(ImageShape& image) {
    for (const char* key : {"levels", "ramp"})  // they replace the material, also if they have an error
      if (log_.failed.contains(in_.path_of(key))) log_.failed.insert(in_.path_of("material"));
    const std::string name = std::exchange(image.file, {});
    if (name.empty()) return;
    if (in_.has("png"))
      return in_.error(*in_.find("file"), "file",
                       in_.path_of("file") + " is given together with png; leave one of them out");
    const PlaceToRead place = file_named(name, "png");
    std::string why = place.why;
    if (why.empty()) why = read_picture(place.path, log_.left, image.picture);
    if (!why.empty())
      return in_.error(*in_.find("file"), "file", in_.path_of("file") + " is " + names::quoted(name) + why);
    log_.left -= image.picture.bytes();
    log_.inputs.push_back({in_.path_of("file"), place.path});
  }
  // Resolves a file that the scene names. `instead` lists the keys that embed such data.
  PlaceToRead file_named(const std::string& name, const std::string& instead) {
    PlaceToRead place = place_to_read(log_.origin, name, instead);
    if (place.refused) log_.refused.push_back(place.path.string());
    return place;
  }
  template <class... A>
  void complete(std::variant<A...>& out) {
    std::visit([this](auto& value) { this->complete(value); }, out);
  }

  Log& log_;
  const Scene& scene_;  // as far as it has been read
  TableReader in_;
  bool known_kind_ = true;
  RequiredKeys placeholders_;
};

// Reads the physics first, because the defaults depend on it.
Physics physics_of(const toml::table& document) {
  const std::string word = document["physics"].value_or(std::string());
  const auto found = std::find(names::physics.begin(), names::physics.end(), word);
  return found == names::physics.end() ? Physics::maxwell : static_cast<Physics>(found - names::physics.begin());
}

Scene read_document(const toml::table& document, Log& log) {
  Scene scene = started_as(physics_of(document));
  KeyReader reader(log, document, "", scene);
  if (!reader.version()) return scene;
  Scene::fields(scene, reader);
  reader.finish();
  return scene;
}

void add_findings(const Scene& scene, const SharedMedia& media, const toml::table& document, Log& log) {
  if (log.failed.contains("ezscope")) return;
  std::vector<Finding> found = findings_of(scene, media);
  std::erase_if(found, [&](const Finding& f) { return related_to_any(log.failed, f.path); });
  for (Finding& finding : merged(std::move(found)))
    log.add(finding.kind, place_of(document, finding.path), std::move(finding.text));
}

bool has_error(const std::vector<Message>& messages) {
  return std::any_of(messages.begin(), messages.end(), [](auto& m) { return m.kind == Message::Kind::error; });
}

}  // namespace

const toml::source_region& place_of(const toml::table& document, const std::string& path) {
  const toml::node* at = &document;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    const toml::node* next = nullptr;
    if (const toml::table* table = at->as_table()) {
      next = table->get(path.substr(begin));
      if (next) return next->source();
      next = table->get(part);
    }
    if (const toml::array* list = at->as_array()) next = list->get(static_cast<std::size_t>(std::stoul(part)));
    if (!next) break;
    at = next;
    begin = end + 1;
  }
  return at->source();
}

std::optional<Message> parse_document(std::string_view text, const std::string& file, toml::table& document) {
  std::size_t left = most_scene_bytes;
  return parse_document(text, file, document, left);
}

std::optional<Message> parse_document(std::string_view text, const std::string& file, toml::table& document,
                                      std::size_t& left) {
  if (text.size() > most_text_bytes)
    return Message{Message::Kind::error, file, 0, 0,
                   fmt::format("larger than {} MB, which is too large for a scene, lesson or answers; use another file",
                               most_text_bytes >> 20)};
  const std::string kinds = text_kinds(text);
  const std::size_t unpacked = unpacked_bytes(text, kinds);
  if (unpacked > left)
    return Message{Message::Kind::error, file, 0, 0,
                   fmt::format("{} of text expand to about {}, but the limit is {}; use fewer values",
                               human_bytes(static_cast<double>(text.size())),
                               human_bytes(static_cast<double>(unpacked)), human_bytes(static_cast<double>(left)))};
  left -= unpacked;
  if (text.starts_with("ezscope-session "))
    return Message{Message::Kind::error, file, 1, 1,
                   "the file is a recorded session; open it with: ezscope --replay " + shell_path(file)};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return Message{Message::Kind::error, file, 1, 1, "not TOML: the text is UTF-16; save it as UTF-8"};
  if (const TextPlace at = deep_key(text, kinds, deepest_key); at.line > 0)
    return Message{Message::Kind::error, file, at.line, at.column,
                   "a key has too many parts; scenes need at most three"};
  if (const TextPlace at = stray_character(text, kinds); at.line > 0)
    return Message{Message::Kind::error, file, at.line, at.column,
                   "not TOML: only strings and comments may contain such a character; put it in quotes"};
  if (const TextPlace at = private_character(text); at.line > 0)
    return Message{Message::Kind::error, file, at.line, at.column,
                   "a character of the private plane U+10xxxx, which scenes cannot contain; remove it"};
  try {
    document = toml::parse(shielded(text), std::string_view(file));
  } catch (const toml::parse_error& e) {
    const toml::source_position at = e.source().begin;
    return Message{Message::Kind::error, file, static_cast<int>(at.line), static_cast<int>(at.column),
                   "not TOML: " + unshielded(e.description()) + "; correct it here"};
  }
  return std::nullopt;
}

bool related(const std::string& a, const std::string& b) {
  const std::string &inner = a.size() < b.size() ? b : a, &outer = a.size() < b.size() ? a : b;
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '.');
}

bool related_to_any(const std::set<std::string>& paths, const std::string& path) {
  for (std::size_t end = path.size(); end != std::string::npos;
       end = end == 0 ? std::string::npos : path.rfind('.', end - 1))
    if (paths.contains(path.substr(0, end))) return true;
  const auto inner = paths.lower_bound(path + ".");
  return inner != paths.end() && inner->starts_with(path + ".");
}

std::optional<Message> parse_keys(std::string_view text, const std::string& file,
                                  const std::vector<Override>& overrides, const SceneOrigin& origin,
                                  ParsedScene& parsed) {
  parsed.log.file = file;
  parsed.log.origin = origin;
  parsed.log.left = origin.most_bytes;
  if (std::optional<Message> message = parse_document(text, file, parsed.document, parsed.log.left)) return message;
  const std::string path = origin.folder ? file : "";
  if (std::optional<Message> message = message_of_other_kind(parsed.document, scene_key, file, path)) return message;
  for (const Override& change : overrides)
    parsed.overridden.push_back(apply_override(parsed.document, change, parsed.log));
  parsed.scene = read_document(parsed.document, parsed.log);
  return std::nullopt;
}

std::optional<Scene> scene_as_written(std::string_view text) {
  ParsedScene parsed;
  if (parse_keys(text, "", {}, {}, parsed) || has_error(parsed.log.messages)) return std::nullopt;
  return std::move(parsed.scene);
}

SceneResult with_overrides(const Scene& scene, const std::vector<Override>& overrides, OverrideFinding* finding) {
  return parse_scene(write_scene(scene), "", overrides, finding);
}

SceneResult parse_scene(std::string_view text, const std::string& file, const std::vector<Override>& overrides,
                        OverrideFinding* finding, const SceneOrigin& origin) {
  if (finding) *finding = OverrideFinding::none;
  SceneResult result;
  result.has_comments = text_kinds(text).find(comment) != std::string::npos;
  ParsedScene parsed;
  if (std::optional<Message> message = parse_keys(text, file, overrides, origin, parsed)) {
    result.messages.push_back(std::move(*message));
    return result;
  }
  Log& log = parsed.log;
  const SharedMedia media = media_of(parsed.scene);
  add_findings(parsed.scene, media, parsed.document, log);
  std::stable_sort(log.messages.begin(), log.messages.end(), [](const Message& a, const Message& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  const auto errors = std::ranges::count(log.messages, Message::Kind::error, &Message::kind);
  if (errors == 0) result.scene = std::move(parsed.scene), result.media = media;
  if (!log.refused.empty() && errors == std::ssize(log.refused)) result.refused = log.refused.front();
  result.messages = std::move(log.messages);
  result.inputs = std::move(log.inputs);
  if (finding) *finding = log.finding;
  return result;
}

}  // namespace ez
