#include "solver/scene/file/override.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string>

#include "solver/scene/file/text/toml_text.h"
#include "solver/scene/file/text/value_text.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

constexpr std::size_t deepest_path = 16;

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// In the keys of a variant's set, the dotted path is one key: variant.0.set.boundary.left.
void join_variant_key(std::vector<std::string>& parts) {
  if (parts.size() < 5 || parts[0] != "variant" || parts[2] != "set") return;
  for (std::size_t k = 4; k < parts.size(); ++k) parts[3].append(".").append(parts[k]);
  parts.resize(4);
}

std::optional<std::size_t> index_from(const std::string& text) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return index;
}

// Returns true for text that is not a TOML value but needs no quotes: a name, a colour, a duration such as 20T.
bool is_bare_word(const std::string& text) {
  const auto letter = [](char c) { return c == '_' || std::isalpha(static_cast<unsigned char>(c)); };
  const auto word = [&](char c) {
    return letter(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '-' || c == '.';
  };
  return !text.empty() && (text[0] == '#' || std::any_of(text.begin(), text.end(), letter)) &&
         (text[0] == '#' || word(text[0])) && std::all_of(text.begin() + 1, text.end(), word);
}

// Returns a table with the single key `value`, located at `label`. Empty, with the reason in `why`,
// if the text is not a TOML value.
std::optional<toml::table> parse_value(const std::string& value, const std::string& label, std::string& why) {
  const std::string text = "value = " + value;
  const std::string kinds = text_kinds(text);
  if (deep_key(text, kinds, deepest_path).line > 0 || private_character(text).line > 0) {
    why = "it is nested too deeply, or contains characters of a private plane";
    return std::nullopt;
  }
  try {
    toml::table parsed = toml::parse(shielded(text), std::string_view(label));
    if (parsed.size() == 1) return parsed;
    why = "it contains more than one value";
  } catch (const toml::parse_error& e) {
    if (is_bare_word(value)) return toml::parse("value = '" + value + "'", std::string_view(label));
    why = unshielded(e.description());
  }
  return std::nullopt;
}

std::string name_in(const toml::node& entry) {
  const toml::table* table = entry.as_table();
  const auto* name = table ? table->get_as<std::string>("name") : nullptr;
  return name ? unshielded(name->get()) : std::string();
}

// Selects an entry of the list `path` by its index or its name. `rest` is the path from there on. Returns nullopt, with
// a message, if no single entry is meant.
std::optional<std::size_t> entry(const toml::array& list, const std::string& path, const std::string& rest,
                                 const std::string& label, Log& log) {
  const std::string part = rest.substr(0, rest.find('.'));
  if (const std::optional<std::size_t> index = index_from(part); index && *index < list.size()) return index;
  std::vector<std::size_t> named;
  std::vector<std::string> names(list.size());
  for (std::size_t k = 0; k < list.size(); ++k) {
    names[k] = name_in(list[k]);
    if (!part.empty() && names[k] == part) named.push_back(k);
    if (names[k].find('.') != std::string::npos && (rest + ".").starts_with(names[k] + ".")) {
      log.bad_path(label, "the name " + names::quoted(names[k]) + " contains a dot; write " + path + "." +
                              std::to_string(k) + " instead");
      return std::nullopt;
    }
  }
  if (named.size() == 1) return named.front();
  if (named.size() > 1) {
    std::string which = std::to_string(named[0]);
    for (std::size_t k = 1; k < named.size(); ++k)
      which += (k + 1 == named.size() ? " and " : ", ") + std::to_string(named[k]);
    log.bad_path(label, "the entries " + which + " of " + path + " have the name " + names::quoted(part) +
                            "; give the index of one");
    return std::nullopt;
  }
  const bool nameless = std::ranges::all_of(names, &std::string::empty);
  const std::string has = list.empty()                   ? "; it is empty"
                          : list.size() == 1 && nameless ? "; give index 0, the only one"
                          : nameless || index_from(part)
                              ? "; give an index from 0 to " + std::to_string(list.size() - 1)
                              : names::hint(part, std::vector<std::string_view>(names.begin(), names.end()));
  log.bad_path(label, path + " has no entry " + names::quoted(part) + has);
  return std::nullopt;
}

// Joins the parts of a path from `from` to before `to`.
std::string joined(const std::vector<std::string>& parts, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t k = from; k < to; ++k) out.append(k > from ? "." : "").append(parts[k]);
  return out;
}

