#include "solver/study/nelder_mead.h"

#include <algorithm>
#include <utility>

namespace ez {
namespace {

// Returns a + t(b − a).
SimplexPoint blend(const SimplexPoint& a, const SimplexPoint& b, double t) {
  SimplexPoint x;
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = a[k] + t * (b[k] - a[k]);
  return x;
}

}  // namespace

NelderMead::NelderMead(std::function<double(const SimplexPoint&)> f, const SimplexPoint& start, double size,
                       double tolerance, int most)
    : f_(std::move(f)), start_(start), size_(size), tolerance_(tolerance), most_(most) {}

SimplexResult NelderMead::tried(const SimplexPoint& x) {
  ++trials_;
  return {x, f_(x)};
}

bool NelderMead::step() {
  if (trials_ == 0)
    begin();
  else
    move();
  std::stable_sort(simplex_.begin(), simplex_.end(), [](auto& a, auto& b) { return a.value < b.value; });
  return trials_ < most_ && simplex_[n].value - simplex_[0].value >= tolerance_;
}

void NelderMead::begin() {
  for (std::size_t k = 0; k <= n; ++k) {
    SimplexPoint x = start_;
    if (k > 0) x[k - 1] += size_;
    simplex_[k] = tried(x);
  }
}

void NelderMead::move() {
  SimplexResult& worst = simplex_[n];
  SimplexPoint centre{};
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t d = 0; d < n; ++d) centre[d] += simplex_[k].at[d] / n;
  const SimplexResult mirrored = tried(blend(centre, worst.at, -1));
  if (mirrored.value < simplex_[0].value) {
    const SimplexResult further = tried(blend(centre, worst.at, -2));
    worst = further.value < mirrored.value ? further : mirrored;
  } else if (mirrored.value < simplex_[n - 1].value) {
    worst = mirrored;
  } else {
    const bool outside = mirrored.value < worst.value;
    const SimplexResult nearer = tried(blend(centre, outside ? mirrored.at : worst.at, 0.5));
    if (nearer.value < (outside ? mirrored.value : worst.value)) {
      worst = nearer;
    } else {
      for (std::size_t k = 1; k <= n; ++k) simplex_[k] = tried(blend(simplex_[0].at, simplex_[k].at, 0.5));
    }
  }
}

}  // namespace ez
