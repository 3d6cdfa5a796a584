#include "solver/study/nelder_mead.h"

#include <algorithm>

namespace ez {

SimplexResult nelder_mead(const std::function<double(const SimplexPoint&)>& f, const SimplexPoint& start, double size,
                          double tolerance, int most, const std::function<bool()>& stop) {
  constexpr std::size_t n = simplex_variables;
  int trials = 0;
  const auto tried = [&](const SimplexPoint& x) {
    ++trials;
    return SimplexResult{x, f(x)};
  };
  const auto blend = [](const SimplexPoint& a, const SimplexPoint& b, double t) {  // a + t(b − a)
    SimplexPoint x;
    for (std::size_t k = 0; k < n; ++k) x[k] = a[k] + t * (b[k] - a[k]);
    return x;
  };
  std::array<SimplexResult, n + 1> simplex;
  for (std::size_t k = 0; k <= n; ++k) {
    SimplexPoint x = start;
    if (k > 0) x[k - 1] += size;
    simplex[k] = tried(x);
  }
  const auto by_value = [](const SimplexResult& a, const SimplexResult& b) { return a.value < b.value; };
  SimplexResult& worst = simplex[n];
  for (;;) {
    std::stable_sort(simplex.begin(), simplex.end(), by_value);
    if (trials >= most || worst.value - simplex[0].value < tolerance || stop()) return simplex[0];
    SimplexPoint centre{};
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t d = 0; d < n; ++d) centre[d] += simplex[k].at[d] / n;
    const SimplexResult mirrored = tried(blend(centre, worst.at, -1));
    if (mirrored.value < simplex[0].value) {
      const SimplexResult further = tried(blend(centre, worst.at, -2));
      worst = further.value < mirrored.value ? further : mirrored;
    } else if (mirrored.value < simplex[n - 1].value) {
      worst = mirrored;
    } else {
      const bool outside = mirrored.value < worst.value;
      const SimplexResult nearer = tried(blend(centre, outside ? mirrored.at : worst.at, 0.5));
      if (nearer.value < (outside ? mirrored.value : worst.value)) {
        worst = nearer;
      } else {
        for (std::size_t k = 1; k <= n; ++k) simplex[k] = tried(blend(simplex[0].at, simplex[k].at, 0.5));
      }
    }
  }
}

}  // namespace ez
