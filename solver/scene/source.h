// Sources: what drives the field, where, and with which waveform.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/scene/key.h"
#include "solver/scene/place.h"
#include "solver/scene/waveform.h"

namespace ez {

struct Scene;

// Each geometry has:
//   kind, title    the file's word, and the name that is shown
//   per_metre      whether a soft one's amplitude is a current per metre, A/m, or a current, A
//   fields()       its keys; those that measure a position are the places that a handle moves
//   nodes(scene)   the nodes that it drives
//   span(scene)    metres that one of those nodes stands for, 1 where the amplitude is a current
//   around(scene, node)   one of this kind at a place in nodes, of a size to begin with

struct PointSource {
  static constexpr std::string_view kind = "point", title = "Point";
  static constexpr bool per_metre = false;
  Vec2 at;
  static void fields(auto& g, auto&& key) { key("at", g.at, {.required = true, .measure = Measure::position}); }
  std::vector<Node> nodes(const Scene& scene) const;
  double span(const Scene&) const { return 1; }
  static PointSource around(const Scene& scene, Vec2 node);
  bool operator==(const PointSource&) const = default;
};
struct LineSource {
  static constexpr std::string_view kind = "line", title = "Line";
  static constexpr bool per_metre = true;
  Vec2 from, to;
  static void fields(auto& g, auto&& key) {
    key("from", g.from, {.required = true, .measure = Measure::position});
    key("to", g.to, {.required = true, .measure = Measure::position});
  }
  std::vector<Node> nodes(const Scene& scene) const;
  double span(const Scene& scene) const;
  static LineSource around(const Scene& scene, Vec2 node);
  bool operator==(const LineSource&) const = default;
};

using SourceGeometry = std::variant<PointSource, LineSource>;

struct Source {
  std::string name;  // optional
  SourceGeometry geometry;
  double amplitude = 1;  // A (soft), A/m (soft line), V/m (hard); of an hz scene V, V/m, A/m
  bool hard = false;     // sets the field; else it drives a current
  bool on = true;
  Waveform waveform;
  static void fields(auto& s, auto&& key) {
    key("name", s.name, {});
    key.kind(s.geometry);
    key.alternative(s.geometry);
    key("amplitude", s.amplitude, {.doc = "A at a point, A/m along a line; V/m when hard"});
    key("hard", s.hard, {.doc = "a hard source sets the field, a soft one drives a current"});
    key("on", s.on, {});
    key("waveform", s.waveform, {.required = true});
  }
  bool operator==(const Source&) const = default;
};

// A new geometry: the alternative of index `kind` in SourceGeometry, at a place in nodes.
SourceGeometry geometry_around(std::size_t kind, const Scene& scene, Vec2 node);

std::vector<Node> source_nodes(const Scene& scene, const Source& source);
double source_span(const Scene& scene, const Source& source);

// A source's places by their keys, in order: "at", or "from" and "to".
struct NamedPlace {
  std::string_view key;
  Vec2* at;
};
std::vector<NamedPlace> places_of(Source& source);
std::vector<Vec2> places_of(const Source& source);

// The middle of them, in nodes.
Vec2 middle_of(const Scene& scene, const Source& source);

}  // namespace ez
