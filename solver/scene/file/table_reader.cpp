#include "solver/scene/file/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "solver/scene/file/override.h"
#include "solver/scene/file/text/toml_text.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return node.as_array()->is_array_of_tables() ? "a list of tables" : "a list";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

}  // namespace

void Log::add(Message::Kind kind, const toml::source_region& where, std::string text) {
  const bool overridden = where.path && is_override_label(*where.path);
  Message message{kind, overridden ? *where.path : file, 0, 0, std::move(text)};
  if (!overridden) {
    message.line = static_cast<int>(where.begin.line);
    message.column = static_cast<int>(where.begin.column);
  } else if (kind == Message::Kind::error && finding == OverrideFinding::none) {
    finding = OverrideFinding::value;
  }
  messages.push_back(std::move(message));
}

void Log::error(const toml::source_region& where, const std::string& path, std::string text) {
  failed.insert(path);
  add(Message::Kind::error, where, std::move(text));
}

void Log::bad_path(const std::string& label, std::string text) {
  finding = OverrideFinding::path;
  messages.push_back({Message::Kind::error, label, 0, 0, std::move(text)});
}

TableReader::TableReader(Log& log, const toml::table& table, std::string path)
    : log_(log), table_(table), path_(std::move(path)) {}

std::string TableReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void TableReader::error(const toml::node& node, std::string_view key, std::string text) {
  log_.error(node.source(), path_of(key), std::move(text));
}

bool TableReader::wrong_type(const toml::node& node, std::string_view key, std::string_view wanted) {
  if (log_.made.contains(path_of(key))) {
    log_.bad_path(*node.source().path, path_of(key) + " is empty; give " + std::string(wanted));
    return false;
  }
  error(node, key, path_of(key) + " is " + std::string(type_name(node)) + "; give " + std::string(wanted));
  return false;
}

const toml::node* TableReader::find(std::string_view key, bool required) {
  known_.insert(key);
  const toml::node* node = table_.get(key);
  if (!node && required) missing_.push_back(key);
  return node;
}

bool TableReader::as_number(const toml::node& node, double& out) const {
  if (const auto value = node.value_exact<double>()) {
    out = *value;
  } else if (const auto whole = node.value_exact<std::int64_t>()) {
    out = static_cast<double>(*whole);
  } else {
    return false;
  }
  return true;
}

bool TableReader::as_pair(const toml::node& node, Vec2& out) const {
  const toml::array* list = node.as_array();
  Vec2 value;
  if (!list || list->size() != 2 || !as_number((*list)[0], value.x) || !as_number((*list)[1], value.y)) return false;
  out = value;
  return true;
}

bool TableReader::number(std::string_view key, double& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  return as_number(*node, out) || wrong_type(*node, key, "a number");
}

bool TableReader::number(std::string_view key, std::optional<double>& out) {
  double value = 0;
  if (!number(key, value)) return false;
  out = value;
  return true;
}

bool TableReader::integer(std::string_view key, int& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  const auto value = node->value_exact<std::int64_t>();
  using Limits = std::numeric_limits<int>;
  if (!value) return wrong_type(*node, key, "a whole number");
  if (*value < Limits::min() || *value > Limits::max()) {
    error(
        *node, key,
        fmt::format("{} is {}; give a whole number from {} to {}", path_of(key), *value, Limits::min(), Limits::max()));
    return false;
  }
  out = static_cast<int>(*value);
  return true;
}

// A number outside the range of int is clamped. The rules then report that it is out of its own range.
bool TableReader::integer(std::string_view key, std::optional<int>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const auto value = node->value_exact<std::int64_t>();
  using Limits = std::numeric_limits<int>;
  if (!value) return wrong_type(*node, key, "a whole number");
  out = static_cast<int>(std::clamp<std::int64_t>(*value, Limits::min(), Limits::max()));
  return true;
}

bool TableReader::boolean(std::string_view key, bool& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const auto value = node->value_exact<bool>();
  if (!value) return wrong_type(*node, key, "true or false");
  out = *value;
  return true;
}

