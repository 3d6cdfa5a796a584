// Sources: position, kind and waveform of what drives the field.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/key.h"
#include "solver/scene/place.h"
#include "solver/scene/quantity.h"
#include "solver/scene/waveform.h"

namespace ez {

struct Scene;

// Each geometry has:
//   kind, title    name in files, and displayed name
//   units          unit of a soft source's amplitude, in an ez scene and in an hz scene
//   can_be_hard    whether it may set the field instead of driving a current
//   fields()       its keys; those with Measure::position are the places that handles move
//   nodes(scene)   its nodes, for checks of its distance to layers and other objects;
//                  solver/problem/feeds.cpp determines which nodes it drives, and how
//   around(scene, node)   makes one of this kind at a position in nodes, with an initial size
// Geometries with a direction also have
//   direction(scene), turn(scene, degrees)   degrees from +x
// Lines that must be along an axis also have
//   straighten(scene, moved)   lays the line along the nearer axis after one end (0: from, 1: to) has moved

// Motion of a source along its path, from the first point at t = 0 to the last, where it stops, or round and round.
struct Motion {
  std::vector<Vec2> path;             // empty: it is at rest
  std::optional<double> speed, beta;  // m/s, or relative to c in vacuum: one of them is set if there is a path
  bool loop = false;
  bool moves() const { return !path.empty(); }
  double metres_per_second() const;
  std::vector<Node> nodes(const Scene& scene) const;  // along the path
  // Keys in the source's own table. They come before `at`, which a path replaces.
  static void fields(auto& m, auto&& key) {
    key("path", m.path,
        {.measure = Measure::position,
         .absent = "fixed at `at`",
         .doc = "`[[x, y], …]`, two points or more: the source starts at the first one at t = 0 and stops at the last "
                "one; its current is distributed over the four nodes around it"});
    key("speed", m.speed, {.unit = "m/s", .range = above_zero, .absent = "by `beta`", .doc = "speed along the path"});
    key("beta", m.beta,
        {.range = {0, 0.999, true, "a number above 0, to 0.999"},
         .absent = "by `speed`",
         .doc = "speed in units of c in vacuum"});
    key("loop", m.loop, {.doc = "returns from the last point straight to the first and continues"});
  }
  bool operator==(const Motion&) const = default;
};

struct PointSource {
  static constexpr std::string_view kind = "point", title = "Point";
  static constexpr std::array<std::string_view, 2> units = {"A", "V"};
  static constexpr bool can_be_hard = true;
  Vec2 at;
  Motion motion = {};
  bool charge = false;  // a charge in C/m moves along the path; the source is its current
  double width = 0;     // width of the charge or current cloud of a moving source
  static void fields(auto& g, auto&& key) {
    Motion::fields(g.motion, key);
    key("at", g.at,
        {.required = !g.motion.moves(),
         .measure = Measure::position,
         .doc = "position of a fixed source; give this or `path`"});
    key("charge", g.charge,
        {.doc = "a line charge, C/m, that moves along its path in an hz scene and so drives a current; the opposite "
                "charge stays at the start"});
    key("width", g.width,
        {.range = not_negative,
         .measure = Measure::length,
         .doc = "for a moving source: standard deviation of its charge cloud, up to 5 cells. Much shorter waves are "
                "not sent; 0: all waves that the grid carries, down to two cells"});
  }
  std::vector<Node> nodes(const Scene& scene) const;
  static PointSource around(const Scene& scene, Vec2 node);
  bool operator==(const PointSource&) const = default;
};
struct LineSource {
  static constexpr std::string_view kind = "line", title = "Line";
  static constexpr std::array<std::string_view, 2> units = {"A/m", "V/m"};
  static constexpr bool can_be_hard = true;
  Vec2 from, to;
  static void fields(auto& g, auto&& key) {
    key("from", g.from, {.required = true, .measure = Measure::position});
    key("to", g.to, {.required = true, .measure = Measure::position});
  }
  std::vector<Node> nodes(const Scene& scene) const;
  double span(const Scene& scene) const;  // metres that one of its nodes represents
  static LineSource around(const Scene& scene, Vec2 node);
  bool operator==(const LineSource&) const = default;
};

// A current along `angle` in the plane of the grid. In an ez scene it is magnetic, K in V, distributed over the two Hx
// and the two Hy around the node. In an hz scene it is electric, I in A, over Ex and Ey.
struct DipoleSource {
  static constexpr std::string_view kind = "dipole", title = "Dipole";
  static constexpr std::array<std::string_view, 2> units = {"V", "A"};
  static constexpr bool can_be_hard = false;
  Vec2 at;
  double angle = 0;  // degrees from +x
  Motion motion = {};
  static void fields(auto& g, auto&& key) {
    Motion::fields(g.motion, key);
    key("at", g.at,
        {.required = !g.motion.moves(),
         .measure = Measure::position,
         .doc = "position of a fixed source; give this or `path`"});
    key("angle", g.angle, {.unit = "°", .doc = "direction of the current, anticlockwise from +x"});
  }
  std::vector<Node> nodes(const Scene& scene) const;
  double direction(const Scene&) const { return angle; }
  void turn(const Scene&, double degrees) { angle = degrees; }
  static DipoleSource around(const Scene& scene, Vec2 node);
  bool operator==(const DipoleSource&) const = default;
};

enum class Taper { uniform, hann, gaussian };

// Equally spaced line currents on a line. Each is slightly later than the one before, which steers the beam.
struct ArraySource {
  static constexpr std::string_view kind = "array", title = "Array";
  static constexpr std::array<std::string_view, 2> units = {"A", "V"};
  static constexpr bool can_be_hard = false;
  static constexpr int most = 1024;
  Vec2 from, to;
  int count = 8;
  double steer = 0;  // degrees from the line's left normal, towards `to`
  Taper taper = Taper::uniform;
  static void fields(auto& g, auto&& key) {
    key("from", g.from, {.required = true, .measure = Measure::position});
    key("to", g.to, {.required = true, .measure = Measure::position});
    key("count", g.count,
        {.required = true, .range = {2, most, false, "2 to 1024"}, .doc = "number of line currents, 2 to 1024"});
    key("steer", g.steer,
        {.unit = "°",
         .range = {-90, 90, false, "-90° to 90°"},
         .doc = "direction of the beam from the line's left normal, towards `to`"});
    key("taper", g.taper, {.doc = "decrease of the currents towards the ends"});
  }
  std::vector<Node> nodes(const Scene& scene) const;
  double weight(int element) const;  // by `taper`
  // Returns the delay of an element's waveform in seconds, in the scene's background.
  double delay(const Scene& scene, int element) const;
  double direction(const Scene& scene) const;
  void turn(const Scene& scene, double degrees);
  static ArraySource around(const Scene& scene, Vec2 node);
  bool operator==(const ArraySource&) const = default;
};

struct BoxCorners {
  Vec2 min, max;
  bool operator==(const BoxCorners&) const = default;
};
// Nodes of a total-field box: [low.i, high.i] × [low.j, high.j].
struct NodeFrame {
  Node low, high;
};

// Total field / scattered field: the plane wave and the scattered field inside the box, and only the scattered field
// outside. The wave is that of the grid (run/plane_wave.h), so an empty box does not leak.
struct PlaneSource {
  static constexpr std::string_view kind = "plane", title = "Plane wave";
  static constexpr std::array<std::string_view, 2> units = {"V/m", "A/m"};
  static constexpr bool can_be_hard = false;
  static constexpr int margin = 6;  // default distance from layers and boundaries, in cells
  double angle = 0;                 // degrees from +x, of the propagation direction
  std::optional<BoxCorners> box;
  static void fields(auto& g, auto&& key) {
    key("angle", g.angle, {.unit = "°", .doc = "direction of propagation, anticlockwise from +x"});
    key("box", g.box,
        {.measure = Measure::position,
         .absent = "the domain, 6 cells away from boundaries and layers",
         .doc = "`{ min = [x, y], max = [x, y] }`: total field inside, scattered field outside"});
  }
  // The frame of the box, from its lower left to its upper right corner.
  std::vector<Node> nodes(const Scene& scene) const;
  NodeFrame frame(const Scene& scene) const;
  // Return true if the wave enters and leaves through left and right, or bottom and top. False for periodic sides.
  static bool crosses_x(const Scene& scene);
  static bool crosses_y(const Scene& scene);
  double direction(const Scene&) const { return angle; }
  void turn(const Scene&, double degrees) { angle = degrees; }
  void settle(const Scene& scene);  // sets the box if none is given
  static PlaneSource around(const Scene& scene, Vec2 node);
  bool operator==(const PlaneSource&) const = default;
};

// A Gaussian beam that leaves a line along an axis towards its left normal only. It consists of the grid's own plane
// waves at the middle of the waveform's band (problem/one_way.cpp), and must be in the background.
struct BeamSource {
  static constexpr std::string_view kind = "beam", title = "Beam";
  static constexpr std::array<std::string_view, 2> units = {"V/m", "A/m"};
  static constexpr bool can_be_hard = false;
  Vec2 from, to;
  double angle = 0;  // degrees from the line's left normal, towards `to`
  double waist = 0, focus = 0;
  static void fields(auto& g, auto&& key) {
    key("from", g.from, {.required = true, .measure = Measure::position});
    key("to", g.to, {.required = true, .measure = Measure::position});
    key("angle", g.angle,
        {.unit = "°",
         .range = {-80, 80, false, "-80° to 80°"},
         .doc = "direction of the beam from the line's left normal, towards `to`"});
    key("waist", g.waist,
        {.required = true,
         .range = above_zero,
         .measure = Measure::length,
         .doc = "radius at the focus, at which the field is 1/e of that on the axis"});
    key("focus", g.focus,
        {.measure = Measure::length, .doc = "distance from the line's middle to the focus, along the beam"});
  }
  std::vector<Node> nodes(const Scene& scene) const;
  double direction(const Scene& scene) const;
  void turn(const Scene& scene, double degrees);
  void straighten(const Scene& scene, std::size_t moved);
  static BeamSource around(const Scene& scene, Vec2 node);
  bool operator==(const BeamSource&) const = default;
};

// A guided mode of the media on a line along an axis, emitted towards its left normal only. It solves the discrete
// equations (theory/section_modes.h). It is exact at the middle of the waveform's band and fitted over the band
// (problem/one_way.cpp). It is delayed by half a period of that frequency.
struct ModeSource {
  static constexpr std::string_view kind = "mode", title = "Guided mode";
  static constexpr std::array<std::string_view, 2> units = {"V/m", "A/m"};
  static constexpr bool can_be_hard = false;
  Vec2 from, to;
  int index = 0;
  static void fields(auto& g, auto&& key) {
    key("from", g.from, {.required = true, .measure = Measure::position});
    key("to", g.to, {.required = true, .measure = Measure::position});
    key("index", g.index, a_mode);
  }
  std::vector<Node> nodes(const Scene& scene) const;
  double direction(const Scene& scene) const;
  void turn(const Scene& scene, double degrees);  // to the nearer of its two sides
  void straighten(const Scene& scene, std::size_t moved);
  static ModeSource around(const Scene& scene, Vec2 node);
  bool operator==(const ModeSource&) const = default;
};

using SourceGeometry =
    std::variant<PointSource, LineSource, DipoleSource, ArraySource, PlaneSource, BeamSource, ModeSource>;

struct Source {
  std::string name;  // optional
  SourceGeometry geometry;
  double amplitude = 1;  // in the geometry's unit; for a hard source V/m, in an hz scene A/m
  bool hard = false;     // sets the field; otherwise it drives a current
  bool on = true;
  Waveform waveform;
  static void fields(auto& s, auto&& key) {
    key("name", s.name, {});
    key.kind(s.geometry);
    key.alternative(s.geometry);
    key("amplitude", s.amplitude,
        {.doc =
             "amplitude: A for a point and for an array's elements, A/m for a line, V for a dipole, V/m for a plane "
             "wave and a hard source; for a beam the value on its axis at the focus, for a guided mode its maximum"});
    key("hard", s.hard, {.doc = "a hard source sets the field, a soft one drives a current"});
    key("on", s.on, {});
    key("waveform", s.waveform, {.required = true});
  }
  bool operator==(const Source&) const = default;
};

// Makes a geometry: the alternative of index `kind` in SourceGeometry, at a position in nodes.
SourceGeometry geometry_around(std::size_t kind, const Scene& scene, Vec2 node);

std::vector<Node> source_nodes(const Scene& scene, const Source& source);
// Returns the unit of its amplitude.
std::string_view amplitude_unit(const Source& source, Polarization polarization);
bool can_be_hard(const Source& source);
// Returns its direction in degrees from +x; empty if it has none.
std::optional<double> direction_of(const Scene& scene, const Source& source);
void turn(const Scene& scene, Source& source, double degrees);
// Lays a line that must be along an axis along it, after one end (0: from, 1: to) has moved.
// Returns false for other sources.
bool straighten(const Scene& scene, Source& source, std::size_t moved);
// Returns true if both ends are on one row or column of nodes.
bool lies_along_an_axis(const Scene& scene, Vec2 from, Vec2 to);
// Returns the frequency in Hz for which a beam or mode is computed. Empty if the waveform has
// neither a frequency nor a band.
std::optional<double> middle_frequency(const Waveform& waveform);
// Returns the source with the positions that the scene leaves to the program.
Source settled(const Scene& scene, Source source);

// Returns its motion; nullptr for a source that cannot move.
Motion* motion_of(Source& source);
const Motion* motion_of(const Source& source);
bool moves(const Source& source);
bool is_charge(const Source& source);

// A source's positions by their keys, in order: "at", or "path.0", "path.1" … for a moving source, or "from" and "to",
// or "box.min" and "box.max" if a box is given.
struct NamedPlace {
  std::string key;
  Vec2* at;
};
std::vector<NamedPlace> places_of(Source& source);
std::vector<Vec2> places_of(const Source& source);

// Returns the mean of these positions, in nodes.
Vec2 middle_of(const Scene& scene, const Source& source);

}  // namespace ez
