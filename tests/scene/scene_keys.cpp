// Lists the keys of the scene file for use outside the program.
//   scene_keys --check FILE.md   fails if a table of keys in FILE.md differs from the scene's structs
//   scene_keys --write FILE.md   inserts the tables
//   scene_keys --dictionary      prints the words of the format for a fuzzer
// A table is between a line `<!-- keys of TABLE -->` and a line `<!-- end of keys -->`. TABLE is "scene" for the top
// level, otherwise as in KeyRow::table.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "solver/scene/file/key_list.h"

namespace {

using ez::KeyRow;

std::string heading(const std::string& table) {
  const std::set<std::string> lists = {"state", "material", "shape",   "source", "probe",
                                       "check", "sweep",    "monitor", "fault",  "variant"};
  if (table.empty()) return "top level";
  if (table == "source.waveform") return "`waveform`";
  if (table == "material.poles" || table == "material.magnetic_poles") return "a pole";
  return lists.contains(table) ? fmt::format("`[[{}]]`", table) : fmt::format("`[{}]`", table);
}

std::string meaning(const KeyRow& row) {
  std::string out = row.doc;
  const auto add = [&out](const std::string& more, const char* between) {
    if (!more.empty()) out += (out.empty() ? "" : between) + more;
  };
  add(row.unit == "T" ? "periods" : row.unit, ", ");
  add(row.range, "; ");
  std::string words;
  for (const std::string& word : row.words) words += fmt::format("{}`{}`", words.empty() ? "" : " ", word);
  add(words, ": ");
  for (std::size_t at = out.find('|'); at != std::string::npos; at = out.find('|', at + 2)) out.insert(at, 1, '\\');
  return out;
}

std::string table_of(const std::string& table) {
  std::string out = fmt::format("| {} | | |\n|---|---|---|\n", heading(table));
  if (table.empty()) out += "| `ezscope` ● |  | the format's version, 1; a newer file is refused |\n";
  for (const KeyRow& row : ez::all_keys()) {
    if (row.table != table) continue;
    out += fmt::format("| {}`{}`{} | {} | {} |\n", row.kind.empty() ? "" : row.kind + ": ", row.name,
                       row.required ? " ●" : "", row.value, meaning(row));
  }
  return out;
}

// Returns the text with every table of keys up to date.
std::string with_tables(std::istream& in) {
  constexpr std::string_view begin = "<!-- keys of ", close = " -->", end = "<!-- end of keys -->";
  std::string out, line;
  bool inside = false;
  while (std::getline(in, line)) {
    if (line == end) inside = false;
    if (!inside) out += line + '\n';
    if (!line.starts_with(begin)) continue;
    inside = true;
    const std::string table = line.substr(begin.size(), line.size() - begin.size() - close.size());
    out += '\n' + table_of(table == "scene" ? "" : table) + '\n';
  }
  return out;
}

int documentation(const std::string& file, bool write) {
  std::ifstream in(file);
  std::stringstream old;
  old << in.rdbuf();
  const std::string text = with_tables(old);
  if (text == old.str()) return 0;
  if (!write) {
    std::cerr << file << " does not tell the keys as they are; run scene_keys --write " << file << '\n';
    return 1;
  }
  std::ofstream(file) << text;
  return 0;
}

void dictionary() {
  std::set<std::string> words = {"ezscope = 1",       "\\\"1.1ns\\\"", "\\\"40T\\\"",
                                 "\\\"460 steps\\\"", "\\\"valid\\\"", "\\\"takada\\\""};
  for (const KeyRow& row : ez::all_keys()) {
    words.insert(row.name);
    if (std::string head = heading(row.table); std::erase(head, '`') > 0) words.insert(head);
    for (const std::string& word : row.words) words.insert("\\\"" + word + "\\\"");
  }
  for (const std::string& word : words) fmt::print("\"{}\"\n", word);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "--dictionary") return dictionary(), 0;
  if (argc == 3 && (what == "--check" || what == "--write")) return documentation(argv[2], what == "--write");
  std::cerr << "scene_keys --check|--write FILE.md, or --dictionary\n";
  return 2;
}
