// Reads the number of a key of a source's geometry or waveform ("steer", "frequency"), as in the file.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "solver/scene/source.h"

namespace ez {

struct SourceNumber {
  std::string_view wanted;
  std::optional<double>& found;
  void operator()(std::string_view name, double v, const Key&) const { take(name, v); }
  void operator()(std::string_view name, int v, const Key&) const { take(name, v); }
  void operator()(std::string_view, const auto&, const Key&) const {}

 private:
  void take(std::string_view name, double v) const {
    if (name == wanted) found = v;
  }
};

// Returns the number; empty if the source has no such key.
inline std::optional<double> number_of(const Source& source, std::string_view key) {
  std::optional<double> found;
  const auto look = [&](const auto& part) { part.fields(part, SourceNumber{key, found}); };
  std::visit(look, source.geometry);
  if (!found) std::visit(look, source.waveform);
  return found;
}

}  // namespace ez
