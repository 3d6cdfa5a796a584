// A table of text, and its three output formats.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ez {

struct PaperTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // a cell without a result is "skipped"
  std::vector<std::string> notes;
};

std::string markdown(const PaperTable& table);
std::string csv(const PaperTable& table);
std::string json(const PaperTable& table);

// Returns "skipped" if there is no value.
std::string figure(std::optional<double> value, int decimals);

}  // namespace ez
