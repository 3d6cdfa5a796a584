// Reads one TOML table key by key. Only keys that are asked for are known. All others are reported as
// unknown, with the key that was probably intended. The reader does not check ranges, which are rules in
// rules/. Inner header of solver/scene.
#pragma once

#include <toml++/toml.h>

#include <array>
#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/scene_origin.h"
#include "solver/scene/key.h"

namespace ez {

// Everything that is reported while a text is read. Values from `--set` have "--set KEY=VALUE" as their file.
struct Log {
  std::string file;
  std::string whole = "the scene";  // name of the whole document in messages about its keys
  std::vector<Message> messages;
  std::set<std::string> failed;  // dotted paths whose values could not be read
  std::set<std::string> made;    // tables that --set created on the path to its key
  OverrideFinding finding = OverrideFinding::none;
  SceneOrigin origin;                   // determines what the text may read
  std::size_t left = most_scene_bytes;  // bytes that may still be unpacked
  std::vector<std::string> refused;     // files that it names but may not read
  std::vector<SceneInput> inputs;       // files that it names and that were read

  void add(Message::Kind kind, const toml::source_region& where, std::string text);
  // Reports an error of the value at `path`.
  void error(const toml::source_region& where, const std::string& path, std::string text);
  // Reports an error of an override's path.
  void bad_path(const std::string& label, std::string text);
};

class TableReader {
 public:
  TableReader(Log& log, const toml::table& table, std::string path);

  // Each returns true if the key exists with a value of the right type. Otherwise `out` is unchanged. `wanted` is what
  // messages ask for.
  bool number(std::string_view key, double& out, bool required = false, std::string_view wanted = "a number");
  bool number(std::string_view key, std::optional<double>& out);
  bool whole(std::string_view key, std::int64_t& out, bool required = false);
  // Reads a whole number that fits an int. The message about another one states `range` if that has such a limit.
  bool integer(std::string_view key, int& out, bool required = false, const Range& range = {});
  bool integer(std::string_view key, std::optional<int>& out, const Range& range = {});
  bool boolean(std::string_view key, bool& out);
  bool text(std::string_view key, std::string& out, bool required = false);
  bool pair(std::string_view key, Vec2& out, bool required = false, std::string_view wanted = "two numbers, [x, y]");
  // Reads two whole numbers. `wanted` is their form in messages: "[nx, ny]". Refuses numbers beyond ±2³⁰, which are far
  // outside any rule; `range` is that rule.
  bool whole_pair(std::string_view key, std::string_view wanted, std::array<int, 2>& out, bool required = false,
                  const Range& range = {});
  // Reads a list of numbers. It must have `count` numbers unless `count` is 0.
  bool numbers(std::string_view key, std::string_view wanted, std::size_t count, std::vector<double>& out);
  bool points(std::string_view key, std::vector<Vec2>& out, bool required = false);
  // Reads a list of greys, each with the material that starts there.
  bool levels(std::string_view key, std::vector<ImageLevel>& out);
  // Reads a list of texts.
  bool texts(std::string_view key, std::vector<std::string>& out, bool required = false);
  bool two_texts(std::string_view key, std::optional<std::array<std::string, 2>>& out);
  // Reads a word and returns its index in `choices`.
  bool choice(std::string_view key, std::span<const std::string_view> choices, std::size_t& out, bool required = false);
  // Does the same for a list of words.
  bool choices(std::string_view key, std::span<const std::string_view> choices, std::vector<std::size_t>& out);
  const toml::table* table(std::string_view key, bool required = false);
  // Returns the tables of a [[key]] list.
  std::vector<const toml::table*> tables(std::string_view key);
  // Returns a value of any type.
  const toml::node* find(std::string_view key, bool required = false);

  // Reports missing and unknown keys. Call it once, at the end.
  void finish();
  // Replaces finish() if the table's kind is unknown. The valid keys are then unknown too, so the keys that the default
  // kind requires, `placeholders`, are not reported as missing.
  void finish_without_kind(std::span<const std::string_view> placeholders);

  bool has(std::string_view key) const { return table_.contains(key); }
  bool is_text(std::string_view key) const { return table_.get(key) && table_.get(key)->is_string(); }
  bool is_list(std::string_view key) const { return table_.get(key) && table_.get(key)->is_array(); }
  std::string path_of(std::string_view key) const;
  void error(const toml::node& node, std::string_view key, std::string text);
  // Reports that the text of the key is none of these words.
  void unknown_word(std::string_view key, std::string_view word, std::span<const std::string_view> words);

 private:
  void report_missing(const std::set<std::string_view>& meant);
  bool wrong_type(const toml::node& node, std::string_view key, std::string_view wanted);
  // Reports a wrong type of entry `k` of a list.
  bool wrong_entry(const toml::node& item, std::string_view key, std::size_t k, std::string_view wanted);
  // Reports why `node`, which `place` names, is not a list of `count` numbers.
  bool not_numbers(const toml::node& node, std::string_view key, const std::string& place, std::string_view wanted,
                   std::size_t count);
  // Returns the key's place in table headers: "source.waveform" for source.0.waveform.
  std::string header(std::string_view key) const;
  void unknown_word(const toml::node& node, std::string_view key, std::string_view word,
                    std::span<const std::string_view> words);
  bool known_word(const toml::node& node, std::string_view key, std::string_view word,
                  std::span<const std::string_view> choices, std::size_t& out);
  bool as_number(const toml::node& node, double& out) const;
  bool as_pair(const toml::node& node, Vec2& out) const;

  Log& log_;
  const toml::table& table_;
  std::string path_;                       // path of the table, with dots
  std::set<std::string_view> known_;       // keys asked for so far; they are string literals
  std::vector<std::string_view> missing_;  // required keys that are missing
};

}  // namespace ez
