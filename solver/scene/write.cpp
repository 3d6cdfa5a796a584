// Scene to TOML. What is required or not the default is written, in the order of docs/scene-format.md; numbers in the
// shortest form that reads back to the same value.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "solver/scene/names.h"
#include "solver/scene/raster.h"
#include "solver/scene/scene_file.h"
#include "solver/scene/write_lines.h"

namespace ez {
namespace {

// Digits and exponent of the shortest form, then the point moved to an exponent that is a multiple of three: 15e9.
std::string engineering(double v) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::scientific).ptr;
  const std::string text(buffer, end);
  const std::size_t e = text.find('e');
  const int exponent = std::stoi(text.substr(e + 1));
  const int shift = ((exponent % 3) + 3) % 3;
  std::string sign = text[0] == '-' ? "-" : "", digits;
  for (const char c : text.substr(0, e))
    if (c >= '0' && c <= '9') digits += c;
  const std::size_t whole = static_cast<std::size_t>(shift) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  if (digits.size() > whole) digits.insert(whole, 1, '.');
  return fmt::format("{}{}e{}", sign, digits, exponent - shift);
}

std::string number(double v) {
  if (!std::isfinite(v)) return std::isnan(v) ? "nan" : v > 0 ? "inf" : "-inf";
  const double size = std::abs(v);
  if (size != 0 && (size >= 1e7 || size < 1e-3)) return engineering(v);
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::fixed).ptr};
}

// The same for quantities that are never counts: 1.0 rather than 1.
std::string decimal(double v) {
  const std::string text = number(v);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string pair(Vec2 v) { return fmt::format("[{}, {}]", number(v.x), number(v.y)); }

std::string list(const std::vector<Vec2>& points) {
  std::string out = "[";
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (k > 0) out += k % 8 == 0 ? ",\n  " : ", ";
    out += pair(points[k]);
  }
  return out + "]";
}

// A basic string; text of several lines as a multi-line one.
std::string quoted(const std::string& text) {
  const bool lines = text.find('\n') != std::string::npos;
  std::string out = lines ? "\"\"\"\n" : "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out.append("\\").append(1, c);
    else if (c == '\t')
      out += "\\t";
    else if ((byte < 0x20 && !(c == '\n' && lines)) || byte == 0x7f)
      out += fmt::format("\\u{:04X}", byte);
    else
      out += c;
  }
  return out + (lines ? "\"\"\"" : "\"");
}

std::string quoted(std::string_view word) { return quoted(std::string(word)); }
std::string flag(bool value) { return value ? "true" : "false"; }

class Lines {
 public:
  explicit Lines(const WriteChoice& choice) : choice_(choice) {}

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
  std::vector<FileLine> take() { return std::move(lines_); }

 private:
  std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  bool wanted(const std::string& path) const { return choice_.every_default || (choice_.also && choice_.also(path)); }
  void flush_header() {
    if (!header_.empty()) lines_.push_back({path_, header_, true});
    header_.clear();
  }

  const WriteChoice& choice_;
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
  out.optional("polarization", quoted(names::polarizations[static_cast<std::size_t>(g.polarization)]),
               g.polarization == base.polarization);
  out.optional("precision", quoted(names::precisions[static_cast<std::size_t>(g.precision)]),
               g.precision == base.precision);
  out.optional("background", quoted(g.background), g.background == base.background);
}

void write_boundary(const Scene& scene, Lines& out) {
  const Boundary& b = scene.boundary;
  const Boundary base;
  out.table("boundary", "[boundary]");
  for (const Side side : all_sides)
    out.optional(std::string(to_string(side)), quoted(to_string(b[side])), b[side] == base[side]);
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
    if (cell.x == cell.y)
      out.key("alpha", decimal(2e-5 / cell.x));
    else
      out.remark(fmt::format("alpha is absent: {} on left and right, {} on bottom and top", decimal(2e-5 / cell.x),
                             decimal(2e-5 / cell.y)));
  }
}

void write_material(const Material& m, std::uint32_t default_color, Lines& out) {
  const Material base;
  out.key("name", quoted(m.name));
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
std::string waveform_text(const Waveform& waveform, bool every) {
  std::string out = fmt::format("{{ kind = \"{}\"", names::waveforms[waveform.index()]);
  const auto add = [&out](const char* name, double value) { out += fmt::format(", {} = {}", name, number(value)); };
  std::visit(
      [&](const auto& w) {
        if constexpr (requires { w.frequency; }) add("frequency", w.frequency);
        if constexpr (requires { w.width; }) add("width", w.width);
        if constexpr (requires { w.ramp; })
          if (every || w.ramp != Cw{}.ramp) add("ramp", w.ramp);
        if constexpr (requires { w.delay; }) {
          double usual = 0;
          if constexpr (requires { w.width; })
            usual = 4.5 * w.width;
          else
            usual = 1.5 / w.frequency;
          if (w.delay || every) add("delay", w.delay.value_or(usual));
        }
        if constexpr (requires { w.phase; })
          if (every || w.phase != 0) add("phase", w.phase);
      },
      waveform);
  return out + " }";
}

void write_source(const Source& s, Lines& out) {
  out.optional("name", quoted(s.name), s.name.empty());
  out.key("kind", quoted(names::sources[s.geometry.index()]));
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
  out.key("waveform", waveform_text(s.waveform, out.every_default()));
}

}  // namespace

std::vector<FileLine> scene_lines(const Scene& scene, const WriteChoice& choice) {
  Lines out(choice);
  out.key("ezscope", "1");
  out.optional("title", quoted(scene.title), scene.title.empty());
  out.optional("text", quoted(scene.text), scene.text.empty());
  out.key("unit", quoted(to_string(scene.unit)));
  write_grid(scene, out);
  write_boundary(scene, out);
  const std::vector<PaletteEntry> palette = palette_of(scene);
  for (std::size_t k = 0; k < scene.materials.size(); ++k) {
    out.table(fmt::format("material.{}", k), "[[material]]", true);
    write_material(scene.materials[k], palette[k + 3].color, out);
  }
  for (std::size_t k = 0; k < scene.shapes.size(); ++k) {
    out.table(fmt::format("shape.{}", k), "[[shape]]", true);
    out.key("kind", quoted(kind_of(scene.shapes[k].geometry)));
    out.key("material", quoted(scene.shapes[k].material));
    std::visit(GeometryKeys{out}, scene.shapes[k].geometry);
  }
  for (std::size_t k = 0; k < scene.sources.size(); ++k) {
    out.table(fmt::format("source.{}", k), "[[source]]", true);
    write_source(scene.sources[k], out);
  }
  for (std::size_t k = 0; k < scene.probes.size(); ++k) {
    out.table(fmt::format("probe.{}", k), "[[probe]]", true);
    out.key("name", quoted(scene.probes[k].name));
    out.key("at", pair(scene.probes[k].at));
  }
  const SceneView& v = scene.view;
  const SceneView base;
  out.table("view", "[view]");
  out.optional("quantity", quoted(to_string(v.quantity, scene.grid.polarization)), v.quantity == base.quantity);
  out.optional("range", decimal(v.range), v.range == base.range);
  out.optional("colormap", quoted(v.colormap), v.colormap == base.colormap);
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