bool TableReader::text(std::string_view key, std::string& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  const auto value = node->value_exact<std::string_view>();
  if (!value) return wrong_type(*node, key, "a string, in quotes");
  out = unshielded(*value);
  return true;
}

bool TableReader::pair(std::string_view key, Vec2& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  return as_pair(*node, out) || wrong_type(*node, key, "two numbers, [x, y]");
}

bool TableReader::whole_pair(std::string_view key, std::string_view wanted, std::array<int, 2>& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  const toml::array* list = node->as_array();
  const auto value = [&](std::size_t k) { return list->get(k)->value_exact<std::int64_t>(); };
  if (!list || list->size() != 2 || !value(0) || !value(1)) {
    error(*node, key, path_of(key) + " is not two whole numbers; give " + std::string(wanted));
    return false;
  }
  constexpr std::int64_t beyond = 1 << 30;
  for (std::size_t k = 0; k < 2; ++k) out[k] = static_cast<int>(std::clamp(*value(k), -beyond, beyond));
  return true;
}

bool TableReader::numbers(std::string_view key, std::string_view wanted, std::size_t count, std::vector<double>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* list = node->as_array();
  if (!list || (count > 0 && list->size() != count)) return wrong_type(*node, key, wanted);
  std::vector<double> value(list->size());
  for (std::size_t k = 0; k < list->size(); ++k)
    if (!as_number(*list->get(k), value[k])) return wrong_type(*list->get(k), key, wanted);
  out = std::move(value);
  return true;
}

bool TableReader::points(std::string_view key, std::vector<Vec2>& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  const toml::array* list = node->as_array();
  if (!list) return wrong_type(*node, key, "a list of points, [[x, y], …]");
  std::vector<Vec2> value(list->size());
  for (std::size_t k = 0; k < list->size(); ++k) {
    const toml::node& item = *list->get(k);
    if (as_pair(item, value[k])) continue;
    error(
        item, key,
        path_of(key) + "." + std::to_string(k) + " is " + std::string(type_name(item)) + "; give two numbers, [x, y]");
    return false;
  }
  out = std::move(value);
  return true;
}

bool TableReader::levels(std::string_view key, std::vector<ImageLevel>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* list = node->as_array();
  if (!list) return wrong_type(*node, key, "a list of levels, [[0, \"material\"], …]");
  std::vector<ImageLevel> value;
  for (const toml::node& item : *list) {
    const toml::array* level = item.as_array();
    const bool two = level && level->size() == 2;
    const auto grey = two ? level->get(0)->value_exact<std::int64_t>() : std::nullopt;
    const auto material = two ? level->get(1)->value_exact<std::string_view>() : std::nullopt;
    if (!grey || !material) {
      error(item, key,
            path_of(key) + "." + std::to_string(value.size()) +
                " is not a level; give [grey, \"material\"], grey from 0 to 255");
      return false;
    }
    value.push_back({static_cast<int>(std::clamp<std::int64_t>(*grey, -1, 256)), unshielded(*material)});
  }
  out = std::move(value);
  return true;
}

bool TableReader::texts(std::string_view key, std::vector<std::string>& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  const toml::array* list = node->as_array();
  constexpr std::string_view wanted = "a list of texts, [\"…\", \"…\"]";
  if (!list) return wrong_type(*node, key, wanted);
  std::vector<std::string> value;
  for (const toml::node& item : *list) {
    const auto text = item.value_exact<std::string_view>();
    if (!text) return wrong_type(item, key, wanted);
    value.push_back(unshielded(*text));
  }
  out = std::move(value);
  return true;
}

bool TableReader::two_texts(std::string_view key, std::optional<std::array<std::string, 2>>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* list = node->as_array();
  const auto text = [&](std::size_t k) { return list->get(k)->value_exact<std::string_view>(); };
  if (!list || list->size() != 2 || !text(0) || !text(1)) {
    error(*node, key, path_of(key) + " is not two names; give [\"material\", \"material\"]");
    return false;
  }
  out = {unshielded(*text(0)), unshielded(*text(1))};
  return true;
}

