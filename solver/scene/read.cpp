// TOML to scene. The document is read in two layers: here the types and names (each table knows its own keys), then the
// rules of validate.cpp, whose findings are given the place of the value they name.
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>

#include "solver/scene/draft.h"
#include "solver/scene/names.h"
#include "solver/scene/override.h"
#include "solver/scene/read_lab.h"
#include "solver/scene/rules.h"
#include "solver/scene/scene_file.h"
#include "solver/scene/toml_text.h"

namespace ez {
namespace {

constexpr int format_version = 1;
constexpr int deepest_key = 16;  // the format itself needs three
constexpr std::size_t largest_text = std::size_t{64} << 20;

template <class Enum>
void read_choice(TableReader& in, std::string_view key, std::span<const std::string_view> words, Enum& out) {
  std::size_t index = 0;
  if (in.choice(key, words, index)) out = static_cast<Enum>(index);
}

void read_grid(TableReader in, Grid& grid) {
  if (std::array<int, 2> cells{}; in.whole_pair("cells", "[nx, ny]", cells, true)) {
    grid.nx = cells[0];
    grid.ny = cells[1];
  }
  if (const toml::node* node = in.find("cell", true); node && node->is_array()) {
    Vec2 cell;
    if (in.pair("cell", cell)) {
      grid.dx = cell.x;
      grid.dy = cell.y;
    }
  } else if (in.number("cell", grid.dx)) {
    grid.dy = grid.dx;
  }
  in.number("courant", grid.courant);
  read_choice(in, "polarization", names::polarizations, grid.polarization);
  read_choice(in, "precision", names::precisions, grid.precision);
  in.text("background", grid.background);
  in.finish();
}

void read_boundary(TableReader in, Log& log, Boundary& boundary) {
  for (const Side side : all_sides) read_choice(in, to_string(side), names::boundaries, boundary[side]);
  if (const toml::table* table = in.table("cpml")) {
    TableReader cpml(log, *table, in.path_of("cpml"));
    cpml.integer("cells", boundary.cpml.cells);
    cpml.number("order", boundary.cpml.order);
    cpml.number("sigma", boundary.cpml.sigma);
    cpml.number("kappa", boundary.cpml.kappa);
    cpml.number("alpha", boundary.cpml.alpha);
    if (const toml::table* factor = cpml.table("factor"))
      read_factors(TableReader(log, *factor, cpml.path_of("factor")), boundary.cpml.factor);
    cpml.finish();
  }
  in.finish();
}

std::optional<std::uint32_t> color_from(const std::string& text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, fault] = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
  if (fault != std::errc() || end != text.data() + 7) return std::nullopt;
  return value;
}

Material read_material(TableReader in) {
  Material m;
  in.text("name", m.name, true);
  in.number("eps", m.eps);
  in.number("mu", m.mu);
  in.number("sigma", m.sigma);
  in.number("sigma_m", m.sigma_m);
  std::string color;
  if (in.text("color", color)) {
    m.color = color_from(color);
    if (!m.color)
      in.error(*in.find("color"), "color", in.path_of("color") + " is not a colour; write it as in \"#88c0ff\"");
  }
  in.finish();
  return m;
}

Geometry read_geometry(TableReader& in, std::string_view kind) {
  if (kind == "circle") {
    Circle g;
    in.pair("center", g.center, true);
    in.number("radius", g.radius, true);
    return g;
  }
  if (kind == "ring") {
    Ring g;
    in.pair("center", g.center, true);
    in.number("inner", g.inner, true);
    in.number("outer", g.outer, true);
    return g;
  }
  if (kind == "ellipse") {
    Ellipse g;
    in.pair("center", g.center, true);
    in.pair("radii", g.radii, true);
    in.number("angle", g.angle);
    return g;
  }
  if (kind == "rect" && (in.has("center") || in.has("size"))) {
    TurnedRect g;
    in.pair("center", g.center, true);
    in.pair("size", g.size, true);
    in.number("angle", g.angle);
    return g;
  }
  if (kind == "rect") {
    Rect g;
    const bool min = in.pair("min", g.min, true), max = in.pair("max", g.max, true);
    // What is not there is not compared with what is.
    if (!min) g.min = g.max;
    if (!max) g.max = g.min;
    return g;
  }
  if (kind == "polygon") {
    Polygon g;
    in.points("points", g.points, true);
    return g;
  }
  Stroke g;
  in.points("points", g.points, true);
  in.number("radius", g.radius, true);
  return g;
}

Shape read_shape(TableReader in) {
  Shape shape;
  std::size_t kind = 0;
  in.text("material", shape.material, true);
  if (!in.choice("kind", names::shapes, kind, true)) {
    in.finish_without_kind("radius");
    return shape;
  }
  shape.geometry = read_geometry(in, names::shapes[kind]);
  in.finish();
  return shape;
}

Waveform read_waveform(TableReader in) {
  std::size_t kind = 0;
  if (!in.choice("kind", names::waveforms, kind, true)) {
    in.finish_without_kind("frequency");
    return Cw{};
  }
  Waveform out;
  if (names::waveforms[kind] == "cw") {
    Cw w;
    in.number("frequency", w.frequency, true);
    in.number("ramp", w.ramp);
    in.number("phase", w.phase);
    out = w;
  } else if (names::waveforms[kind] == "gaussian") {
    Gaussian w;
    in.number("width", w.width, true);
    in.number("delay", w.delay);
    out = w;
  } else if (names::waveforms[kind] == "modulated") {
    Modulated w;
    in.number("frequency", w.frequency, true);
    in.number("width", w.width, true);
    in.number("delay", w.delay);
    in.number("phase", w.phase);
    out = w;
  } else {
    Ricker w;
    in.number("frequency", w.frequency, true);
    in.number("delay", w.delay);
    out = w;
  }
  in.finish();
  return out;
}

Source read_source(TableReader in, Log& log) {
  Source source;
  in.text("name", source.name);
  in.number("amplitude", source.amplitude);
  in.boolean("hard", source.hard);
  in.boolean("on", source.on);
  if (const toml::table* table = in.table("waveform", true))
    source.waveform = read_waveform(TableReader(log, *table, in.path_of("waveform")));
  std::size_t kind = 0;
  if (!in.choice("kind", names::sources, kind, true)) {
    in.finish_without_kind("at");
    return source;
  }
  if (names::sources[kind] == "point") {
    PointSource g;
    in.pair("at", g.at, true);
    source.geometry = g;
  } else {
    LineSource g;
    in.pair("from", g.from, true);
    in.pair("to", g.to, true);
    source.geometry = g;
  }
  in.finish();
  return source;
}

void read_view(TableReader in, Polarization polarization, SceneView& view) {
  std::string word;
  if (in.text("quantity", word)) {
    const auto& words = polarization == Polarization::hz ? names::quantities_hz : names::quantities;
    if (const auto quantity = quantity_from(word, polarization))
      view.quantity = *quantity;
    else
      in.error(
          *in.find("quantity"), "quantity",
          in.path_of("quantity") + " is " + names::quoted(word) + ", which is not known" + names::hint(word, words));
  }
  in.number("range", view.range);
  in.text("colormap", view.colormap);
  in.finish();
}

template <class Read>
void read_list(TableReader& in, std::string_view key, Log& log, Read read) {
  const std::vector<const toml::table*> tables = in.tables(key);
  for (std::size_t k = 0; k < tables.size(); ++k)
    read(TableReader(log, *tables[k], in.path_of(key) + "." + std::to_string(k)));
}

// False when the rest of the file cannot be understood.
bool read_version(TableReader& in) {
  int version = format_version;
  if (!in.integer("ezscope", version, true) || version == format_version) return true;
  const std::string ours = std::to_string(format_version);
  in.error(*in.find("ezscope"), "ezscope",
           version > format_version
               ? "the file is of format version " + std::to_string(version) +
                     ", newer than this program, which reads " + ours + "; open it with a newer ezscope"
               : "ezscope is " + std::to_string(version) + ", which is no format version; write ezscope = " + ours);
  return false;
}

Scene read_document(const toml::table& document, Log& log) {
  Scene scene;
  TableReader in(log, document, "");
  if (!read_version(in)) return scene;
  in.text("title", scene.title);
  in.text("text", scene.text);
  read_choice(in, "unit", names::units, scene.unit);
  in.integer("hidden_fault", scene.hidden_fault);
  if (const toml::table* t = in.table("grid", true)) read_grid(TableReader(log, *t, "grid"), scene.grid);
  if (const toml::table* t = in.table("boundary")) read_boundary(TableReader(log, *t, "boundary"), log, scene.boundary);
  read_list(in, "material", log, [&](TableReader t) { scene.materials.push_back(read_material(std::move(t))); });
  read_list(in, "shape", log, [&](TableReader t) { scene.shapes.push_back(read_shape(std::move(t))); });
  read_list(in, "source", log, [&](TableReader t) { scene.sources.push_back(read_source(std::move(t), log)); });
  read_list(in, "probe", log, [&](TableReader t) {
    Probe probe;
    t.text("name", probe.name, true);
    t.pair("at", probe.at, true);
    t.finish();
    scene.probes.push_back(std::move(probe));
  });
  if (const toml::table* t = in.table("view"))
    read_view(TableReader(log, *t, "view"), scene.grid.polarization, scene.view);
  if (const toml::table* t = in.table("initial")) read_initial(TableReader(log, *t, "initial"), scene.initial);
  if (const toml::table* t = in.table("run")) read_run(TableReader(log, *t, "run"), scene.run, scene.pause);
  if (const toml::table* t = in.table("reflection"))
    read_reflection(TableReader(log, *t, "reflection"), scene.reflection);
  read_list(in, "fault", log, [&](TableReader t) { scene.faults.push_back(read_fault(std::move(t))); });
  read_list(in, "variant", log, [&](TableReader t) { scene.variants.push_back(read_variant(std::move(t))); });
  in.finish();
  return scene;
}

// The place of the value at `path`, or of the nearest table around it. The keys of a variant's `set` hold dots.
const toml::source_region& place_of(const toml::table& document, const std::string& path) {
  const toml::node* at = &document;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    const toml::node* next = nullptr;
    if (const toml::table* table = at->as_table()) {
      next = table->get(path.substr(begin));
      if (next) return next->source();
      next = table->get(part);
    }
    if (const toml::array* list = at->as_array()) next = list->get(static_cast<std::size_t>(std::stoul(part)));
    if (!next) break;
    at = next;
    begin = end + 1;
  }
  return at->source();
}

