#include "solver/scene/file/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/scene/file/override.h"
#include "solver/scene/file/text/toml_text.h"
#include "solver/scene/file/text/value_text.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

// Returns what to give in place of a whole number that does not fit an int.
std::string smaller_or_larger(std::int64_t value, const Range& range) {
  if (std::isfinite(value > 0 ? range.high : range.low)) return std::string(range.words);
  if (value < 0) return "a larger number";
  return fmt::format("a whole number up to {}", std::numeric_limits<int>::max());
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
    log_.bad_path(*node.source().path, path_of(key) + " is not a table; give " + std::string(wanted));
    return false;
  }
  error(node, key, fmt::format("{} is {}; give {}", path_of(key), value_text::described(node), wanted));
  return false;
}

bool TableReader::wrong_entry(const toml::node& item, std::string_view key, std::size_t k, std::string_view wanted) {
  error(item, key, fmt::format("{}.{} is {}; give {}", path_of(key), k, value_text::described(item), wanted));
  return false;
}

bool TableReader::not_numbers(const toml::node& node, std::string_view key, const std::string& place,
                              std::string_view wanted, std::size_t count) {
  const toml::array* list = node.as_array();
  double ignored = 0;
  if (list && (count == 0 || list->size() == count))
    for (std::size_t k = 0; k < list->size(); ++k)
      if (const toml::node& item = *list->get(k); !as_number(item, ignored)) {
        error(item, key, fmt::format("{}.{} is {}; give a number", place, k, value_text::described(item)));
        return false;
      }
  if (place == path_of(key)) return wrong_type(node, key, wanted);
  error(node, key, fmt::format("{} is {}; give {}", place, value_text::described(node), wanted));
  return false;
}

std::string TableReader::header(std::string_view key) const {
  std::string out;
  const std::string path = path_of(key);
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    if (part.find_first_not_of("0123456789") != std::string::npos) out.append(out.empty() ? "" : ".").append(part);
    begin = end + 1;
  }
  return out;
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

bool TableReader::number(std::string_view key, double& out, bool required, std::string_view wanted) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  return as_number(*node, out) || wrong_type(*node, key, wanted);
}

bool TableReader::number(std::string_view key, std::optional<double>& out) {
  double value = 0;
  if (!number(key, value)) return false;
  out = value;
  return true;
}

bool TableReader::whole(std::string_view key, std::int64_t& out, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  const auto value = node->value_exact<std::int64_t>();
  if (!value) return wrong_type(*node, key, "a whole number");
  out = *value;
  return true;
}

bool TableReader::integer(std::string_view key, int& out, bool required, const Range& range) {
  std::int64_t value = 0;
  if (!whole(key, value, required)) return false;
  using Limits = std::numeric_limits<int>;
  if (value < Limits::min() || value > Limits::max()) {
    error(*table_.get(key), key,
          fmt::format("{} is {}; give {}", path_of(key), value, smaller_or_larger(value, range)));
    return false;
  }
  out = static_cast<int>(value);
  return true;
}

bool TableReader::integer(std::string_view key, std::optional<int>& out, const Range& range) {
  int value = 0;
  if (!integer(key, value, false, range)) return false;
  out = value;
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

bool TableReader::pair(std::string_view key, Vec2& out, bool required, std::string_view wanted) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  return as_pair(*node, out) || not_numbers(*node, key, path_of(key), wanted, 2);
}

bool TableReader::whole_pair(std::string_view key, std::string_view wanted, std::array<int, 2>& out, bool required,
                             const Range& range) {
  const toml::node* node = find(key, required);
  if (!node) return false;
  const toml::array* list = node->as_array();
  const auto value = [&](std::size_t k) { return list->get(k)->value_exact<std::int64_t>(); };
  if (!list || list->size() != 2 || !value(0) || !value(1)) {
    error(*node, key, path_of(key) + " is not two whole numbers; give " + std::string(wanted));
    return false;
  }
  constexpr std::int64_t beyond = 1 << 30;
  const std::int64_t a = *value(0), b = *value(1);
  if (std::max(a, b) > beyond || std::min(a, b) < -beyond) {
    const bool any = range.words == Range().words;
    error(*node, key, fmt::format("{} is [{}, {}]; give {}", path_of(key), a, b, any ? wanted : range.words));
    return false;
  }
  out = {static_cast<int>(a), static_cast<int>(b)};
  return true;
}

bool TableReader::numbers(std::string_view key, std::string_view wanted, std::size_t count, std::vector<double>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const toml::array* list = node->as_array();
  const bool long_enough = list && (count == 0 || list->size() == count);
  std::vector<double> value(long_enough ? list->size() : 0);
  for (std::size_t k = 0; k < value.size(); ++k)
    if (!as_number(*list->get(k), value[k])) return not_numbers(*node, key, path_of(key), wanted, count);
  if (!long_enough) return wrong_type(*node, key, wanted);
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
    return not_numbers(item, key, fmt::format("{}.{}", path_of(key), k), "two numbers, [x, y]", 2);
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
    const std::string place = fmt::format("{}.{}", path_of(key), value.size());
    if (!grey || !material) {
      error(item, key, place + " is not a level; give [grey, \"material\"], grey from 0 to 255");
      return false;
    }
    if (*grey < 0 || *grey > 255) {
      error(item, key, fmt::format("{} begins at {}; give a grey from 0 (black) to 255 (white)", place, *grey));
      return false;
    }
    value.push_back({static_cast<int>(*grey), unshielded(*material)});
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
    if (!text) return wrong_entry(item, key, value.size(), "a string, in quotes");
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

void TableReader::unknown_word(std::string_view key, std::string_view word, std::span<const std::string_view> words) {
  unknown_word(*table_.get(key), key, word, words);
}
void TableReader::unknown_word(const toml::node& node, std::string_view key, std::string_view word,
                               std::span<const std::string_view> words) {
  error(node, key, path_of(key) + " is " + names::quoted(word) + ", which is not known" + names::hint(word, words));
}

bool TableReader::known_word(const toml::node& node, std::string_view key, std::string_view word,
                             std::span<const std::string_view> choices, std::size_t& out) {
  const auto found = std::find(choices.begin(), choices.end(), word);
  if (found == choices.end()) {
    unknown_word(node, key, word, choices);
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
    if (!word) return wrong_entry(item, key, k, "a word in quotes");
    if (!known_word(item, key, unshielded(*word), choices, value[k])) return false;
  }
  out = std::move(value);
  return true;
}

const toml::table* TableReader::table(std::string_view key, bool required) {
  const toml::node* node = find(key, required);
  if (!node) return nullptr;
  if (!node->is_table()) wrong_type(*node, key, fmt::format("a table, [{}] or {{ … }}", header(key)));
  return node->as_table();
}

std::vector<const toml::table*> TableReader::tables(std::string_view key) {
  std::vector<const toml::table*> out;
  const toml::node* node = find(key);
  if (!node) return out;
  const toml::array* list = node->as_array();
  if (!list) {
    wrong_type(*node, key, fmt::format("a list of tables, [[{}]] or [{{ … }}, …]", header(key)));
    return out;
  }
  for (const toml::node& item : *list) {
    if (!item.is_table()) {
      wrong_entry(item, key, out.size(), "a table, { … }");
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
