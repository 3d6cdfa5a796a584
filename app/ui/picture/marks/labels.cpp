// Draws sources, probes and monitors on the picture: handle, name, and a probe's value and live trace.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/model/document/scene_edit.h"
#include "app/model/hooks.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"
#include "app/ui/probe_trace.h"
#include "solver/base/constants.h"
#include "solver/problem/track.h"

namespace ez {
namespace {

constexpr std::size_t many = 10;          // with more sources or monitors, only the selected one shows its name
constexpr std::size_t many_probes = 100;  // the same for probes
constexpr int under = 0, over = 1;        // channels: the line of a label is drawn below the text of its neighbours
constexpr std::size_t most_traces = 4;    // with more of them, only the selected probe shows its trace

bool is_selected(const Context& c, Selection::Kind kind, int i) { return c.state.selection == Selection{kind, i}; }

// Areas that labels avoid: cards, points, and labels that have been placed.
using Taken = std::vector<Area>;

struct LabelPlace {
  Area area;
  ImVec2 p;  // the point that it belongs to
};

// Returns the place of a label of width w that is shifted up or down.
Area label_area(const Context& c, ImVec2 p, bool right, float aside, float w) {
  const Area& picture = c.memory.picture;
  const float gap = c.px(14), half = c.px(12), x = right ? p.x + gap : p.x - gap - w;
  const float y = std::clamp(p.y + aside, picture.min.y + c.px(16), picture.max.y - c.px(16));
  return {{x, y - half}, {x + w, y + half}};
}

bool fits_right(const Context& c, ImVec2 p, float w) { return p.x + c.px(14) + w < c.memory.picture.max.x - c.px(4); }

// Returns a free place for a label of width w, next to one of the points, the most likely point first. It prefers the
// right side, then the left, and then the smallest shift up or down, of at most so many rows. The box `under` the
// label's left lower corner is free too.
std::optional<LabelPlace> find_place(const Context& c, const Taken& taken, const std::vector<ImVec2>& points, float w,
                                     ImVec2 under, int most_rows) {
  const Area& picture = c.memory.picture;
  const float row = c.px(26);
  const auto is_free = [&](const Area& area) {
    return area.min.x >= picture.min.x && area.max.x <= picture.max.x && area.max.y <= picture.max.y &&
           std::none_of(taken.begin(), taken.end(), [&](const Area& t) { return t.meets(area); });
  };
  for (int rows = 0; rows <= most_rows; ++rows)
    for (const ImVec2 p : points)
      for (const float aside : {-row * static_cast<float>(rows), row * static_cast<float>(rows)})
        for (const bool right : {fits_right(c, p, w), !fits_right(c, p, w)}) {
          const Area area = label_area(c, p, right, aside, w);
          const ImVec2 corner(area.min.x, area.max.y);
          if (is_free(area) && (under.y <= 0 || is_free({corner, corner + under}))) return LabelPlace{area, p};
        }
  return std::nullopt;
}

// Returns a free place. If nothing is free, returns the place to the right of the first point, avoiding only cards.
LabelPlace free_place(const Context& c, const Taken& taken, const std::vector<ImVec2>& points, float w) {
  const int far = static_cast<int>(c.memory.picture.height() / c.px(26)) + 1;
  if (const auto found = find_place(c, taken, points, w, {}, far)) return *found;
  const ImVec2 p = points.front();
  return {clear_of_cards(c, label_area(c, p, fits_right(c, p, w), 0, w)), p};
}

// Returns the visible points of a line that can have its label, from the preferred end to the other.
std::vector<ImVec2> along(const Context& c, ImVec2 from, ImVec2 to) {
  std::vector<ImVec2> out = {from};
  const ImVec2 d = to - from;
  const float pieces = std::clamp(std::floor(std::hypot(d.x, d.y) / c.px(26)), 0.0f, 24.0f);
  for (float k = 1; k <= pieces; ++k)
    if (const ImVec2 p = from + d * (k / pieces); c.memory.picture.contains(p)) out.push_back(p);
  return out;
}

// Returns the width of a label. It is rounded, so that a value with one more digit does not move its label.
float label_width(const Context& c, std::string_view text, ImFont* font, float size) {
  const float step = c.px(16);
  return std::ceil((c.look.measure(font, size, as_name(text)).x + c.px(12)) / step) * step;
}

// Draws a pill with a name of the user at the place. Draws a line to the point if it is not at its height. Returns the
// left middle of the pill.
ImVec2 draw_label(const Context& c, const Pen& pen, Taken& taken, const LabelPlace& place, std::string_view text,
                  ImFont* font, float size) {
  const auto& [area, p] = place;
  taken.push_back(area);
  const float middle = (area.min.y + area.max.y) / 2;
  const bool right = area.min.x > p.x;
  if (std::abs(middle - p.y) > c.px(13)) {
    pen.list->ChannelsSetCurrent(under);
    pen.line(p, {right ? area.min.x : area.max.x, middle}, c.t().text2, 1);
    pen.list->ChannelsSetCurrent(over);
  }
  pen.names().pill({right ? area.min.x : area.max.x, middle}, {right ? 0.0f : 1.0f, 0.5f}, text, c.t().text, font,
                   size);
  return {area.min.x, middle};
}

// Draws the label at a free place next to one of the points.
ImVec2 label(const Context& c, const Pen& pen, Taken& taken, const std::vector<ImVec2>& points, std::string_view text,
             ImFont* font, float size) {
  return draw_label(c, pen, taken, free_place(c, taken, points, label_width(c, text, font, size)), text, font, size);
}

// ---- drawings of sources, apart from their handles

struct SourceDrawing {
  const Context& c;
  const Viewport& v;
  const Pen& pen;
  const std::vector<GripSpot>& spots;  // its middle, its ends or corners, the handle of its direction
  ImU32 color;
  const Scene& scene;

