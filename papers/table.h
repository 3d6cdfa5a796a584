// A table of text, and the three ways it is written.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ez {

struct PaperTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // a cell that could not be had is "skipped"
  std::vector<std::string> notes;
};

std::string markdown(const PaperTable& table);
std::string csv(const PaperTable& table);
std::string json(const PaperTable& table);

// "skipped" where there is none.
std::string figure(std::optional<double> value, int decimals);

}  // namespace ez
