#include "app/commands/convergence.h"

#include <CLI/CLI.hpp>
#include <optional>

#include "app/options/option_checks.h"
#include "app/platform/option_text.h"

namespace ez {
namespace {

// Reads COARSE,FINE.
std::optional<GridFactors> factors_of(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return std::nullopt;
  const auto coarse = parse_number(text.substr(0, comma)), fine = parse_number(text.substr(comma + 1));
  const bool fit =
      coarse && fine && *coarse >= least_coarse && *coarse <= most_coarse && *fine >= least_fine && *fine <= most_fine;
  return fit ? std::optional(GridFactors{*coarse, *fine}) : std::nullopt;
}

}  // namespace

void add_converge_options(CLI::App& app, bool& converge, GridFactors& grids) {
  app.add_flag("--converge", converge, "also run on a coarser and a finer grid, and estimate how far the grid is off");
  app.add_option_function<std::string>(
         "--grids", [&grids](const std::string& text) { grids = *factors_of(text); },
         "factors of the number of cells for --converge; default: 0.7,1.4")
      ->check(check::good([](const std::string& t) { return factors_of(t).has_value(); },
                          "not two factors from 0.1 to 0.9 and from 1.1 to 8; give, for example, 0.7,1.4"))
      ->needs("--converge")
      ->type_name("COARSE,FINE");
}

}  // namespace ez
