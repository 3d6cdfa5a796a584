// Every key of the scene file, for its documentation and for tools that make scenes up.
#pragma once

#include <string>
#include <vector>

namespace ez {

struct KeyRow {
  std::string table;  // "" for the top level, "grid", "boundary.cpml", "source", "source.waveform"
  std::string kind;   // of a table that has kinds: "cw"; empty for keys that all of them have
  std::string name;   // empty in the row that only names a kind
  bool required = false;
  std::string value;               // the default as TOML, or in words; empty for a required key
  std::string unit;                // "Hz"; empty for a length, a word or a plain number
  std::string range;               // "0 or more"; empty where any finite number goes
  std::string doc;                 // what it means
  std::vector<std::string> words;  // all that it may be, where it is one of some words
};
// In the order in which they are written.
std::vector<KeyRow> all_keys();

}  // namespace ez
