// Lists every key of the scene file, for its documentation and for tools that generate scenes.
#pragma once

#include <string>
#include <vector>

namespace ez {

struct KeyRow {
  std::string table;  // "" for the top level, "grid", "boundary.cpml", "source", "source.waveform"
  std::string kind;   // of a table that has kinds: "cw"; empty for keys that all kinds have
  std::string name;   // empty in a row that only names a kind
  bool required = false;
  std::string value;               // the default as TOML, or in words; empty for a required key
  std::string unit;                // "Hz"; empty for a length, a word or a plain number
  std::string range;               // "0 or more"; empty if any finite number is valid
  std::string doc;                 // its meaning
  std::vector<std::string> words;  // allowed words; empty if any text is valid
};
// Returns all keys in the order in which they are written.
std::vector<KeyRow> all_keys();

}  // namespace ez