  void line(Vec2 a, Vec2 b) const { pen.line(v.screen(a), v.screen(b), color, 2); }
  // Draws an arrow from the middle to the handle of the direction.
  void arrow() const {
    if (hides(c.state, Secret::angle)) return;  // it would show the beam's direction
    const ImVec2 a = v.screen(spots.front().node), b = v.screen(spots.back().node);
    const float x = b.x - a.x, y = b.y - a.y, length = std::max(std::hypot(x, y), 1.0f), head = c.px(9) / length;
    const ImVec2 tip(b.x - x * c.px(8) / length, b.y - y * c.px(8) / length);
    pen.line(a, tip, color, 2);
    for (const float side : {-0.6f, 0.6f})
      pen.line(tip, {tip.x - head * (x - side * y), tip.y - head * (y + side * x)}, color, 2);
  }
};

// Draws the path of a moving source, from handle to handle.
void draw_path(const SourceDrawing& d, const Motion& motion) {
  const std::size_t count = motion.path.size();
  for (std::size_t k = 0; k + (motion.loop ? 0 : 1) < count; ++k)
    d.line(to_nodes(d.scene, motion.path[k]), to_nodes(d.scene, motion.path[(k + 1) % count]));
}
void draw_body(const SourceDrawing& d, const PointSource& g) { draw_path(d, g.motion); }
void draw_body(const SourceDrawing& d, const LineSource&) { d.line(d.spots[1].node, d.spots[2].node); }
void draw_body(const SourceDrawing& d, const DipoleSource& g) {
  draw_path(d, g.motion);
  d.arrow();
}
void draw_body(const SourceDrawing& d, const ArraySource& g) {
  d.line(d.spots[1].node, d.spots[2].node);
  for (const Node& n : g.nodes(d.scene))
    d.pen.list->AddCircleFilled(d.v.screen({static_cast<double>(n.i), static_cast<double>(n.j)}), d.c.px(3), d.color);
  d.arrow();
}
void draw_body(const SourceDrawing& d, const PlaneSource& g) {
  const auto [low, high] = g.frame(d.scene);
  const Vec2 a{static_cast<double>(low.i), static_cast<double>(low.j)},
      b{static_cast<double>(high.i), static_cast<double>(high.j)};
  if (PlaneSource::crosses_x(d.scene)) d.line(a, {a.x, b.y}), d.line({b.x, a.y}, b);
  if (PlaneSource::crosses_y(d.scene)) d.line(a, {b.x, a.y}), d.line({a.x, b.y}, b);
  d.arrow();
}

// Draws the focus, as wide as the beam is there.
void draw_body(const SourceDrawing& d, const BeamSource& g) {
  d.line(d.spots[1].node, d.spots[2].node);
  const double way = g.direction(d.scene) * pi / 180;
  const auto from_middle = [&](double ahead, double aside) {
    const Vec2 cell = cell_size(d.scene), middle = d.spots.front().node;
    const double nodes = to_nodes(d.scene, {1, 0}).x;  // along x, per unit of length
    return Vec2{middle.x + nodes * (ahead * std::cos(way) - aside * std::sin(way)),
                middle.y + nodes * (ahead * std::sin(way) + aside * std::cos(way)) * cell.x / cell.y};
  };
  d.line(from_middle(g.focus, -g.waist), from_middle(g.focus, g.waist));
  d.arrow();
}
void draw_body(const SourceDrawing& d, const ModeSource&) {
  d.line(d.spots[1].node, d.spots[2].node);
  d.arrow();
}

void draw_source(const Context& c, const Viewport& v, const Pen& pen, Taken& taken, int i) {
  const Scene& s = c.state.scene;
  const Source& source = s.sources[static_cast<std::size_t>(i)];
  const bool selected = is_selected(c, Selection::Kind::source, i), grips = c.memory.options.chrome;
  const bool crowded = s.sources.size() > many && !selected;
  const std::vector<GripSpot> spots = grip_spots(s, {Selection::Kind::source, i});
  const ImU32 color = source.on ? c.t().accent : c.t().text3;
  std::visit([&](const auto& g) { draw_body({c, v, pen, spots, color, s}, g); }, source.geometry);
  if (const Motion* motion = motion_of(source); motion && motion->moves() && source.on) {
    const Vec2 now = place_at(s, *motion, c.state.time);
    pen.list->AddCircleFilled(v.screen(now), c.px(9), c.t().halo);
    pen.list->AddCircleFilled(v.screen(now), c.px(6), color);
  }
  for (const GripSpot& spot : spots) {
    if (spot.grip.part == part_of_direction && hides(c.state, Secret::angle)) continue;
    const ImVec2 p = v.screen(spot.node);
    if (selected) pen.list->AddCircle(p, c.px(10), color, 0, c.px(2));
    if (grips && !crowded)
      pen.handle(p, 6, color);
    else if (spot.grip.part == 0)
      pen.list->AddCircleFilled(p, c.px(crowded ? 2.5f : 4), color);
  }
  if (crowded) return;
  // If the line is alone in the picture, the label is at its far end.
  const bool line = spots.size() > 2 && spots[2].grip.part == 2;
  const ImVec2 at = v.screen(spots[line && s.sources.size() < 3 ? 2 : 0].node);
  label(c, pen, taken, along(c, at, line ? v.screen(spots[1].node) : at),
        label_of_source(s, i) + (source.on ? "" : c.tr(" (off)")), c.look.fonts.medium, font_size::small);
}

// Size of a trace and of the space above it.
ImVec2 trace_size(const Context& c) { return c.look.px(132, 38); }

// Draws the last periods as a small curve below the label.
void draw_trace(const Context& c, const Pen& pen, ImVec2 left_middle, int i, const TraceWindow& window) {
  const ProbeTrace& trace = c.state.probes[static_cast<std::size_t>(i)];
  if (window.steps == 0 || trace.values.size() < 2) return;
  const ImVec2 a(left_middle.x, left_middle.y + c.px(14)), b = a + c.look.px(132, 36);
  pen.fill(a, b, c.t().card, 4);
  const Decimated d = decimated(trace, window, 1, static_cast<int>(c.px(60)));
  std::vector<ImVec2> points;
  const float mid = (a.y + b.y) / 2, high = (b.y - a.y) / 2 - c.px(4);
  for (std::size_t k = 0; k < d.t.size(); ++k) {
    const double along = (d.t[k] - (window.last - window.steps)) / window.steps;
    points.push_back({a.x + c.px(4) + static_cast<float>(along) * (b.x - a.x - c.px(8)),
                      mid - static_cast<float>((d.v[k] - window.middle) / window.scale()) * high});
  }
  pen.hline(a.x + c.px(4), b.x - c.px(4), mid, fade(c.t().border_strong, 0.7f));
  pen.list->AddPolyline(points.data(), static_cast<int>(points.size()), probe_color(c.t(), i), c.px(1.5f));
}

// Returns true if the trace below this probe's label would cover another probe.
bool trace_covers_a_probe(const Context& c, const Viewport& v, int i) {
  const Scene& s = c.state.scene;
  const auto place = [&](int k) { return v.screen(to_nodes(s, s.probes[static_cast<std::size_t>(k)].at)); };
  const ImVec2 p = place(i);
  for (int k = 0; k < static_cast<int>(s.probes.size()); ++k) {
    const ImVec2 q = place(k);
    if (k != i && std::abs(q.x - p.x) < c.px(180) && q.y - p.y > -c.px(4) && q.y - p.y < c.px(64)) return true;
  }
  return false;
}

void draw_probe(const Context& c, const Viewport& v, const Pen& pen, Taken& taken, int i, const TraceWindow& window) {
  const Scene& s = c.state.scene;
  const bool selected = is_selected(c, Selection::Kind::probe, i);
  const ImVec2 p = v.screen(to_nodes(s, s.probes[static_cast<std::size_t>(i)].at));
  const ImU32 color = selected ? c.t().accent : c.t().ink;
  pen.list->AddCircle(p, c.px(8), c.t().halo, 0, c.px(5));
  pen.list->AddCircle(p, c.px(8), color, 0, c.px(2));
  pen.list->AddCircleFilled(p, c.px(2.5f), color);
  const bool has_value = static_cast<std::size_t>(i) < c.state.probes.size();
  const std::string text =
      has_value ? fmt::format("{} {}", label_of_probe(s, i), probe_value(c.state, window, i)) : label_of_probe(s, i);
  const bool traced = has_value && (selected || (s.probes.size() <= most_traces && !trace_covers_a_probe(c, v, i)));
  constexpr int most_rows = 3;  // a trace farther from its probe is left out
  ImFont* font = c.look.fonts.mono;
  const float w = label_width(c, text, font, font_size::number);
  const auto with_trace = traced ? find_place(c, taken, {p}, w, trace_size(c), most_rows) : std::nullopt;
  const ImVec2 at =
      draw_label(c, pen, taken, with_trace ? *with_trace : free_place(c, taken, {p}, w), text, font, font_size::number);
  if (!with_trace && !(traced && selected)) return;
  draw_trace(c, pen, at, i, window);
  taken.push_back({{at.x, at.y + c.px(14)}, at + c.look.px(132, 50)});
}

// Draws many probes as visible dots, without rings. Only one dot is drawn where they coincide.
void draw_many_probes(const Context& c, const Viewport& v, const Pen& pen) {
  const Scene& s = c.state.scene;
  const Area& picture = c.memory.picture;
  const float half = c.px(1.5f), cell = 2 * half;
  const auto columns = static_cast<std::size_t>(picture.width() / cell) + 1;
  std::vector<bool> taken(columns * (static_cast<std::size_t>(picture.height() / cell) + 1));
  for (const Probe& probe : s.probes) {
    const ImVec2 p = v.screen(to_nodes(s, probe.at));
    if (!picture.contains(p)) continue;
    const auto column = static_cast<std::size_t>((p.x - picture.min.x) / cell),
               row = static_cast<std::size_t>((p.y - picture.min.y) / cell);
    const std::size_t k = row * columns + column;
    if (taken[k]) continue;
    taken[k] = true;
    pen.list->AddRectFilled(p - ImVec2(half, half), p + ImVec2(half, half), c.t().ink);
  }
}

// Keeps labels, including the monitor's own, off a monitor's line along an axis.
void keep_labels_off_line(const Context& c, const Viewport& v, Taken& taken, Monitor monitor) {
  const std::vector<MonitorPlace> places = places_of(monitor);
  if (places.size() != 2 || kind_of(monitor.geometry) == FarMonitor::kind) return;
  const auto spot = [&](const MonitorPlace& place) {
    const Node n = nearest_node(c.state.scene, *place.at);
    return v.screen({double(n.i), double(n.j)});
  };
  const ImVec2 a = spot(places.front()), b = spot(places.back());
  if (a.x != b.x && a.y != b.y) return;
  const float half = c.px(2);
  taken.push_back(
      {{std::min(a.x, b.x) - half, std::min(a.y, b.y) - half}, {std::max(a.x, b.x) + half, std::max(a.y, b.y) + half}});
}

// Keeps labels off the path of a moving source. The path is treated in pieces, so that a slanted path does not block
// the area around it.
void keep_labels_off_path(const Context& c, const Viewport& v, Taken& taken, const Motion& motion) {
  const Scene& s = c.state.scene;
  const float half = c.px(3), piece = c.px(12);
  for (std::size_t k = 0; k + (motion.loop ? 0 : 1) < motion.path.size(); ++k) {
    const ImVec2 a = v.screen(to_nodes(s, motion.path[k])),
                 d = v.screen(to_nodes(s, motion.path[(k + 1) % motion.path.size()])) - a;
    const float pieces = std::clamp(std::ceil(std::hypot(d.x, d.y) / piece), 1.0f, 200.0f);
    for (float n = 0; n <= pieces; ++n) {
      const ImVec2 p = a + d * (n / pieces);
      taken.push_back({p - ImVec2(half, half), p + ImVec2(half, half)});
    }
  }
}

// Draws a line with its name at the end. The arrow of a flux or a mode shows the positive direction.
void draw_monitor(const Context& c, const Viewport& v, const Pen& pen, Taken& taken, Monitor monitor) {
  const Scene& s = c.state.scene;
  const std::vector<MonitorPlace> places = places_of(monitor);
  if (places.empty()) return;  // the map covers the whole picture
  const auto spot = [&](Vec2 at) {
    const Node n = nearest_node(s, at);
    return v.screen({double(n.i), double(n.j)});
  };
  const ImVec2 a = spot(*places.front().at), b = spot(*places.back().at);
  const ImU32 color = c.t().data[4];
  if (places.size() == 1) {
    pen.frame({a.x - c.px(6), a.y - c.px(6)}, {a.x + c.px(6), a.y + c.px(6)}, color, 2, 2);
  } else if (kind_of(monitor.geometry) == FarMonitor::kind) {
    pen.frame({a.x, b.y}, {b.x, a.y}, color, 0, 2);
  } else {
    pen.line(a, b, color, 2);
  }
  if (const float length = std::hypot(b.x - a.x, b.y - a.y);
      (kind_of(monitor.geometry) == FluxMonitor::kind || kind_of(monitor.geometry) == ModeMonitor::kind) &&
      length > 0) {
    const ImVec2 along((b.x - a.x) / length, (b.y - a.y) / length),
        left(along.y, -along.x);                                                // y of the screen points down
    const ImVec2 middle(a.x + 0.35f * (b.x - a.x), a.y + 0.35f * (b.y - a.y));  // clear of lines that cross it halfway
    const auto at = [&](float to_left, float ahead) {
      return ImVec2(middle.x + c.px(to_left) * left.x + c.px(ahead) * along.x,
                    middle.y + c.px(to_left) * left.y + c.px(ahead) * along.y);
    };
    pen.line(middle, at(20, 0), color, 2);
    pen.list->AddTriangleFilled(at(30, 0), at(18, 6), at(18, -6), color);
  }
  const bool line = kind_of(monitor.geometry) != FarMonitor::kind;
  label(c, pen, taken, along(c, a, line ? b : a), monitor.name, c.look.fonts.medium, font_size::small);
}

}  // namespace

Vec2 place_at(const Scene& scene, const Motion& motion, double time) {
  Track track{{}, cell_size(scene), motion.metres_per_second(), motion.loop};
  for (const Vec2& at : motion.path) track.points.push_back(to_nodes(scene, at));
  return Walk(track).at(time);
}

std::vector<Area> draw_labels(const Context& c, const Viewport& v, ImDrawList* list) {
  list->ChannelsSplit(2);
  list->ChannelsSetCurrent(over);
  const Pen pen{c.look, list};
  const Scene& s = c.state.scene;
  const TraceWindow window = trace_window(c.state);
  const int probes = hides(c.state, Secret::probes) ? 0 : static_cast<int>(s.probes.size());
  Taken taken;
  for (const Area& card : c.memory.cards)
    if (card.width() > 0) taken.push_back(card);
  const auto keep_clear = [&](Vec2 node) {
    const ImVec2 p = v.screen(node);
    taken.push_back({p - c.look.px(10, 10), p + c.look.px(10, 10)});
  };
  const bool crowd = s.probes.size() > many_probes;
  for (std::size_t k = 0; !crowd && k < s.probes.size(); ++k) keep_clear(to_nodes(s, s.probes[k].at));
  for (const Source& source : s.sources) {
    keep_clear(middle_of(s, source));
    if (const Motion* motion = motion_of(source); motion && motion->moves()) keep_labels_off_path(c, v, taken, *motion);
  }
  if (s.monitors.size() <= many)
    for (const Monitor& m : s.monitors) keep_labels_off_line(c, v, taken, m);
  if (s.monitors.size() <= many)
    for (const Monitor& m : s.monitors) draw_monitor(c, v, pen, taken, m);
  const bool one = probes > 0 && c.state.selection.kind == Selection::Kind::probe && exists(s, c.state.selection);
  if (crowd && probes > 0) draw_many_probes(c, v, pen);
  for (int i = 0; !crowd && i < probes; ++i)
    if (!one || i != c.state.selection.index) draw_probe(c, v, pen, taken, i, window);
  // drawn last, so that its trace is above its neighbours
  if (one) draw_probe(c, v, pen, taken, c.state.selection.index, window);
  for (int i = 0; i < static_cast<int>(s.sources.size()); ++i) draw_source(c, v, pen, taken, i);
  list->ChannelsMerge();
  return taken;
}

}  // namespace ez
