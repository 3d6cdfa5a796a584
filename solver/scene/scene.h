// The scene: the user's description, as small values with ==. Fields and counters are in the solver.
//
// Lengths are stored in the file's own unit (`Scene::unit`), so a scene that is written and read again is equal to the
// last bit. In `Unit::cell`, positions are in cells of their axis and radii in cells along x, while `Grid::dx` and `dy`
// are in metres. Everything else is in SI units. Names and defaults are those of file format version 1. `fields` maps
// each member to its key (key.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "solver/base/precision.h"
#include "solver/scene/boundary.h"
#include "solver/scene/check.h"
#include "solver/scene/design.h"
#include "solver/scene/gas.h"
#include "solver/scene/key.h"
#include "solver/scene/monitor.h"
#include "solver/scene/pole.h"
#include "solver/scene/quantity.h"
#include "solver/scene/scene_sweep.h"
#include "solver/scene/shape.h"
#include "solver/scene/source.h"

namespace ez {

enum class Unit { m, cm, mm, um, nm, cell };

struct Grid {
  int nx = 0, ny = 0;     // Ez nodes along x and y, 16 … 131072 each
  double dx = 0, dy = 0;  // cell size in the scene's unit; in metres if the unit is `cell`
  double courant = 0.99;  // fraction of the 2-D limit, 0 < courant ≤ 1
  Polarization polarization = Polarization::ez;
  Precision precision = Precision::float32;
  std::string background = "vacuum";  // a material's name; for a gas or heat a state's, empty: the first state's
  bool smoothing = false;             // a node has the mean medium of its cell
  bool conformal = false;             // metal ends at its shape's edge, also between nodes
  static void fields(auto& g, auto&& key) {
    key("cells", std::tie(g.nx, g.ny),
        {.required = true,
         .range = {16, 131072, false, "16 to 131072 cells along each axis"},
         .doc = "nodes along x and y, `[nx, ny]`"});
    key("cell", std::tie(g.dx, g.dy), {.required = true, .doc = "Δ, or `[Δx, Δy]`; 1e-12 to 1e6 m"});
    key("courant", g.courant,
        {.range = {0, 1, true, "a number above 0 and at most 1"},
         .belongs = For::maxwell,
         .doc = "fraction of the 2-D stability limit"});
    key("polarization", g.polarization, {.belongs = For::maxwell, .doc = "`hz` solves the other polarization"});
    key("precision", g.precision, {.doc = "precision of the fields"});
    key("background", g.background,
        {.doc = "material outside all shapes; for a gas or heat the state, by default the first"});
    key("smoothing", g.smoothing,
        {.belongs = For::maxwell,
         .doc = "each node has the mean over its cell, taking the direction of the interface into account, instead of "
                "the value at the node"});
    key("conformal", g.conformal,
        {.belongs = For::maxwell,
         .doc = "metal ends where its shape ends, between nodes, instead of at the last node inside"});
  }
  bool operator==(const Grid&) const = default;
};

// Known media from which a material can start (presets.h).
inline constexpr auto preset_names =
    std::to_array<std::string_view>({"silver", "gold", "aluminium", "silicon", "silica", "water", "sea-water", "muscle",
                                     "teflon", "fr4", "plasma", "absorber"});

struct Material {
  std::string name;
  double eps = 1, mu = 1;              // relative, > 0
  double sigma = 0;                    // S/m, ≥ 0
  double sigma_m = 0;                  // Ω/m, ≥ 0
  std::optional<std::uint32_t> color;  // 0xRRGGBB
  // Formulas that replace the number if not empty. They use x, y and r in the frame of the shape (PlaceFormula).
  std::string eps_formula = {}, sigma_formula = {};
  std::vector<Pole> poles = {};    // of the permittivity, in addition to eps
  std::vector<Pole> poles_m = {};  // of the permeability, in addition to mu
  std::string preset = {};         // a name in presets.h: its values are used for keys that a file does not give
  bool graded() const { return !eps_formula.empty() || !sigma_formula.empty(); }
  bool dispersive() const { return !poles.empty() || !poles_m.empty(); }
  static void fields(auto& m, auto&& key) {
    key("name", m.name, {.required = true, .doc = "`vacuum`, `pec` and `pmc` are built in"});
    key("preset", m.preset,
        {.words = preset_names,
         .absent = "none",
         .doc = "a known medium, whose values become the defaults of the other keys"});
    key("eps", std::tie(m.eps, m.eps_formula),
        {.range = above_zero,
         .doc = "relative permittivity: a number, or a formula of the position in a shape, such as `\"2 - (r/40)^2\"`; "
                "for a medium with poles, its value far above them"});
    key("mu", m.mu,
        {.range = above_zero,
         .doc = "relative permeability; for a medium with magnetic poles, its value far above them"});
    key("sigma", std::tie(m.sigma, m.sigma_formula),
        {.unit = "S/m", .range = not_negative, .doc = "conductivity: a number, or a formula as for `eps`"});
    key("sigma_m", m.sigma_m, {.unit = "Ω/m", .range = not_negative, .doc = "magnetic loss"});
    key("poles", m.poles, {.doc = "poles of ε in addition to `eps`, `[{ kind = \"debye\", … }, …]`"});
    key("magnetic_poles", m.poles_m, {.doc = "poles of μ in addition to `mu`, of the same kinds"});
    key("color", m.color, {.absent = "one of a set", .doc = "`\"#rrggbb\"`"});
  }
  bool operator==(const Material&) const = default;
};

struct Probe {
  std::string name;                       // column header in the CSV file
  Vec2 at;                                // scene unit
  std::optional<Quantity> quantity = {};  // for a gas or heat; empty: main_quantity()
  static void fields(auto& p, auto&& key) {
    key("name", p.name,
        {.required = true,
         .doc = "name, and head of its column in the CSV file; without commas, quotes and control characters"});
    key("at", p.at, {.required = true, .measure = Measure::position});
    key("quantity", p.quantity,
        {.belongs = For::cells, .absent = "density; of heat value", .doc = "quantity that it records"});
  }
  bool operator==(const Probe&) const = default;
};

// Colour maps of the picture. The renderer knows these names.
inline constexpr auto colormaps = std::to_array<std::string_view>(
    {"blue-red", "viridis", "cividis", "inferno", "magma", "gray", "schlieren", "black-white"});

struct SceneView {
  Quantity quantity = Quantity::ez;
  double range = 0;  // value at the end of the colour bar, in the quantity's unit; 0: automatic
  std::string colormap = "blue-red";
  bool arrows = false, lens = false;
  static void fields(auto& v, auto&& key) {
    key("quantity", v.quantity, {.doc = "quantity that the picture shows"});
    key("range", v.range, {.range = not_negative, .doc = "value at the end of the colour bar; 0: automatic"});
    key("colormap", v.colormap, {.words = colormaps, .doc = "colour map of the picture"});
    key("arrows", v.arrows, {.doc = "shows arrows of the power flow over the picture; for a gas, of its velocity"});
    key("lens", v.lens,
        {.doc = "shows, over the pulse of a point source, the wavefront according to Maxwell's equations and that of "
                "this grid"});
  }
  bool operator==(const SceneView&) const = default;
};

// Settings for measuring reflection with a reference run, a scene that is larger by `margin` on every opened side.
struct Reflection {
  bool on = false;
  std::optional<std::vector<Side>> sides;  // empty: all that are not periodic
  int margin = 0;                          // cells on each opened side; 0: half the larger extent, at least 64
  double window = 0;         // s: length of the last part of the run that a reading uses; 0: the whole run
  std::vector<Side> opened;  // not a key of the file: the sides that the current run has opened; empty: none yet
  static void fields(auto& r, auto&& key) {
    key("on", r.on,
        {.doc = "measures the reflection of each side as the difference from a reference run without reflections"});
    key("sides", r.sides,
        {.absent = "all that are not periodic",
         .doc = "sides that are measured, which the reference run replaces by a larger grid"});
    key("margin", r.margin,
        {.unit = "cells",
         .range = {0, 131072, false, "16 to 131072 cells, or 0 for an automatic margin"},
         .doc = "cells by which the reference run is larger on each measured side; 0: half the larger extent, at "
                "least 64"});
    key("window", r.window,
        {.unit = "s",
         .range = {0, unbounded, false, "a time in s, or 0 for all since the start"},
         .doc = "time over which a reading looks back; 0: since the start"});
  }
  bool operator==(const Reflection&) const = default;
};

// One `--set KEY=VALUE`: a TOML value at a dotted path. An entry of a list has its index or its name.
struct Override {
  std::string path, value;
  bool operator==(const Override&) const = default;
};
// A second version of the scene that runs next to the others, with some keys changed.
struct Variant {
  std::string name;
  std::vector<Override> set;  // values as TOML text, normalised by the reader
  static void fields(auto& v, auto&& key) {
    key("name", v.name, {.required = true, .doc = "name shown on its pane; must be unique"});
    key("set", v.set, {.doc = "keys that differ from the scene, as dotted paths like for `--set`"});
  }
  bool operator==(const Variant&) const = default;
};

// Initial field of the main array, with H = 0. It is `value` on the half of the grid next to `side` (the smaller half
// for an odd number of nodes), and 0 on the other half and on metal. An edit takes effect at the next reset.
struct Initial {
  Side side = Side::left;
  double value = 0;  // V/m; A/m in a scene of polarization hz
  static void fields(auto& i, auto&& key) {
    key("side", i.side,
        {.doc = "half of the grid that starts with a field (with an odd number of nodes, the smaller half)"});
    key("value", i.value, {.doc = "initial Ez there, in V/m; in an hz scene Hz in A/m"});
  }
  bool operator==(const Initial&) const = default;
};
// The scheme that the scene asks for (solver/scene/scheme.h). If the engine does not support it, `auto` is used. The
// result is then the same within the scheme's agreement.
struct RunPreset {
  std::string scheme = "auto";
  std::string form;                         // one of the scheme's forms by name; empty: the first one
  std::optional<std::array<int, 2>> block;  // threads along x and y; empty: the scheme's default
  static void fields(auto& r, auto&& key) {
    key("scheme", r.scheme, {.belongs = For::maxwell, .doc = "kernel scheme that the scene prefers"});
    key("form", r.form, {.belongs = For::maxwell, .doc = "form of the scheme; empty: the first"});
    key("block", r.block,
        {.range = {1, 1024, false, "two whole numbers from 1 whose product is at most 1024"},
         .belongs = For::maxwell,
         .absent = "the scheme's own",
         .doc = "thread block, `[x, y]`"});
  }
  bool operator==(const RunPreset&) const = default;
};

// [run] pause_at and repeat: the time in the run that the scene's text describes. A live run pauses there once to
// show the result. A run of a given number of steps does not pause. solver/scene/duration.h reads the text.
// `pace` sets the speed of a live run.
struct Pause {
  std::string at;                   // a time, a number of steps or `valid`; empty: no pause
  bool repeat = false;              // after a short pause the run restarts
  std::optional<double> pace = {};  // SpeedSetting's number in this scene; empty: the user's setting
  static void fields(auto& p, auto&& key) {
    key("pause_at", p.at,
        {.doc = "time at which the run pauses for its result: `1.1ns`, `40T`, `460 steps` or `valid`"});
    key("repeat", p.repeat, {.doc = "restarts there after two seconds, instead of pausing"});
    key("pace", p.pace,
        {.range = above_zero,
         .absent = "as it is set",
         .doc = "speed of the run in the window, in periods of the first source per second; for a gas or heat, in "
                "crossings of the domain per second"});
  }
  bool operator==(const Pause&) const = default;
};

// Constructors, comparison and destructor are defined in scene.cpp. Inlined in every source file that contains a scene,
// they took a third of the compile time.
struct Scene {
  Scene();
  Scene(const Scene&);
  Scene(Scene&&) noexcept;
  Scene& operator=(const Scene&);
  Scene& operator=(Scene&&) noexcept;
  ~Scene();
  bool operator==(const Scene&) const;

