// Scene to TOML. What is required or not the default is written, in the order of docs/scene-format.md; numbers in the
// shortest form that reads back to the same value.
#include <fmt/format.h>

#include "solver/scene/names.h"
#include "solver/scene/raster.h"
#include "solver/scene/scene_file.h"
#include "solver/scene/value_text.h"
#include "solver/scene/write_lines.h"

namespace ez {
namespace {

using namespace value_text;

class Lines {
 public:
  Lines(const WriteChoice& choice, bool has_variants) : choice_(choice), has_variants_(has_variants) {}

  // Headers wait for their first key, unless `always`.
  void table(const std::string& path, const std::string& header, bool always = false) {
    path_ = path;
    header_ = header;
    if (always) flush_header();
  }
  void key(const std::string& name, const std::string& value) {
    flush_header();
    lines_.push_back({path_of(name), name + " = " + value});
  }
  // A key that is left out while it holds its default.
  void optional(const std::string& name, const std::string& value, bool is_default) {
    if (!is_default || wanted(path_of(name))) key(name, value);
  }
  void remark(const std::string& text) {
    flush_header();
    lines_.push_back({"", "# " + text});
  }
  bool every_default() const { return choice_.every_default; }
  // What a variant changes may change defaults that follow from it (alpha from the cell, a delay from the frequency):
  // with variants those stay unwritten.
  bool has_variants() const { return has_variants_; }
  std::vector<FileLine> take() { return std::move(lines_); }

 private:
  std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  bool wanted(const std::string& path) const { return choice_.every_default || (choice_.also && choice_.also(path)); }
  void flush_header() {
    if (!header_.empty()) lines_.push_back({path_, header_, true});
    header_.clear();
  }

