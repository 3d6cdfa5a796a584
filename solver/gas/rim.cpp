#include "solver/gas/rim.h"

#include <algorithm>
#include <map>

namespace ez::gas {
namespace {

constexpr int di[] = {-1, 1, 0, 0}, dj[] = {0, 0, -1, 1};  // by CellFace

// The cell that a position beyond the border shows, and whether it is mirrored.
struct Shown {
  int i, j;
  bool mirrored_x, mirrored_y;
};

// Returns a wall on the face itself, which acts as a mirror.
WallFace<double> along_face(int face) { return {face < 2 ? 1.0 : 0.0, face < 2 ? 0.0 : 1.0, 2}; }

class RimMaker {
 public:
  RimMaker(const GasProblem& g, const Layout& l, const std::vector<std::uint8_t>& marks)
      : g_(g), l_(l), marks_(marks) {}

  void add(int i, int j, const Shown& shown) {
    if (solid(i, j)) return;
    RimCell<double> c;
    bool any = false;
    for (int f = 0; f < 4; ++f) {
      c.face[f] = along_face(f);
      c.solid[f] = solid(i + di[f], j + dj[f]);
      if (!c.solid[f]) continue;
      any = true;
      if (const Slant* slant = slant_of(shown, f))
        c.face[f] = {shown.mirrored_x ? -slant->x : slant->x, shown.mirrored_y ? -slant->y : slant->y,
                     1 + slant->ratio};
    }
    if (any) cells_[static_cast<std::int32_t>(l_.at(i, j))] = c;
  }
  Rim rim() const {
    Rim out;
    for (const auto& [place, cell] : cells_) out.places.push_back(place), out.cells.push_back(cell);
    return out;
  }

 private:
  bool solid(int i, int j) const { return marks_[static_cast<std::size_t>(l_.at(i, j))] != 0; }
  // Returns the listed wall at this face of the shown cell.
  const Slant* slant_of(const Shown& s, int face) const {
    const bool turns = face < 2 ? s.mirrored_x : s.mirrored_y;
    const std::pair wanted(static_cast<std::int32_t>(g_.at(s.i, s.j)), static_cast<CellFace>(turns ? face ^ 1 : face));
    const auto key = [](const Slant& a) { return std::pair(a.cell, a.face); };
    const auto found = std::lower_bound(g_.slants.begin(), g_.slants.end(), wanted,
                                        [&](const Slant& a, const auto& b) { return key(a) < b; });
    return found != g_.slants.end() && key(*found) == wanted ? &*found : nullptr;
  }

  const GasProblem& g_;
  const Layout& l_;
  const std::vector<std::uint8_t>& marks_;
  std::map<std::int32_t, RimCell<double>> cells_;
};

}  // namespace

Rim rim_of(const GasProblem& g, const Layout& l, const std::vector<std::uint8_t>& marks) {
  if (marks.empty()) return {};
  RimMaker maker(g, l, marks);
  const auto near = [&](int i, int j) { return i >= -1 && j >= -1 && i <= l.nx && j <= l.ny; };
  for (int j = 0; j < l.ny; ++j)
    for (int i = 0; i < l.nx; ++i) {
      maker.add(i, j, {i, j, false, false});
      if (l.on_border(i, j))
        each_image(i, j, l, g.sides, [&](int a, int b, bool mirrored_x, bool mirrored_y) {
          if (near(a, b)) maker.add(a, b, {i, j, mirrored_x, mirrored_y});
        });
    }
  return maker.rim();
}

}  // namespace ez::gas