bool TableReader::choice(std::string_view key, std::span<const std::string_view> choices, std::size_t& out,
                         bool required) {
  std::string word;
  if (!text(key, word, required)) return false;
  return known_word(*table_.get(key), key, word, choices, out);
}

bool TableReader::known_word(const toml::node& node, std::string_view key, std::string_view word,
                             std::span<const std::string_view> choices, std::size_t& out) {
  const auto found = std::find(choices.begin(), choices.end(), word);
  if (found == choices.end()) {
    error(node, key, path_of(key) + " is " + names::quoted(word) + ", which is not known" + names::hint(word, choices));
    return false;
  }
  out = static_cast<std::size_t>(found - choices.begin());
  return true;
}

bool TableReader::choices(std::string_view key, std::span<const std::string_view> choices,
                          std::vector<std::size_t>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const std::string wanted = "a list of words, [\"" + std::string(choices.front()) + "\", …]";
  const toml::array* list = node->as_array();
  if (!list) return wrong_type(*node, key, wanted);
  std::vector<std::size_t> value(list->size());
  for (std::size_t k = 0; k < list->size(); ++k) {
    const toml::node& item = *list->get(k);
    const auto word = item.value_exact<std::string_view>();
    if (!word) return wrong_type(item, key, wanted);
    if (!known_word(item, key, unshielded(*word), choices, value[k])) return false;
  }
  out = std::move(value);
  return true;
}

const toml::table* TableReader::table(std::string_view key, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return nullptr;
  if (!node->is_table()) wrong_type(*node, key, "a table, [" + std::string(key) + "] or { … }");
  return node->as_table();
}

std::vector<const toml::table*> TableReader::tables(std::string_view key) {
  std::vector<const toml::table*> out;
  const toml::node* node = find(key);
  if (!node) return out;
  const toml::array* list = node->as_array();
  const std::string wanted = "a list of tables, [[" + std::string(key) + "]]";
  if (!list) {
    wrong_type(*node, key, wanted);
    return out;
  }
  for (const toml::node& item : *list) {
    if (!item.is_table()) {
      const std::string path = path_of(key) + "." + std::to_string(out.size());
      error(item, key, path + " is " + std::string(type_name(item)) + "; give a table, [[" + std::string(key) + "]]");
      return {};
    }
    out.push_back(item.as_table());
  }
  return out;
}

void TableReader::finish() {
  const std::vector<std::string_view> known(known_.begin(), known_.end());
  std::set<std::string_view> meant;  // missing keys for which an unknown key is probably a misspelling
  const std::string here = path_.empty() ? log_.whole : path_;
  for (const auto& [key, node] : table_) {
    if (known_.contains(key.str())) continue;
    const std::string_view near = names::nearest(key.str(), known);
    meant.insert(near);
    const std::string text = "unknown key " + names::quoted(unshielded(key.str())) + " in " + here +
                             (near.empty() ? names::hint({}, known) : names::hint(key.str(), known));
    const toml::source_region& where = node.source();
    const bool placed = key.source().begin.line > 0;  // keys created by --set have no position
    if (!placed && where.path && is_override_label(*where.path))
      log_.bad_path(*where.path, text);
    else
      log_.add(Message::Kind::error, placed ? key.source() : where, text);
  }
  report_missing(meant);
}

void TableReader::finish_without_kind(std::span<const std::string_view> placeholders) {
  for (const std::string_view key : placeholders) log_.failed.insert(path_of(key));
  report_missing({});
}

void TableReader::report_missing(const std::set<std::string_view>& meant) {
  for (const std::string_view key : missing_) {
    log_.failed.insert(path_of(key));
    if (meant.contains(key)) continue;
    log_.add(Message::Kind::error, table_.source(),
             path_of(key) + " is missing; add it" + (path_.empty() ? "" : " to this table"));
  }
}

}  // namespace ez
