// Panel, section Sources. Items, in the window "Panel":
//   Sources (head)  Sources/##add  Sources/##source0, ##source1, … (list; beyond five rows in the child window
//   Sources/##sources)  Sources/##duplicate  Sources/##delete
// for the selected source, or the one shown last:
//   Sources/##name  Sources/##on  Sources/##type  Sources/##kind/Soft, Hard
//   Sources/##moves ##more_points ##fewer_points ##loop ##beta ##cloud ##charge (of a point or dipole)
//   Sources/##x ##y (point)  Sources/##x1 ##y1 ##x2 ##y2 (line)  Sources/##waveform (combo: CW, Gaussian pulse, …)
//   Sources/##frequency  Sources/##lambda  Sources/##cells  Sources/##amplitude  Sources/##phase  Sources/##ramp
//   Sources/##width  Sources/##delay, and each further key of the waveform by its name
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/lengths.h"
#include "app/ui/panels/waveform_plot.h"
#include "app/ui/parts.h"
#include "solver/base/constants.h"
#include "solver/measure/reference_run.h"
#include "solver/scene/names.h"
#include "solver/scene/section.h"

namespace ez {
namespace {

constexpr int most_rows = 5;  // of the list, before it scrolls
constexpr auto waveform_titles = Alternatives<Waveform>::titles();
constexpr auto source_titles = Alternatives<SourceGeometry>::titles();

std::string capitalised(std::string_view word) {
  std::string out(word);
  out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out;
}

// The numbers that describe a waveform without a frequency: the ends of its band, or its first time.
struct BandOrTime {
  std::vector<double> band;  // Hz
  std::optional<double> time;
  template <class T>
  void operator()(std::string_view, const T& v, const Key& key) {
    if constexpr (std::is_same_v<T, double>) {
      if (key.unit == "Hz") band.push_back(v);
      if (key.unit == "s" && !time) time = v;
    }
  }
};

std::string summary_of(const Context& c, const Source& s) {
  const std::string kind(c.tr(std::visit([](const auto& w) { return std::string_view(w.word); }, s.waveform)));
  if (!s.on) return fmt::format("{} · {}", kind, c.tr("off"));
  if (const auto f = frequency(s.waveform)) return fmt::format("{} {}", kind, engineering(*f, "Hz"));
  BandOrTime n;
  std::visit([&](const auto& w) { w.fields(w, n); }, s.waveform);
  if (n.band.size() == 2) return fmt::format("{} {} – {}", kind, brief(n.band[0], "Hz"), brief(n.band[1], "Hz"));
  return n.time ? fmt::format("{} {}", kind, engineering(*n.time, "s")) : kind;
}

int shown_source(const Context& c) {
  const Selection& sel = c.state.selection;
  if (sel.kind == Selection::Kind::source) c.memory.last_source = sel.index;
  const int n = static_cast<int>(c.state.scene.sources.size());
  return c.memory.last_source = std::clamp(c.memory.last_source, 0, std::max(0, n - 1));
}

void list(const Context& c, int shown) {
  const Scene& s = c.state.scene;
  begin_list(c.look, "##sources", static_cast<int>(s.sources.size()), most_rows);
  list_rows(c.look, static_cast<int>(s.sources.size()), shown, [&](int i) {
    const Source& source = s.sources[static_cast<std::size_t>(i)];
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x, cy = p.y + c.px(14);
    if (list_row(c.look, fmt::format("##source{}", i).c_str(), i == shown)) {
      c.memory.last_source = i;
      c.send(command::Select{{Selection::Kind::source, i}});
    }
    tip(c.look, "Selects the source. Its rows appear below the list");
    const bool scrolls = static_cast<int>(s.sources.size()) > most_rows;
    if (scrolls && i == shown && c.memory.listed_source != shown) ImGui::SetScrollHereY();
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    if (source.on)
      pen.list->AddCircleFilled({p.x + c.px(14), cy}, c.px(4), c.t().accent);
    else
      pen.list->AddCircle({p.x + c.px(14), cy}, c.px(4), c.t().text3, 0, c.px(1.5f));
    const std::string right = summary_of(c, source);
    const float rw = c.look.measure(c.look.fonts.text, font_size::small, right).x;
    pen.names().clipped({p.x + c.px(32), cy}, p.x + w - rw - c.px(16), label_of_source(s, i), c.t().text);
    pen.text({p.x + w - c.px(8), cy}, {1, 0.5f}, right, c.t().text2, font_size::small);
  });
  end_list();
  c.memory.listed_source = shown;
}

// Rows for the keys of a kind of source, except for positions.
class KindRows {
 public:
  KindRows(const Context& c, const Scene& scene) : c_(c), scene_(scene) {}
  void operator()(std::string_view name, double& v, const Key& key) {
    if (key.measure == Measure::length) return length(name, v, key);
    number(name, v,
           {.unit = key.unit,
            .decimals = 1,
            .min = std::max(key.range.low, -360.0),
            .max = std::min(key.range.high, 360.0),
            .speed = 1,
            .slot = 14},
           key);
  }
  void operator()(std::string_view name, int& v, const Key& key) {
    double value = v;
    if (number(name, value, {.decimals = 0, .min = key.range.low, .max = key.range.high, .speed = 0.1}, key))
      v = static_cast<int>(std::lround(value));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& v, const Key& key) {
    const float w = row(c_.look, capitalised(name).c_str());
    const std::vector<std::string> words(names::words<Enum>.begin(), names::words<Enum>.end());
    const auto hit = segmented(c_.look, fmt::format("##{}", name).c_str(), words, static_cast<int>(v), w);
    tip(c_.look, key.doc);
    if (hit && *hit != static_cast<int>(v)) v = static_cast<Enum>(*hit), what_ = name;
  }
  void operator()(std::string_view, auto&, const Key&) {}  // positions, which have their own rows
  bool changed() const { return !what_.empty(); }
  std::string what() const { return what_; }

