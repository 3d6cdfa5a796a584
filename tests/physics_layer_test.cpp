// CPML by theory: the layer on its grid, exactly, against the engine; and the limit of fine cells.
#include "helpers.h"
#include "solver/measure/strip.h"
#include "solver/theory/cpml_reflection.h"

namespace ez::test {
namespace {

Ensemble::EngineMaker cpu() {
  return [] { return make_cpu_engine(1); };
}
bool never() { return false; }

double theory_db(const Scene& s, Side side, double frequency, double ky) {
  return db(std::abs(discrete_cpml_reflection(layer_table(s, side), grid_before(s, side), 2 * pi * frequency, ky)));
}
// Engine over theory in dB, and what theory says.
double engine_over_theory(const Scene& s, Side side, double cells, double degrees) {
  const Strip strip(s, side, frequency_of(s, cells), degrees);
  const double seen = strip.measure(cpu(), s.boundary.cpml, never).value();
  const double said = theory_db(s, side, strip.frequency(), strip.ky());
  std::printf("[ measured ] %4.1f° (%g wanted), λ = %g cells: engine %.2f dB, theory %.2f dB, %d steps\n",
              strip.degrees(), degrees, cells, seen, said, strip.steps());
  return seen - said;
}

TEST(CpmlTheory, engine_and_theory_agree_to_half_a_db) {
  const Scene s = grid(100, 100, BoundaryKind::cpml);
  for (const double degrees : {0.0, 30.0, 45.0, 60.0, 75.0})
    EXPECT_NEAR(engine_over_theory(s, Side::left, 20, degrees), 0, 0.5) << degrees;
}

}  // namespace
}  // namespace ez::test