// Collects the keys of a variant by their dotted paths. "boundary.left" in quotes is one key. Without quotes it is a
// nested table with the same meaning. An inline table in braces is a value.
class PathCollector {
 public:
  PathCollector(TableReader& in, std::string_view key) : in_(in), key_(key) {}
  void collect(const toml::table& table, const std::string& outer) {
    for (const auto& [key, node] : table) {
      const std::string path = outer + (outer.empty() ? "" : ".") + unshielded(key.str());
      const toml::table* inner = node.as_table();
      if (inner && !inner->is_inline() && !inner->empty())
        collect(*inner, path);
      else
        add(path, node);
    }
  }
  std::vector<Override> take() {
    std::vector<Override> out;
    for (const auto& [path, node] : found_) {
      std::optional<std::string> value = value_text::of(*node);
      if (value)
        out.push_back({path, std::move(*value)});
      else
        in_.error(*node, key_,
                  in_.path_of(key_) + "." + path + " contains a date or time; give a number, a text or a list");
    }
    return out;
  }

 private:
  static bool overridden(const toml::node& node) {
    return node.source().path && is_override_label(*node.source().path);
  }
  void add(const std::string& path, const toml::node& node) {
    const auto [at, is_new] = found_.try_emplace(path, &node);
    if (is_new) return;
    if (overridden(node))
      at->second = &node;
    else if (!overridden(*at->second))
      in_.error(node, key_, in_.path_of(key_) + " sets " + names::quoted(path) + " twice; keep one");
  }

  TableReader& in_;
  std::string_view key_;
  std::map<std::string, const toml::node*> found_;
};

}  // namespace

std::string apply_override(toml::table& document, const Override& change, Log& log) {
  const std::string label = override_label(change);
  std::vector<std::string> parts = split(change.path);
  if (parts.size() > deepest_path || std::any_of(parts.begin(), parts.end(), [](auto& p) { return p.empty(); })) {
    log.bad_path(label,
                 names::quoted(change.path) + " is not a path; write, for example, grid.courant or source.0.amplitude");
    return change.path;
  }
  join_variant_key(parts);
  std::string why;
  std::optional<toml::table> value = parse_value(change.value, label, why);
  if (!value) {
    log.finding = log.finding == OverrideFinding::path ? log.finding : OverrideFinding::value;
    log.messages.push_back(
        {Message::Kind::error, label, 0, 0, "the value is not TOML (" + why + "); quote strings, as in '\"pec\"'"});
    return change.path;
  }
  toml::node* at = &document;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string name = joined(parts, 0, k);
    const bool last = k + 1 == parts.size();
    if (toml::table* table = at->as_table()) {
      if (last) {
        value->get("value")->visit([&](auto& v) { table->insert_or_assign(parts[k], std::move(v)); });
      } else if (!table->contains(parts[k])) {
        if (index_from(parts[k + 1])) {
          log.bad_path(label, joined(parts, 0, k + 1) + " has no entry \"" + parts[k + 1] + "\"; it is empty");
          return change.path;
        }
        toml::table made = toml::parse("value = {}", std::string_view(label));
        log.made.insert(joined(parts, 0, k + 1));
        made.get("value")->visit([&](auto& v) { table->insert_or_assign(parts[k], std::move(v)); });
      }
      at = table->get(parts[k]);
    } else if (toml::array* list = at->as_array()) {
      const std::optional<std::size_t> index = entry(*list, name, joined(parts, k, parts.size()), label, log);
      if (!index) return change.path;
      parts[k] = std::to_string(*index);
      if (last)
        value->get("value")->visit(
            [&](auto& v) { list->replace(list->cbegin() + static_cast<std::ptrdiff_t>(*index), std::move(v)); });
      else
        at = list->get(*index);
    } else {
      log.bad_path(label, name + " is a single value; set it as a whole");
      return change.path;
    }
  }
  return joined(parts, 0, parts.size());
}

std::vector<Override> read_overrides(TableReader& in, std::string_view key, const toml::table& set) {
  PathCollector paths(in, key);
  paths.collect(set, "");
  return paths.take();
}

}  // namespace ez
