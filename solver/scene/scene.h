// The scene: what the user describes, as small values with ==. No fields, no counters: those live in the solver.
//
// Lengths are kept in the file's own unit (`Scene::unit`), so a scene that is written and read again is equal to the
// last bit. In `Unit::cell`, positions are counted in cells of their axis and radii in cells along x, while `Grid::dx`
// and `dy` are in metres. Everything else is SI. Names and defaults are the file format's, version 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ez {

struct Vec2 {
  double x = 0, y = 0;
  bool operator==(const Vec2&) const = default;
};

enum class Unit { m, cm, mm, um, nm, cell };
enum class Polarization { ez, hz };
enum class Precision { float32, float64 };

struct Grid {
  int nx = 0, ny = 0;     // Ez nodes along x and y, 16 … 131072 each
  double dx = 0, dy = 0;  // cell size in the scene's unit; metres when unit is `cell`
  double courant = 0.99;  // fraction of the 2-D limit, 0 < courant ≤ 1
  Polarization polarization = Polarization::ez;
  Precision precision = Precision::float32;
  std::string background = "vacuum";  // a material's name
  bool operator==(const Grid&) const = default;
};

enum class BoundaryKind { pec, pmc, mur1, mur2, cpml, periodic };
enum class Side { left, right, bottom, top };
inline constexpr std::array<Side, 4> all_sides = {Side::left, Side::right, Side::bottom, Side::top};
// The axis across the side is x; the side lies at the low end of that axis; the side it faces.
constexpr bool across_x(Side s) { return s == Side::left || s == Side::right; }
constexpr bool at_low_end(Side s) { return s == Side::left || s == Side::bottom; }
constexpr Side opposite(Side s) {
  return across_x(s) ? (at_low_end(s) ? Side::right : Side::left) : (at_low_end(s) ? Side::top : Side::bottom);
}

struct CpmlGrading {
  int cells = 10;
  double order = 3.5;
  double sigma = 0.85;  // in σ_opt = 0.8(m+1)/(η0 Δ √(ε_r μ_r))
  double kappa = 2.0;
  std::optional<double> alpha;                  // S/m; absent: 2e-5/Δ with Δ in metres normal to the wall
  std::array<double, 4> factor = {1, 1, 1, 1};  // of σ on each side, ≥ 0; within a side nothing varies along the wall
  bool operator==(const CpmlGrading&) const = default;
};

struct Boundary {
  std::array<BoundaryKind, 4> side = {BoundaryKind::cpml, BoundaryKind::cpml, BoundaryKind::cpml, BoundaryKind::cpml};
  CpmlGrading cpml;
  BoundaryKind& operator[](Side s) { return side[static_cast<std::size_t>(s)]; }
  BoundaryKind operator[](Side s) const { return side[static_cast<std::size_t>(s)]; }
  bool operator==(const Boundary&) const = default;
};

struct Material {
  std::string name;
  double eps = 1, mu = 1;              // relative, > 0
  double sigma = 0;                    // S/m, ≥ 0
  double sigma_m = 0;                  // Ω/m, ≥ 0
  std::optional<std::uint32_t> color;  // 0xRRGGBB
  bool operator==(const Material&) const = default;
};

struct Circle {
  Vec2 center;
  double radius = 0;
  bool operator==(const Circle&) const = default;
};
struct Ring {
  Vec2 center;
  double inner = 0, outer = 0;
  bool operator==(const Ring&) const = default;
};
struct Ellipse {
  Vec2 center, radii;
  double angle = 0;  // degrees, anticlockwise
  bool operator==(const Ellipse&) const = default;
};
struct Rect {  // kind = "rect" with min, max
  Vec2 min, max;
  bool operator==(const Rect&) const = default;
};
struct TurnedRect {  // kind = "rect" with center, size, angle
  Vec2 center, size;
  double angle = 0;  // degrees, anticlockwise
  bool operator==(const TurnedRect&) const = default;
};
struct Polygon {
  std::vector<Vec2> points;  // closed by itself; even-odd rule
  bool operator==(const Polygon&) const = default;
};
struct Stroke {  // brush strokes and walls: every point within radius of the polyline
  std::vector<Vec2> points;
  double radius = 0;
  bool operator==(const Stroke&) const = default;
};
using Geometry = std::variant<Circle, Ring, Ellipse, Rect, TurnedRect, Polygon, Stroke>;