void add_findings(const Scene& scene, const toml::table& document, Log& log) {
  if (log.failed.contains("ezscope")) return;
  for (Finding& finding : find_faults(scene)) {
    if (related_to_any(log.failed, finding.path)) continue;
    log.add(finding.kind, place_of(document, finding.path), std::move(finding.text));
  }
}

bool has_error(const std::vector<Message>& messages) {
  return std::any_of(messages.begin(), messages.end(), [](auto& m) { return m.kind == Message::Kind::error; });
}

// A text that is no TOML, or that the TOML library could not survive.
std::optional<Message> parse_text(std::string_view text, const std::string& kinds, const std::string& file,
                                  toml::table& document) {
  if (text.size() > largest_text)
    return Message{Message::Kind::error, file, 0, 0, "the file is larger than 64 MB; it is not a scene"};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return Message{Message::Kind::error, file, 1, 1, "not TOML: the text is UTF-16; save it as UTF-8"};
  if (const TextPlace at = deep_key(text, kinds, deepest_key); at.line > 0)
    return Message{Message::Kind::error, file, at.line, at.column,
                   "a key has too many parts; scenes need three at most"};
  if (const TextPlace at = stray_character(text, kinds); at.line > 0)
    return Message{Message::Kind::error, file, at.line, at.column,
                   "not TOML: only strings and comments may hold such a character; put it in quotes"};
  if (const TextPlace at = private_character(text); at.line > 0)
    return Message{Message::Kind::error, file, at.line, at.column,
                   "a character of the private plane U+10xxxx, which scenes cannot hold; take it out"};
  try {
    document = toml::parse(shielded(text), std::string_view(file));
  } catch (const toml::parse_error& e) {
    const toml::source_position at = e.source().begin;
    return Message{Message::Kind::error, file, static_cast<int>(at.line), static_cast<int>(at.column),
                   "not TOML: " + unshielded(e.description()) + "; correct it here"};
  }
  return std::nullopt;
}

}  // namespace

