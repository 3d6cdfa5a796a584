// Panel, section Materials: the copies of the selected shape. Items:
//   Materials/##copies (segmented: once, lattice, around) ##count ##count2 ##apart
//   Materials/##a1_x ##a1_y ##a2_x ##a2_y (vectors of a lattice) ##around_x ##around_y (centre of the copies)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/model/document/handles.h"
#include "app/model/document/scene_edit.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr std::int64_t most_apart = 500;  // a scene with more separate shapes cannot be handled

// Returns the initial copies for a choice. A lattice has nine copies with gaps as wide as the shape. Copies around a
// point are six, around the middle of the domain.
Copies first_of(const Scene& s, const Shape& shape, int choice) {
  if (choice == 0) return Once{};
  if (choice == 2) {
    const Vec2 middle = from_nodes(s, {(s.grid.nx - 1) / 2.0, (s.grid.ny - 1) / 2.0});
    return TurnedCopies{6, {tidy(middle.x), tidy(middle.y)}};
  }
  const NodeBox box = box_of(s, shape);
  return LatticeCopies{3, 3, {tidy(length_of_nodes(s, 2 * std::round(std::max(1.0, box.max.x - box.min.x)))), 0}, {}};
}

struct Rows {
  const Context& c;
  const Scene& s;

  bool whole(const char* id, int& n, int most, float w) const {
    double v = n;
    if (!number_field(c.look, id, v, {.decimals = 0, .min = 1, .max = double(most), .speed = 0.1}, w)) return false;
    n = std::clamp(static_cast<int>(std::lround(v)), 1, most);
    return true;
  }
  // Draws a row for a vector that may span the domain in either direction.
  bool vector_row(const char* label, const char* id_x, const char* id_y, Vec2& v) const {
    const float w = half(c.look, row(c.look, fmt::format("{}, {}", label, length_scale(s).name).c_str()));
    const Vec2 last = from_nodes(s, {s.grid.nx - 1.0, s.grid.ny - 1.0});
    bool changed = length_field(c, id_x, s, v.x, {.min = -last.x, .max = last.x, .label = "x"}, w);
    tip(c.look, "Displacement from one copy to the next. Drag, or type a value with its unit");
    same_row(c.look);
    changed |= length_field(c, id_y, s, v.y, {.min = -last.y, .max = last.y, .label = "y"}, w);
    tip(c.look, "Displacement from one copy to the next. Drag, or type a value with its unit");
    return changed;
  }

  bool operator()(Once&) const { return false; }
  bool operator()(LatticeCopies& g) const {
    const float w = half(c.look, row(c.look, "Count"));
    bool changed = whole("##count", g.n1, std::max(1, most_copies / g.n2), w);
    tip(c.look, "Number of copies along the first vector");
    same_row(c.look);
    changed |= whole("##count2", g.n2, std::max(1, most_copies / g.n1), w);
    tip(c.look, "Number of rows along the second vector");
    changed |= vector_row("First vector", "##a1_x", "##a1_y", g.a1);
    Vec2 a2 = second_lattice_vector(s, g);
    if (vector_row("Second vector", "##a2_x", "##a2_y", a2)) g.a2 = a2, changed = true;
    if (!g.a2) hint(c.look, "Until you edit it, the second vector is the first one rotated by 90°");
    return changed;
  }
  bool operator()(TurnedCopies& g) const {
    bool changed = whole("##count", g.count, most_copies, row(c.look, "Count"));
    tip(c.look, "Number of copies around the centre, including the shape itself");
    changed |= place_row(c, "Around", "##around_x", "##around_y", s, g.center, false);
    return changed;
  }
};

}  // namespace

bool copies_rows(const Context& c, const Scene& scene, Shape& shape) {
  std::vector<std::string> choices = {"Once", "Lattice"};
  if (!std::holds_alternative<ImageShape>(shape.geometry)) choices.emplace_back("Around");
  const int now = static_cast<int>(shape.copies.index());
  const auto hit = segmented(c.look, "##copies", choices, now, row(c.look, "Copies"));
  tip(c.look, "Places the shape once, in a lattice like the rods of a crystal, or around a point");
  if (hit && *hit != now) {
    shape.copies = first_of(scene, shape, *hit);
    return true;
  }
  const bool changed = std::visit(Rows{c, scene}, shape.copies);
  if (now == 0) return changed;
  const float w = row(c.look, "");
  ImGui::BeginDisabled(count_of(shape.copies) > most_apart);
  if (button(c.look, "##apart", "Separate copies", icon::duplicate, false, w))
    c.edit(with_separate_copies(scene, c.state.selection.index), "separate copies");
  ImGui::EndDisabled();
  tip(c.look, "Turns each copy into a separate shape, which you can move or delete");
  return changed;
}

}  // namespace ez