struct Shape {
  Geometry geometry;
  std::string material;
  bool operator==(const Shape&) const = default;
};

struct Cw {
  double frequency = 0;  // Hz, as in every waveform
  double ramp = 3;       // periods
  double phase = 0;      // degrees
  bool operator==(const Cw&) const = default;
};
struct Gaussian {
  double width = 0;                                            // s
  std::optional<double> delay;                                 // s; absent: 4.5·width
  double peak() const { return delay.value_or(4.5 * width); }  // s
  bool operator==(const Gaussian&) const = default;
};
struct Modulated {
  double frequency = 0, width = 0;
  std::optional<double> delay;                                 // s; absent: 4.5·width
  double peak() const { return delay.value_or(4.5 * width); }  // of the envelope, s
  double phase = 0;
  bool operator==(const Modulated&) const = default;
};
struct Ricker {
  double frequency = 0;
  std::optional<double> delay;                                     // s; absent: 1.5/frequency
  double peak() const { return delay.value_or(1.5 / frequency); }  // s
  bool operator==(const Ricker&) const = default;
};
using Waveform = std::variant<Cw, Gaussian, Modulated, Ricker>;

struct PointSource {
  Vec2 at;
  bool operator==(const PointSource&) const = default;
};
struct LineSource {  // amplitude is a current per metre, A/m
  Vec2 from, to;
  bool operator==(const LineSource&) const = default;
};

struct Source {
  std::string name;  // optional
  std::variant<PointSource, LineSource> geometry;
  double amplitude = 1;  // A (soft), A/m (soft line), V/m (hard)
  bool hard = false;
  bool on = true;
  Waveform waveform;
  bool operator==(const Source&) const = default;
};

struct Probe {
  std::string name;
  Vec2 at;
  bool operator==(const Probe&) const = default;
};

// What the picture shows. In a scene of polarization hz the main array is Hz and the file accepts the names hz, ex, ey,
// abs_e for the first four; ex = −(first array), ey = −(second).
// residual: main array minus that of the reflection-free twin; 0 where there is none.
enum class Quantity { ez, hx, hy, abs_h, energy, poynting, material, residual };
inline constexpr int quantity_count = 8;

struct SceneView {
  Quantity quantity = Quantity::ez;
  double range = 0;  // 0: automatic
  std::string colormap = "blue-red";
  bool operator==(const SceneView&) const = default;
};

// What reflection is measured with: a twin of the scene, larger by `margin` on every side that is opened.
struct Reflection {
  bool on = false;
  std::optional<std::vector<Side>> sides;  // absent: all that are not periodic
  int margin = 0;                          // cells on each opened side; 0: half the larger extent, at least 64
  double window = 0;                       // s over which a reading looks back; 0: from the start
  std::vector<Side> opened;                // not in files: those that a run has opened since it started; empty: not yet
  bool operator==(const Reflection&) const = default;
};

// A mistake made on purpose in one side's boundary, to see what it does.
enum class Fault {
  sigma_half_cell,      // the H nodes take the σ of the E nodes, half a cell too deep
  local_grading,        // σ_opt by the medium at the layer's inner edge, so it varies along the wall
  swapped_parts,        // the E part uses the H part's coefficients and the other way round
  no_corner_psi,        // ψ is left out where two layers overlap
  wrong_sign,           // c of the E part's recursion has the wrong sign
  forgotten_psi,        // ψ starts from zero in every step (b = 0)
  reversed_grading,     // graded from the wall inwards
  uncompensated_kappa,  // 1/κ in the difference, but b and c as if κ were 1
  half_depth,           // graded for `cells`, cut off by a wall at half of them
  mur_other_delta,      // Mur with the Courant number of a cell of twice the size
  mur2_no_corner,       // the corner nodes of a Mur-2 side are left at zero
  source_in_layer,      // the source nearest to the side stands in its boundary, at half the layer's depth
  medium_stops,         // media end at the layer's inner edge; the layer is filled with the background
};
struct BoundaryFault {
  Side side = Side::left;
  Fault fault = Fault::sigma_half_cell;
  bool operator==(const BoundaryFault&) const = default;
};