bool related(const std::string& a, const std::string& b) {
  const std::string &inner = a.size() < b.size() ? b : a, &outer = a.size() < b.size() ? a : b;
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '.');
}

bool related_to_any(const std::set<std::string>& paths, const std::string& path) {
  for (std::size_t end = path.size(); end != std::string::npos;
       end = end == 0 ? std::string::npos : path.rfind('.', end - 1))
    if (paths.contains(path.substr(0, end))) return true;
  const auto inner = paths.lower_bound(path + ".");
  return inner != paths.end() && inner->starts_with(path + ".");
}

std::optional<Message> read_draft(std::string_view text, const std::string& file,
                                  const std::vector<Override>& overrides, Draft& draft) {
  draft.log.file = file;
  if (std::optional<Message> message = parse_text(text, text_kinds(text), file, draft.document)) return message;
  for (const Override& change : overrides) apply_override(draft.document, change, draft.log);
  draft.scene = read_document(draft.document, draft.log);
  return std::nullopt;
}

SceneResult parse_scene(std::string_view text, const std::string& file, const std::vector<Override>& overrides,
                        OverrideFault* fault) {
  if (fault) *fault = OverrideFault::none;
  SceneResult result;
  result.has_comments = text_kinds(text).find(comment) != std::string::npos;
  Draft draft;
  if (std::optional<Message> message = read_draft(text, file, overrides, draft)) {
    result.messages.push_back(std::move(*message));
    return result;
  }
  Log& log = draft.log;
  add_findings(draft.scene, draft.document, log);
  std::stable_sort(log.messages.begin(), log.messages.end(), [](const Message& a, const Message& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  if (!has_error(log.messages)) result.scene = std::move(draft.scene);
  result.messages = std::move(log.messages);
  if (fault) *fault = log.fault;
  return result;
}

}  // namespace ez
