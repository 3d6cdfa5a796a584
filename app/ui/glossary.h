// The terms of the program, from docs/glossary.md, which is embedded in the program. They are in English, as the
// documentation is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ez {

struct GlossaryTerm {
  std::string name, words;
  bool operator==(const GlossaryTerm&) const = default;
};
// Reads the sections that begin with "### NAME". The marks of links and code are left out.
std::vector<GlossaryTerm> read_glossary(std::string_view markdown);
const std::vector<GlossaryTerm>& glossary();

}  // namespace ez