// One `--set KEY=VALUE`: a TOML value at a dotted path, lists by index.
struct Override {
  std::string path, value;
  bool operator==(const Override&) const = default;
};
// The scene once more, beside the others, with some keys changed.
struct Variant {
  std::string name;
  std::vector<Override> set;  // values as TOML text, normalised by the reader
  bool operator==(const Variant&) const = default;
};

// What the main array is as a run starts, H being 0: `value` on the half of the grid that lies on `side` (of an odd
// number of nodes, the smaller half), 0 on the other and on metal. An edit shows at the next reset.
struct Initial {
  Side side = Side::left;
  double value = 0;  // V/m; A/m in a scene of polarization hz
  bool operator==(const Initial&) const = default;
};
// How the scene likes to be computed (solver/scheme.h). Used where the engine can; the result is that of `readable`
// elsewhere, within the scheme's agreement.
struct RunPreset {
  std::string scheme = "readable";
  std::string form;                         // one of the scheme's; empty: its first
  std::optional<std::array<int, 2>> block;  // threads along x and y; absent: the scheme's own
  bool operator==(const RunPreset&) const = default;
};

// [run] pause_at, repeat: the moment of the run that the scene's text speaks of. The window stops there once, the
// result standing; `render` and the like go on. Text as solver/scene/duration.h reads it.
struct Pause {
  std::string at;       // empty: it runs on
  bool repeat = false;  // starts over there after a moment, in place of stopping
  bool operator==(const Pause&) const = default;
};

struct Scene {
  std::string title, text;
  Unit unit = Unit::m;
  Grid grid;
  Boundary boundary;
  std::vector<Material> materials;  // beside the built-in vacuum, pec and pmc
  std::vector<Shape> shapes;        // later ones lie over earlier ones
  std::vector<Source> sources;
  std::vector<Probe> probes;
  SceneView view;
  Initial initial;
  RunPreset run;
  Pause pause;
  Reflection reflection;
  std::vector<BoundaryFault> faults;
  std::optional<int> hidden_fault;  // a seed: the program picks side and fault (hidden_fault_of) and does not tell
  std::vector<Variant> variants;    // none: the scene itself is the only one; else each is shown in a pane of its own
  bool operator==(const Scene&) const = default;
};

// Metres per unit of length; for Unit::cell use cell_size().
double metres(Unit unit);
// Δx and Δy in metres.
Vec2 cell_size(const Scene& scene);
// Of the room in metres: from the first node to the last; the period of a periodic pair.
Vec2 extent(const Scene& scene);
// Position of a point in nodes (fractional): x/Δx, y/Δy. Node (i, j) lies at (i, j).
Vec2 to_nodes(const Scene& scene, Vec2 position);
Vec2 from_nodes(const Scene& scene, Vec2 nodes);
// The node a source or probe sits on: ⌊x/Δ + ½ + 1e-6⌋ on each axis. May lie outside the grid.
struct Node {
  int i = 0, j = 0;
  bool operator==(const Node&) const = default;
};
Node nearest_node(const Scene& scene, Vec2 position);
// Δt = courant/(c·√(1/Δx²+1/Δy²)), in s.
double time_step(const Scene& scene);
// The sides that the twin opens.
std::vector<Side> measured_sides(const Scene& scene);
// Frequency of a waveform in Hz; none for a Gaussian.
std::optional<double> frequency(const Waveform& waveform);
// Period of the first source that has a frequency, in s.
std::optional<double> first_period(const Scene& scene);

}  // namespace ez
