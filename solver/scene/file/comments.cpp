// Carries the comments of a user's file over to the current scene. A comment belongs to the key or header below it or
// on its line. Keys are found again by their path. List entries are found by equality or by the same name.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <map>
#include <set>

#include "solver/scene/file/document.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/text/toml_text.h"
#include "solver/scene/file/write_lines.h"

namespace ez {
namespace {

struct Note {
  std::vector<std::string> above;  // lines above the key or header
  std::string same_line;           // at the end of the same line
};

struct Notes {
  std::map<std::string, Note> at;
  std::set<std::string> paths;   // every key and header of the text
  std::vector<std::string> end;  // after the last key
  bool lost = false;             // there were comments inside values, which are lost
  bool gap_after_first = false;  // an empty line between the file's opening comment and its first key
};

std::string_view trimmed(std::string_view s) {
  const std::size_t first = s.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
}

void trim_empty(std::vector<std::string>& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), [](auto& l) { return !l.empty(); }));
}

// Splits "a . 'b'" into {"a", "b"}.
std::vector<std::string> key_parts(std::string_view text, std::string_view kinds) {
  std::vector<std::string> parts(1);
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (kinds[k] == code && c == '.')
      parts.emplace_back();
    else if (kinds[k] == code ? (c != ' ' && c != '\t') : (c != '"' && c != '\''))
      parts.back() += c;
  }
  return parts;
}

// Visits the lines of a text and assigns each comment to a key or header.
class NoteReader {
 public:
  NoteReader(std::string_view text) : text_(text), kinds_(text_kinds(text)) {}

  Notes run() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line(begin, end);
      begin = end + 1;
    }
    trim_empty(pending_);
    notes_.end = std::move(pending_);
    return std::move(notes_);
  }

 private:
  void line(std::size_t begin, std::size_t end) {
    const bool continued =
        depth_ > 0 || (begin > 0 && begin < text_.size() && kinds_[begin] == quoted && kinds_[begin - 1] == quoted);
    const std::string_view whole = trimmed(text_.substr(begin, end - begin));
    if (!continued && (whole.empty() || whole[0] == '#')) {
      pending_.emplace_back(whole);
      return;
    }
    if (!continued) open(begin, end);
    for (std::size_t k = begin; k < end; ++k) {
      if (kinds_[k] == comment) {
        if (depth_ > 0 || path_.empty())
          notes_.lost = true;
        else
          notes_.at[path_].same_line = trimmed(text_.substr(k, end - k));
        return;
      }
      if (kinds_[k] != code) continue;
      if (text_[k] == '[' || text_[k] == '{') ++depth_;
      if (text_[k] == ']' || text_[k] == '}') --depth_;
    }
  }

  // Processes a line that starts a header or a key.
  void open(std::size_t begin, std::size_t end) {
    begin = text_.find_first_not_of(" \t\r", begin);
    const bool header = text_[begin] == '[', list = header && text_.substr(begin, 2) == "[[";
    const std::size_t name = begin + (list ? 2 : header ? 1 : 0);
    std::size_t stop = name;
    while (stop < end && !(kinds_[stop] == code && text_[stop] == (header ? ']' : '='))) ++stop;
    const std::string_view kinds = kinds_;
    std::vector<std::string> parts = key_parts(text_.substr(name, stop - name), kinds.substr(name, stop - name));
    if (header) table_ = table_path(parts, list);
    path_ = table_;
    if (!header)
      for (const std::string& part : parts) path_.append(path_.empty() ? "" : ".").append(part);
    notes_.paths.insert(path_);
    if (notes_.paths.size() == 1) notes_.gap_after_first = !pending_.empty() && pending_.back().empty();
    trim_empty(pending_);
    if (!pending_.empty()) notes_.at[path_].above = std::move(pending_);
    pending_.clear();
  }

  // Returns "source.0" for the first [[source]], "source.0.waveform" for a table in it.
  std::string table_path(const std::vector<std::string>& parts, bool list) {
    if (list && parts.size() == 1) ++counts_[parts[0]];
    std::string out = parts[0];
    if (const auto found = counts_.find(parts[0]); found != counts_.end())
      out.append(".").append(std::to_string(found->second - 1));
    for (std::size_t k = 1; k < parts.size(); ++k) out.append(".").append(parts[k]);
    return out;
  }

  std::string_view text_;
  std::string kinds_;  // its text_kinds()
  Notes notes_;
  std::vector<std::string> pending_;   // comments before the next key or header
  std::string table_, path_;           // of the table, and of the last key or header
  std::map<std::string, int> counts_;  // number of entries of each [[list]] so far
  int depth_ = 0;                      // number of open brackets
};