  const WriteChoice& choice_;
  bool has_variants_;
  std::string path_, header_;
  std::vector<FileLine> lines_;
};

void write_grid(const Scene& scene, Lines& out) {
  const Grid& g = scene.grid;
  const Grid base;
  out.table("grid", "[grid]", true);
  out.key("cells", fmt::format("[{}, {}]", g.nx, g.ny));
  out.key("cell", g.dx == g.dy ? decimal(g.dx) : fmt::format("[{}, {}]", decimal(g.dx), decimal(g.dy)));
  out.optional("courant", decimal(g.courant), g.courant == base.courant);
  out.optional("polarization", in_quotes(names::polarizations[static_cast<std::size_t>(g.polarization)]),
               g.polarization == base.polarization);
  out.optional("precision", in_quotes(names::precisions[static_cast<std::size_t>(g.precision)]),
               g.precision == base.precision);
  out.optional("background", in_quotes(g.background), g.background == base.background);
}

// Of σ by side; those that are 1 are left out unless every one is wanted.
std::string factors(const std::array<double, 4>& factor, bool every) {
  std::string text;
  for (const Side side : all_sides)
    if (const double f = factor[static_cast<std::size_t>(side)]; every || f != 1)
      text += fmt::format("{}{} = {}", text.empty() ? "{ " : ", ", to_string(side), decimal(f));
  return text.empty() ? "{}" : text + " }";
}

void write_boundary(const Scene& scene, Lines& out) {
  const Boundary& b = scene.boundary;
  const Boundary base;
  out.table("boundary", "[boundary]");
  for (const Side side : all_sides)
    out.optional(std::string(to_string(side)), in_quotes(to_string(b[side])), b[side] == base[side]);
  out.table("boundary.cpml", "[boundary.cpml]");
  const CpmlGrading &c = b.cpml, &d = base.cpml;
  out.optional("cells", std::to_string(c.cells), c.cells == d.cells);
  out.optional("order", decimal(c.order), c.order == d.order);
  out.optional("sigma", decimal(c.sigma), c.sigma == d.sigma);
  out.optional("kappa", decimal(c.kappa), c.kappa == d.kappa);
  if (c.alpha) {
    out.key("alpha", decimal(*c.alpha));
  } else if (out.every_default()) {
    const Vec2 cell = cell_size(scene);
    if (cell.x == cell.y && !out.has_variants())
      out.key("alpha", decimal(2e-5 / cell.x));
    else
      out.remark(fmt::format("alpha is absent: {} S/m on left and right, {} on bottom and top", decimal(2e-5 / cell.x),
                             decimal(2e-5 / cell.y)));
  }
  out.optional("factor", factors(c.factor, out.every_default()), c.factor == d.factor);
}

void write_material(const Material& m, std::uint32_t default_color, Lines& out) {
  const Material base;
  out.key("name", in_quotes(m.name));
  out.optional("eps", decimal(m.eps), m.eps == base.eps);
  out.optional("mu", decimal(m.mu), m.mu == base.mu);
  out.optional("sigma", decimal(m.sigma), m.sigma == base.sigma);
  out.optional("sigma_m", decimal(m.sigma_m), m.sigma_m == base.sigma_m);
  if (m.color || out.every_default()) out.key("color", fmt::format("\"#{:06x}\"", m.color.value_or(default_color)));
}

struct GeometryKeys {
  Lines& out;
  void operator()(const Circle& g) const {
    out.key("center", pair(g.center));
    out.key("radius", number(g.radius));
  }
  void operator()(const Ring& g) const {
    out.key("center", pair(g.center));
    out.key("inner", number(g.inner));
    out.key("outer", number(g.outer));
  }
  void operator()(const Ellipse& g) const {
    out.key("center", pair(g.center));
    out.key("radii", pair(g.radii));
    out.optional("angle", number(g.angle), g.angle == 0);
  }
  void operator()(const Rect& g) const {
    out.key("min", pair(g.min));
    out.key("max", pair(g.max));
  }
  void operator()(const TurnedRect& g) const {
    out.key("center", pair(g.center));
    out.key("size", pair(g.size));
    out.optional("angle", number(g.angle), g.angle == 0);
  }
  void operator()(const Polygon& g) const { out.key("points", list(g.points)); }
  void operator()(const Stroke& g) const {
    out.key("points", list(g.points));
    out.key("radius", number(g.radius));
  }
};

std::string_view kind_of(const Geometry& geometry) {
  constexpr std::array<std::string_view, 7> kinds = {"circle", "ring", "ellipse", "rect", "rect", "polygon", "stroke"};
  return kinds[geometry.index()];
}

// An inline table, with the defaults of `ramp`, `phase` and `delay` left out unless every default is wanted.
std::string waveform_text(const Waveform& waveform, bool every, bool derived) {
  std::string out = fmt::format("{{ kind = \"{}\"", names::waveforms[waveform.index()]);
  const auto add = [&out](const char* name, double value) { out += fmt::format(", {} = {}", name, number(value)); };
  std::visit(
      [&](const auto& w) {
        if constexpr (requires { w.frequency; }) add("frequency", w.frequency);
        if constexpr (requires { w.width; }) add("width", w.width);
        if constexpr (requires { w.ramp; })
          if (every || w.ramp != Cw{}.ramp) add("ramp", w.ramp);
        if constexpr (requires { w.delay; })
          if (w.delay || (every && derived)) add("delay", w.peak());
        if constexpr (requires { w.phase; })
          if (every || w.phase != 0) add("phase", w.phase);
      },
      waveform);
  return out + " }";
}

// The delay that a waveform without one has; none where there is no such thing, or it is written.
std::optional<double> usual_delay(const Waveform& waveform) {
  return std::visit(
      [](const auto& w) -> std::optional<double> {
        if constexpr (requires { w.delay; })
          if (!w.delay) return w.peak();
        return std::nullopt;
      },
      waveform);
}

void write_source(const Source& s, Lines& out) {
  out.optional("name", in_quotes(s.name), s.name.empty());
  out.key("kind", in_quotes(names::sources[s.geometry.index()]));
  if (const auto* point = std::get_if<PointSource>(&s.geometry)) {
    out.key("at", pair(point->at));
  } else {
    const LineSource& line = std::get<LineSource>(s.geometry);
    out.key("from", pair(line.from));
    out.key("to", pair(line.to));
  }
  const Source base;
  out.optional("amplitude", decimal(s.amplitude), s.amplitude == base.amplitude);
  out.optional("hard", flag(s.hard), s.hard == base.hard);
  out.optional("on", flag(s.on), s.on == base.on);
  out.key("waveform", waveform_text(s.waveform, out.every_default(), !out.has_variants()));
  const std::optional<double> delay = usual_delay(s.waveform);
  if (delay && out.every_default() && out.has_variants())
    out.remark(fmt::format("waveform.delay is absent: {} s", number(*delay)));
}

void write_start(const Scene& scene, Lines& out) {
  const Scene base;
  out.table("initial", "[initial]");
  out.optional("side", in_quotes(to_string(scene.initial.side)), scene.initial.side == base.initial.side);
  out.optional("value", decimal(scene.initial.value), scene.initial.value == base.initial.value);
  out.table("run", "[run]");
  out.optional("scheme", in_quotes(scene.run.scheme), scene.run.scheme == base.run.scheme);
  out.optional("form", in_quotes(scene.run.form), scene.run.form == base.run.form);
  if (const auto& block = scene.run.block)
    out.key("block", fmt::format("[{}, {}]", (*block)[0], (*block)[1]));
  else if (out.every_default())
    out.remark("block is absent: the scheme's own");
  out.optional("pause_at", in_quotes(scene.pause.at), scene.pause.at.empty());
  out.optional("repeat", flag(scene.pause.repeat), scene.pause.repeat == base.pause.repeat);
}

void write_reflection(const Scene& scene, Lines& out) {
  const Reflection& r = scene.reflection;
  const Reflection base;
  out.table("reflection", "[reflection]");
  out.optional("on", flag(r.on), r.on == base.on);
  std::string sides;
  for (const Side side : measured_sides(scene)) sides += (sides.empty() ? "" : ", ") + in_quotes(to_string(side));
  if (r.sides)
    out.key("sides", "[" + sides + "]");
  else if (out.every_default())
    out.remark("sides is absent: all that are not periodic, " + (sides.empty() ? "none here" : sides));
  out.optional("margin", std::to_string(r.margin), r.margin == base.margin);
  out.optional("window", decimal(r.window), r.window == base.window);
}

std::string set_text(const std::vector<Override>& set) {
  std::string text;
  for (const Override& change : set)
    text += fmt::format("{}{} = {}", text.empty() ? "{ " : ", ", on_one_line(change.path), change.value);
  return text.empty() ? "{}" : text + " }";
}

}  // namespace

std::vector<FileLine> scene_lines(const Scene& scene, const WriteChoice& choice) {
  Lines out(choice, !scene.variants.empty());
  out.key("ezscope", "1");
  out.optional("title", in_quotes(scene.title), scene.title.empty());
  out.optional("text", in_quotes(scene.text), scene.text.empty());
  out.key("unit", in_quotes(to_string(scene.unit)));
  if (scene.hidden_fault) out.key("hidden_fault", std::to_string(*scene.hidden_fault));
  write_grid(scene, out);
  write_boundary(scene, out);
  const std::vector<PaletteEntry> palette = palette_of(scene);
  for (std::size_t k = 0; k < scene.materials.size(); ++k) {
    out.table(fmt::format("material.{}", k), "[[material]]", true);
    write_material(scene.materials[k], palette[k + 3].color, out);
  }
  for (std::size_t k = 0; k < scene.shapes.size(); ++k) {
    out.table(fmt::format("shape.{}", k), "[[shape]]", true);
    out.key("kind", in_quotes(kind_of(scene.shapes[k].geometry)));
    out.key("material", in_quotes(scene.shapes[k].material));
    std::visit(GeometryKeys{out}, scene.shapes[k].geometry);
  }
  for (std::size_t k = 0; k < scene.sources.size(); ++k) {
    out.table(fmt::format("source.{}", k), "[[source]]", true);
    write_source(scene.sources[k], out);
  }
  for (std::size_t k = 0; k < scene.probes.size(); ++k) {
    out.table(fmt::format("probe.{}", k), "[[probe]]", true);
    out.key("name", in_quotes(scene.probes[k].name));
    out.key("at", pair(scene.probes[k].at));
  }
  const SceneView& v = scene.view;
  const SceneView base;
  out.table("view", "[view]");
  const Polarization named = choice.names_of_ez ? Polarization::ez : scene.grid.polarization;
  out.optional("quantity", in_quotes(to_string(v.quantity, named)), v.quantity == base.quantity);
  out.optional("range", decimal(v.range), v.range == base.range);
  out.optional("colormap", in_quotes(v.colormap), v.colormap == base.colormap);
  write_start(scene, out);
  write_reflection(scene, out);
  for (std::size_t k = 0; k < scene.faults.size(); ++k) {
    out.table(fmt::format("fault.{}", k), "[[fault]]", true);
    out.key("side", in_quotes(to_string(scene.faults[k].side)));
    out.key("kind", in_quotes(to_string(scene.faults[k].fault)));
  }
  for (std::size_t k = 0; k < scene.variants.size(); ++k) {
    out.table(fmt::format("variant.{}", k), "[[variant]]", true);
    out.key("name", in_quotes(scene.variants[k].name));
    out.optional("set", set_text(scene.variants[k].set), scene.variants[k].set.empty());
  }
  return out.take();
}

std::string write_scene(const Scene& scene, bool every_default) {
  std::string out;
  for (const FileLine& line : scene_lines(scene, {every_default, {}})) {
    if (line.header) out += '\n';
    out += line.text + '\n';
  }
  return out;
}

}  // namespace ez