  std::string title, text;  // name of the scene; description and instructions
  Physics physics = Physics::maxwell;
  Unit unit = Unit::m;
  Grid grid;
  Boundary boundary;
  std::vector<Material> materials;  // in addition to the built-in vacuum, pec and pmc
  GasSettings gas;
  HeatSettings heat;
  std::vector<FluidState> states;  // for a gas or heat
  std::vector<Shape> shapes;       // later ones cover earlier ones
  std::vector<Source> sources;
  std::vector<Probe> probes;
  std::vector<Monitor> monitors;
  std::vector<Check> checks;
  std::vector<SceneSweep> sweeps;
  std::vector<Design> designs;
  SceneView view;
  Initial initial;
  RunPreset run;
  Pause pause;
  Reflection reflection;
  std::vector<BoundaryFault> faults;  // deliberate errors
  std::optional<int> hidden_fault;    // a seed: the program chooses side and fault (hidden_fault_of) and hides them
  std::vector<Variant> variants;      // empty: the scene itself runs; otherwise all variants in lock-step
  static void fields(auto& s, auto&& key) {
    key("title", s.title, {.doc = "title of the scene"});
    key("text", s.text, {.doc = "text about what the scene shows and what to try"});
    key("physics", s.physics, {.doc = "Maxwell's equations, a gas, or heat"});
    key("unit", s.unit, {.written = true, .doc = "unit of all lengths in the file"});
    key("hidden_fault", s.hidden_fault,
        {.range = {0, largest_seed, false, "a seed from 0 to 1000000000"},
         .belongs = For::maxwell,
         .doc = "seed that chooses a secret fault for one side"});
    key("grid", s.grid, {.required = true});
    key("boundary", s.boundary, {});
    key("gas", s.gas, {.belongs = For::gas});
    key("heat", s.heat, {.belongs = For::heat});
    key("state", s.states, {.belongs = For::cells});
    key("material", s.materials, {.belongs = For::maxwell});
    key("shape", s.shapes, {});
    key("source", s.sources, {.belongs = For::maxwell});
    key("probe", s.probes, {});
    key("monitor", s.monitors, {.belongs = For::maxwell});
    key("check", s.checks, {});
    key("sweep", s.sweeps, {});
    key("design", s.designs, {.belongs = For::maxwell});
    key("view", s.view, {});
    key("initial", s.initial, {.belongs = For::maxwell});
    key("run", std::tie(s.run, s.pause), {});
    key("reflection", s.reflection, {.belongs = For::maxwell});
    key("fault", s.faults, {.belongs = For::maxwell});
    key("variant", s.variants, {});
  }
};

// Returns a scene with only its physics set. It has the boundaries, the background and the
// view that a file need not give.
Scene started_as(Physics physics);
// Metres per unit of length. Unit::cell has none; see length_unit().
double metres(Unit unit);
// Δx and Δy in metres.
Vec2 cell_size(const Scene& scene);
// Metres per unit of a length in the scene's file. For Unit::cell this is Δx.
double length_unit(const Scene& scene);
// Returns the size of the domain in metres: from the first node to the last, or the period of a periodic pair. For a
// gas or heat it covers all cells.
Vec2 extent(const Scene& scene);
// copies_of() returns all positions of a shape, with its own first (at most most_copies, which no valid scene exceeds).
// count_of() returns their number, and second_lattice_vector() the displacement from one row of a lattice to the next.
std::vector<Geometry> copies_of(const Scene& scene, const Shape& shape);
std::int64_t count_of(const Copies& copies);
Vec2 second_lattice_vector(const Scene& scene, const LatticeCopies& lattice);
// Convert a position to nodes (fractional), x/Δx, y/Δy, and back. Node (i, j) is at (i, j). For a gas or heat the node
// is the cell's centre, half a cell from its lower left corner.
Vec2 to_nodes(const Scene& scene, Vec2 position);
Vec2 from_nodes(const Scene& scene, Vec2 nodes);
// Returns the node of a source or probe: ⌊x/Δ + ½ + 1e-6⌋ on each axis. It may be outside the grid.
Node nearest_node(const Scene& scene, Vec2 position);
// Return the kind that the main array sees, and a side's boundary as the main array sees it. In an hz
// scene PEC and PMC are swapped.
BoundaryKind seen_by(Polarization polarization, BoundaryKind kind);
BoundaryKind wall_of(const Scene& scene, Side side);
// Returns true if a side's boundary sets the main array at a node (metal, Mur, the wall behind a
// layer). A source there has no effect.
bool is_held(const Scene& scene, Node node);
// Returns a state of a gas or heat by name. An empty name selects the first one. Returns nullptr if it does not exist.
const FluidState* state_named(const Scene& scene, std::string_view name);
// Returns Δt = courant/(c·√(1/Δx²+1/Δy²)) in s. For a gas it approximates the first step's, from the initial states.
double time_step(const Scene& scene);
// Returns the sides that the reference run opens.
std::vector<Side> measured_sides(const Scene& scene);
// Returns the period in s of the first source that is on and has a frequency. If none is on, uses the
// first one that has a frequency.
std::optional<double> first_period(const Scene& scene);
// Returns that period, or a substitute if no source has one: a tenth of the time that a wave needs to cross
// the grid. Runs are measured in this unit. For a gas it is a tenth of the crossing time of the fastest sound,
// and for heat a hundredth of L²/κ.
double reference_period(const Scene& scene);

}  // namespace ez