 private:
  void length(std::string_view name, double& v, const Key& key) {
    const float w = row(c_.look, fmt::format("{}, {}", capitalised(name), length_scale(scene_).name).c_str());
    const double cell = length_of_nodes(scene_, 1), most = 10 * std::max(scene_.grid.nx, scene_.grid.ny) * cell;
    const double least = key.range.open_low ? 0.5 * cell : -most;
    if (length_field(c_, fmt::format("##{}", name).c_str(), scene_, v, {.min = least, .max = most}, w)) what_ = name;
    tip(c_.look, key.doc);
  }
  bool number(std::string_view name, double& v, const NumberStyle& style, const Key& key) {
    const float w = row(c_.look, capitalised(name).c_str());
    const bool changed = number_field(c_.look, fmt::format("##{}", name).c_str(), v, style, w);
    tip(c_.look, key.doc);
    if (changed) what_ = name;
    return changed;
  }
  const Context& c_;
  const Scene& scene_;
  std::string what_;  // the key that was changed
};

constexpr double usual_width = 2;  // cells; a narrower charge makes noise as it passes from node to node

// Turns the motion of a source on or off. The path begins at its position, and a source that stops stays at the
// beginning of its path.
void set_moving(const Scene& s, Source& source, bool moves) {
  const auto set = [&](Vec2& at, Motion& motion) {
    if (!moves) {
      at = motion.path.front();
      motion = {};
      return;
    }
    // The path leads towards the farther side and ends before it.
    const Vec2 from = to_nodes(s, at);
    const double x = from.x < s.grid.nx / 2.0 ? 0.85 * s.grid.nx : 0.15 * s.grid.nx;
    motion.path = {at, position_on_node(s, {x, from.y})};
    motion.beta = 0.5;
    at = {};
  };
  std::visit(
      [&](auto& g) {
        if constexpr (requires { g.motion; }) set(g.at, g.motion);
      },
      source.geometry);
  source.hard = source.hard && !moves;
  if (auto* point = std::get_if<PointSource>(&source.geometry)) {
    point->charge = false;
    point->width = moves ? length_of_nodes(s, usual_width) : 0;
  }
}

void motion_rows(const Context& c, Scene s, std::size_t i) {
  Source& source = s.sources[i];
  Motion& motion = *motion_of(source);
  bool moves = motion.moves();
  row(c.look, "Motion");
  if (checkbox(c.look, "##moves", "Moves along path", moves)) {
    set_moving(s, source, moves);
    return c.edit(s, moves ? "set in motion" : "stop source");
  }
  tip(c.look, "Moves the source along a path from its first point. Drag the points on the picture");
  if (!moves) return;
  row(c.look, "Points");
  if (icon_button(c.look, "##more_points", icon::plus, ButtonState::plain, 24, 12)) {
    const Vec2 a = motion.path[motion.path.size() - 2], b = motion.path.back();
    motion.path.insert(motion.path.end() - 1, {(a.x + b.x) / 2, (a.y + b.y) / 2});
    c.edit(s, "add path point");
  }
  tip(c.look, "Adds a point before the last one");
  if (motion.path.size() > 2) {
    same_row(c.look);
    if (icon_button(c.look, "##fewer_points", icon::trash, ButtonState::plain, 24, 12)) {
      motion.path.pop_back();
      c.edit(s, "remove path point");
    }
    tip(c.look, "Removes the last point");
  }
  same_row(c.look);
  if (checkbox(c.look, "##loop", "Closed path", motion.loop)) c.edit(s, "loop");
  tip(c.look,
      "Moves the source from the last point back to the first, again and again. Off: it stops at the last point");
  double beta = motion.metres_per_second() / c0;
  const float field = row(c.look, "Speed");
  if (number_field(c.look, "##beta", beta, {.unit = "c", .decimals = 3, .min = 0.001, .max = 0.999, .speed = 0.002},
                   field)) {
    motion.beta = tidy(beta);
    motion.speed.reset();
    c.edit(s, "speed");
  }
  tip(c.look, "In units of the vacuum speed of light. A charge faster than light in its medium emits a Cherenkov cone");
  auto* point = std::get_if<PointSource>(&source.geometry);
  if (point) {
    const float width = row(c.look, c.say("Width, {}", length_scale(s).name).c_str());
    if (length_field(c, "##cloud", s, point->width, {.min = 0, .max = length_of_nodes(s, 5)}, width))
      c.edit(s, "width of the source");
    tip(c.look,
        "Standard deviation of the source, which emits no waves much shorter than this. At 0 it covers only four nodes "
        "and makes noise as it passes them");
  }
  if (point && (point->charge || s.grid.polarization == Polarization::hz)) {
    row(c.look, "Kind");
    if (checkbox(c.look, "##charge", "Charge per metre", point->charge)) c.edit(s, "charge");
    tip(c.look,
        "Makes the source a moving charge per metre. Its current drives the field, and its static field moves with it");
  }
}

// Shows the modes that the line of a mode source can carry.
void mode_hint(const Context& c, const Scene& s, const Source& source) {
  const auto* g = std::get_if<ModeSource>(&source.geometry);
  const std::optional<double> f = middle_frequency(source.waveform);
  if (!g || !f || !lies_along_an_axis(s, g->from, g->to)) return;
  const Section section = section_of(s, g->from, g->to, *f);
  const int count = guided_modes(section, *f);
  if (const auto mode = guided_mode(section, *f, g->index))
    hint(c.look,
         c.say("Effective index {:.4f}; the line carries {} mode{}.", mode->index, count, count == 1 ? "" : "s"));
  else
    hint(c.look,
         c.say("The line carries {} guided mode{} at {}.", count, count == 1 ? "" : "s", engineering(*f, "Hz", 3)));
}

void geometry(const Context& c, Scene s, std::size_t i) {
  Source& source = s.sources[i];
  const float w = row(c.look, "Type");
  const std::size_t kind = source.geometry.index();
  if (begin_combo(c.look, "##type", source_titles[kind], w)) {
    for (std::size_t k = 0; k < source_titles.size(); ++k) {
      if (!combo_item(c.look, source_titles[k], k == kind) || k == kind) continue;
      source.geometry = geometry_around(k, s, middle_of(s, source));
      source.hard = source.hard && can_be_hard(source);
      for (const NamedPlace& place : places_of(source)) *place.at = position_on_node(s, to_nodes(s, *place.at));
      c.edit(s, "source type");
    }
    ImGui::EndCombo();
    return;
  }
  tip(c.look,
      "Line: a current per metre between its ends. Array: single nodes with a phase shift. Plane wave: fills its box; "
      "outside only the scattered field remains. Beam and guided mode: leave their line to one side");
  const std::vector<NamedPlace> places = places_of(source);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::string number = places.size() > 1 ? std::to_string(k + 1) : "";
    const std::string label = moves(source)       ? c.say("Point {}", number)
                              : places.size() > 1 ? capitalised(places[k].key)
                                                  : "Place";
    if (place_row(c, label.c_str(), ("##x" + number).c_str(), ("##y" + number).c_str(), s, *places[k].at, true)) {
      straighten(s, source, 1 - k % 2);  // the other end follows
      c.edit(s, "move source");
    }
  }
  KindRows rows(c, c.state.scene);
  if (!std::holds_alternative<PointSource>(source.geometry))  // the keys of a point are those of its motion
    std::visit([&](auto& g) { g.fields(g, rows); }, source.geometry);
  if (rows.changed()) c.edit(s, Text::of(rows.what()));
  if (motion_of(source)) motion_rows(c, s, i);
  mode_hint(c, c.state.scene, source);
}

void frequency_rows(const Context& c, Scene s, std::size_t i) {
  double* f = frequency_in(s.sources[i].waveform);
  if (!f) return;
  const double v = background_speed(s), dx = cell_size(s).x;
  float w = row(c.look, "Frequency");
  bool changed =
      number_field(c.look, "##frequency", *f,
                   {.unit = "Hz", .prefixes = true, .min = 1, .max = 1e18, .logarithmic = true, .ratio = 0.004}, w);
  tip(c.look, "Drag, or double-click to type: 12, 12 GHz, 12e9");
  w = row(c.look, "λ, cells per λ");
  double lambda = v / *f, cells = lambda / dx;
  if (number_field(c.look, "##lambda", lambda,
                   {.unit = "m",
                    .prefixes = true,
                    .decimals = 2,
                    .min = 1e-12,
                    .max = 1e9,
                    .logarithmic = true,
                    .ratio = 0.004,
                    .slot = 26},
                   half(c.look, w)))
    *f = tidy(v / lambda), changed = true;
  tip(c.look, "Wavelength in the background, λ = c/(n·f)");
  same_row(c.look);
  if (number_field(
          c.look, "##cells", cells,
          {.unit = "cells", .decimals = 1, .min = 2, .max = 1e6, .logarithmic = true, .ratio = 0.004, .slot = 36},
          half(c.look, w)))
    *f = tidy(v / (cells * dx)), changed = true;
  tip(c.look, "Cells along x per wavelength in the background. Below 10, numerical dispersion becomes visible");
  if (changed) c.edit(s, "frequency");
}

// Rounds numbers to what a person would enter.
struct Tidy {
  void operator()(std::string_view, double& v, const Key&) const { v = tidy(v); }
  void operator()(std::string_view, std::vector<double>& list, const Key&) const {
    for (double& v : list) v = tidy(v);
  }
  void operator()(std::string_view, auto&, const Key&) const {}
};
Waveform tidied(Waveform waveform) {
  std::visit([](auto& w) { w.fields(w, Tidy{}); }, waveform);
  return waveform;
}

NumberStyle style_of(const Key& key) {
  const bool signed_range = !(key.range.low >= 0);
  if (key.unit == "s")
    return {.unit = "s",
            .prefixes = true,
            .decimals = 2,
            .min = signed_range ? -1 : 1e-18,
            .max = 1,
            .logarithmic = true,
            .slot = 24};
  if (key.unit == "Hz")
    return {.unit = "Hz", .prefixes = true, .decimals = 2, .min = 1, .max = 1e18, .logarithmic = true, .slot = 34};
  if (key.unit == "°") return {.unit = "°", .decimals = 1, .min = -3600, .max = 3600, .speed = 1, .slot = 14};
  return {.unit = key.unit, .decimals = 1, .min = key.range.low, .max = 100, .speed = 0.1, .slot = 18};
}

// Rows for the keys of a waveform except for its frequency, two in a row.
class WaveformRows {
 public:
  WaveformRows(const Context& c, double peak) : c_(c), peak_(peak) {}
  void operator()(std::string_view name, double& v, const Key& key) {
    if (name != "frequency") fields_.push_back({name, v, key, [&v](double now) { v = now; }});
  }
  void operator()(std::string_view name, int& v, const Key& key) {
    fields_.push_back({name, 1.0 * v, key, [&v](double now) { v = static_cast<int>(now); }, true});
  }
  // A time that follows from other keys unless it is given.
  void operator()(std::string_view name, std::optional<double>& v, const Key& key) {
    fields_.push_back({name, peak_, key, [&v](double now) { v = now; }});
  }
  void operator()(std::string_view, const auto&, const Key&) {}  // points are edited in the file
  bool draw() {
    for (std::size_t k = 0; k < fields_.size(); k += 2) {
      const bool two = k + 1 < fields_.size();
      std::string label(c_.tr(capitalised(fields_[k].name).c_str()));
      if (two) label += fmt::format(", {}", c_.tr(fields_[k + 1].name));
      const float w = row(c_.look, label.c_str());
      field(fields_[k], two ? half(c_.look, w) : w);
      if (two) same_row(c_.look), field(fields_[k + 1], half(c_.look, w));
    }
    return changed_;
  }