// Returns the new index of each old entry of a list, −1 if it was removed.
template <class T>
std::vector<int> matches(const std::vector<T>& before, const std::vector<T>& after) {
  std::vector<int> to(before.size(), -1);
  std::vector<bool> taken(after.size());
  const auto in_place = [&](auto&& same) {
    for (std::size_t k = 0; k < std::min(before.size(), after.size()); ++k)
      if (to[k] < 0 && !taken[k] && same(before[k], after[k])) {
        to[k] = static_cast<int>(k);
        taken[k] = true;
      }
  };
  const auto anywhere = [&](auto&& same) {
    for (std::size_t a = 0; a < before.size(); ++a)
      for (std::size_t b = 0; b < after.size() && to[a] < 0; ++b)
        if (!taken[b] && same(before[a], after[b])) {
          to[a] = static_cast<int>(b);
          taken[b] = true;
        }
  };
  in_place([](const T& a, const T& b) { return a == b; });
  anywhere([](const T& a, const T& b) { return a == b; });
  if constexpr (requires(T t) { t.name; })
    anywhere([](const T& a, const T& b) { return !a.name.empty() && a.name == b.name; });
  in_place([](const T&, const T&) { return true; });
  return to;
}

// Adds every key of a document, including those of inline tables.
void add_paths(const toml::node& node, const std::string& path, std::set<std::string>& paths) {
  if (!path.empty()) paths.insert(path);
  const auto inner = [&](std::string_view key, const toml::node& of) {
    add_paths(of, path.empty() ? std::string(key) : fmt::format("{}.{}", path, key), paths);
  };
  if (const toml::table* table = node.as_table())
    for (const auto& [key, of] : *table) inner(key.str(), of);
  if (const toml::array* list = node.as_array())
    for (std::size_t k = 0; k < list->size(); ++k) inner(std::to_string(k), (*list)[k]);
}

using Renaming = std::map<std::string, std::vector<int>>;

// Returns the path in the new file; empty if the entry was removed.
std::string renamed(const std::string& path, const Renaming& lists) {
  const std::size_t dot = path.find('.');
  const auto found = lists.find(path.substr(0, dot));
  if (found == lists.end() || dot == std::string::npos) return path;
  const std::size_t after = std::min(path.find('.', dot + 1), path.size());
  const std::string digits = path.substr(dot + 1, after - dot - 1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return path;
  const std::size_t old = std::stoul(digits);
  if (old >= found->second.size() || found->second[old] < 0) return {};
  return found->first + "." + std::to_string(found->second[old]) + path.substr(after);
}

Notes carried_over(Notes notes, const Scene& before, const Scene& after) {
  const Renaming lists = {
      {"material", matches(before.materials, after.materials)}, {"shape", matches(before.shapes, after.shapes)},
      {"source", matches(before.sources, after.sources)},       {"probe", matches(before.probes, after.probes)},
      {"check", matches(before.checks, after.checks)},          {"monitor", matches(before.monitors, after.monitors)},
      {"sweep", matches(before.sweeps, after.sweeps)},          {"fault", matches(before.faults, after.faults)},
      {"variant", matches(before.variants, after.variants)}};
  std::map<std::string, Note> at;
  for (auto& [path, note] : notes.at) {
    const std::string now = renamed(path, lists);
    if (now.empty())
      notes.lost = true;
    else
      at[now] = std::move(note);
  }
  std::set<std::string> paths;
  for (const std::string& path : notes.paths) paths.insert(renamed(path, lists));
  notes.at = std::move(at);
  notes.paths = std::move(paths);
  return notes;
}

}  // namespace

std::string write_scene_keeping_comments(const Scene& scene, std::string_view original, bool* lost,
                                         const SceneOrigin& origin) {
  Notes notes = NoteReader(original).run();
  if (toml::table document; !parse_document(original, "", document)) add_paths(document, "", notes.paths);
  if (const SceneResult read = parse_scene(original, "", {}, nullptr, origin); read.scene)
    notes = carried_over(std::move(notes), *read.scene, scene);
  const WriteChoice choice = {false, [&](const std::string& path) { return notes.paths.contains(path); }};
  std::string out;
  for (const FileLine& line : scene_lines(scene, choice)) {
    const bool first = out.empty();
    if (line.header) out += '\n';
    const auto found = notes.at.find(line.path);
    if (found == notes.at.end() || line.path.empty()) {
      out += line.text + '\n';
      continue;
    }
    for (const std::string& above : found->second.above) out += above + '\n';
    if (first && notes.gap_after_first && !found->second.above.empty()) out += '\n';
    out += line.text + (found->second.same_line.empty() ? "" : "  " + found->second.same_line) + '\n';
    notes.at.erase(found);
  }
  if (!notes.end.empty()) out += '\n';
  for (const std::string& line : notes.end) out += line + '\n';
  if (lost) *lost = notes.lost || !notes.at.empty();
  return out;
}

}  // namespace ez
