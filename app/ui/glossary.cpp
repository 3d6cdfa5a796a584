#include "app/ui/glossary.h"

#include <algorithm>

#include "embed/glossary.h"

namespace ez {
namespace {

// Returns a line without marks: [pole](#pole) becomes pole, and `cpml` becomes cpml.
std::string without_marks(std::string_view line) {
  std::string out;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const std::string_view rest = line.substr(k);
    const std::size_t close = rest.find(']'), end = rest.find(')');
    if (rest.starts_with('[') && close != rest.npos && end != rest.npos && rest.substr(close).starts_with("](")) {
      out += without_marks(rest.substr(1, close - 1));
      k += end;
    } else if (line[k] != '`') {
      out += line[k];
    }
  }
  return out;
}

}  // namespace

std::vector<GlossaryTerm> read_glossary(std::string_view markdown) {
  constexpr std::string_view mark = "### ";
  std::vector<GlossaryTerm> out;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    if (line.starts_with(mark)) {
      out.push_back({std::string(line.substr(mark.size())), ""});
    } else if (!out.empty() && !line.empty()) {
      std::string& words = out.back().words;
      words += (words.empty() ? "" : " ") + without_marks(line);
    }
  }
  return out;
}

const std::vector<GlossaryTerm>& glossary() {
  static const std::vector<GlossaryTerm> terms = read_glossary(embedded::glossary().front().bytes);
  return terms;
}

}  // namespace ez