 private:
  struct Row {
    std::string_view name;
    double value;
    Key key;
    std::function<void(double)> set;
    bool whole = false;
  };
  void field(Row& r, float width) {
    NumberStyle style = style_of(r.key);
    if (r.whole) style.decimals = 0, style.max = std::numeric_limits<int>::max();
    if (number_field(c_.look, fmt::format("##{}", r.name).c_str(), r.value, style, width)) {
      changed_ = true;
      r.set(r.whole ? std::round(r.value) : r.value);
    }
    tip(c_.look, r.key.doc);
  }
  const Context& c_;
  double peak_;  // s
  std::vector<Row> fields_;
  bool changed_ = false;
};

void waveform_rows(const Context& c, Scene s, std::size_t i) {
  Waveform& waveform = s.sources[i].waveform;
  WaveformRows rows(c, pulse_times(waveform).peak);
  std::visit([&](auto& w) { w.fields(w, rows); }, waveform);
  if (rows.draw()) c.edit(s, "waveform");
  if (const auto* table = std::get_if<Tabulated>(&waveform); table && !table->t.empty())
    hint(c.look, c.say("{} points from {} to {}. Edit them in the scene's file.", table->t.size(),
                       engineering(table->t.front(), "s", 2), engineering(table->t.back(), "s", 2)));
}

void strength(const Context& c, Scene s, std::size_t i) {
  Source& source = s.sources[i];
  float w = row(c.look, "Amplitude");
  const std::string unit(amplitude_unit(source, s.grid.polarization));
  if (number_field(c.look, "##amplitude", source.amplitude,
                   {.unit = unit, .prefixes = true, .min = -1e12, .max = 1e12, .logarithmic = true}, w))
    c.edit(s, "amplitude");
  tip(c.look,
      "Factor of the waveform, whose peak is 1: A for the current of a point, A/m for a line, V/m for a hard source");
  if (!can_be_hard(source)) return;
  w = row(c.look, "Excitation");
  const std::array<std::string, 2> kinds = {"Soft", "Hard"};
  const auto hit = segmented(c.look, "##kind", kinds, source.hard, w);
  tip(c.look,
      "Soft: adds its current to the field, ε ∂Ez/∂t = … − Jz, and waves pass through. Hard: sets Ez, and reflects "
      "waves");
  if (hit && *hit != source.hard) {
    source.hard = *hit;
    c.edit(s, "source kind");
  }
}

void head_row(const Context& c, Scene s, std::size_t i) {
  Source& source = s.sources[i];
  const float buttons = 2 * c.px(26);
  if (checkbox(c.look, "##on", "On", source.on)) c.edit(s, source.on ? "source on" : "source off");
  tip(c.look, "Turns the source on or off. Waves that it has already sent continue");
  ImGui::SameLine(c.px(70));
  if (text_field(c.look, "##name", source.name, ImGui::GetContentRegionAvail().x - buttons - c.px(4),
                 label_of_source(s, static_cast<int>(i))))
    c.edit(s, "name");
  tip(c.look, "Name of the source");
  const Selection self{Selection::Kind::source, static_cast<int>(i)};
  same_row(c.look);
  if (icon_button(c.look, "##duplicate", icon::duplicate, ButtonState::plain, 24, 12)) {
    c.edit(with_duplicate(s, self), "duplicate source");
    c.send(command::Select{{Selection::Kind::source, static_cast<int>(s.sources.size())}});
  }
  tip(c.look, "Duplicate", "Ctrl+D");
  ImGui::SameLine(0, c.px(2));
  if (icon_button(c.look, "##delete", icon::trash, ButtonState::plain, 24, 12)) {
    c.edit(without(s, self), "delete source");
    c.send(command::Select{});
  }
  tip(c.look, "Delete", "Del");
}

std::string summary(const Context& c, bool open) {
  const std::vector<Source>& sources = c.state.scene.sources;
  if (sources.empty()) return c.tr("none");
  return open ? "" : fmt::format("{} · {}", sources.size(), summary_of(c, sources.front()));
}

void add(const Context& c) {
  const Scene& s = c.state.scene;
  c.edit(with_source(s, {s.grid.nx / 2.0, s.grid.ny / 2.0}), "add source");
  c.send(command::Select{{Selection::Kind::source, static_cast<int>(s.sources.size())}});
}

void rows(const Context& c) {
  const Scene& s = c.state.scene;
  const int shown = shown_source(c);
  if (s.sources.empty()) {
    hint(c.look, "No source. Add one with +, or with the source tool on the picture.");
  } else {
    const auto i = static_cast<std::size_t>(shown);
    if (s.sources.size() > 1) list(c, shown);
    const float top = ImGui::GetCursorScreenPos().y;
    head_row(c, s, i);
    geometry(c, s, i);
    float w = row(c.look, "Waveform");
    const std::size_t kind = s.sources[i].waveform.index();
    if (begin_combo(c.look, "##waveform", waveform_titles[kind], w)) {
      for (std::size_t k = 0; k < waveform_titles.size(); ++k) {
        if (!combo_item(c.look, waveform_titles[k], k == kind) || k == kind) continue;
        Scene edited = s;
        edited.sources[i].waveform = tidied(converted(s.sources[i].waveform, k, time_step(s)));
        c.edit(edited, "waveform");
      }
      ImGui::EndCombo();
    } else {
      tip(c.look, "Selects the time dependence of the source. The plot below shows it and its spectrum");
    }
    frequency_rows(c, s, i);
    strength(c, s, i);
    waveform_rows(c, s, i);
    draw_waveform_plot(c, s.sources[i].waveform);
    bring_into_view(c, Selection::Kind::source, top);
  }
}

}  // namespace

const PanelSection sources_section = {.name = "Sources",
                                      .icon = icon::source,
                                      .help = "Sources of the field: position, kind and waveform",
                                      .belongs = For::maxwell,
                                      .summary = summary,
                                      .rows = rows,
                                      .add = add,
                                      .open_at_first = [](const State&, bool) { return true; },
                                      .problems_of = {"source"},
                                      .shows = Selection::Kind::source};

}  // namespace ez
