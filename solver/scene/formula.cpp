#include "solver/scene/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <deque>
#include <optional>

#include "solver/base/constants.h"
#include "solver/base/counted.h"
#include "solver/base/utf8.h"
#include "solver/scene/expression.h"
#include "solver/scene/formula_constants.h"
#include "solver/scene/names.h"
#include "solver/scene/place_program.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/source_number.h"
#include "solver/theory/functions.h"
#include "solver/theory/media.h"

namespace ez {
namespace {

// Returns the names that a function can read, depending on `function.of`: "probe", "probe or source", "flux monitor" …
std::vector<std::string_view> names_of(const Scene& scene, const ReadingFunction& function) {
  std::vector<std::string_view> out;
  if (function.of.starts_with("probe"))
    for (const Probe& p : scene.probes) out.push_back(p.name);
  if (function.of.find("source") != std::string_view::npos)
    for (const Source& s : scene.sources) out.push_back(s.name);
  for (const Monitor& m : scene.monitors)
    if (function.of.find(fmt::format("{} monitor", kind_of(m.geometry))) != std::string_view::npos)
      out.push_back(m.name);
  std::erase(out, "");
  return out;
}

// Returns "at character 7", counted from 1. The end of the text counts as one more character.
std::string place(std::string_view text, std::size_t position) {
  return fmt::format("at character {}", columns(text.substr(0, position)) + 1);
}

// Returns why an instrument can never have this value. Ignores arguments that are not known yet.
std::optional<std::string> why_nothing(const Scene& scene, Reading reading, const std::string& name,
                                       std::span<const double> numbers) {
  for (const Monitor& m : scene.monitors) {
    const std::vector<double> measured = m.name == name ? frequencies_of(m) : std::vector<double>();
    const bool by_frequency = kind_of(m.geometry) != FarMonitor::kind && kind_of(m.geometry) != ResonanceMonitor::kind;
    if (measured.empty() || numbers.empty() || !by_frequency || !std::isfinite(numbers[0])) continue;
    const auto [least, most] = std::ranges::minmax(measured);
    if (numbers[0] >= least * (1 - 1e-9) && numbers[0] <= most * (1 + 1e-9)) continue;
    return fmt::format("which measures {} Hz, at {:g} Hz; add that frequency to the monitor",
                       least == most ? fmt::format("{:g}", least) : fmt::format("{:g} to {:g}", least, most),
                       numbers[0]);
  }
  const auto source = std::ranges::find(scene.sources, name, &Source::name);
  if (source == scene.sources.end()) return std::nullopt;
  const auto key = reading == Reading::angle       ? "angle"
                   : reading == Reading::steer     ? "steer"
                   : reading == Reading::count     ? "count"
                   : reading == Reading::spacing   ? "count"
                   : reading == Reading::frequency ? "frequency"
                   : reading == Reading::waist     ? "waist"
                   : reading == Reading::focus     ? "focus"
                   : reading == Reading::rise      ? "rise"
                                                   : "";
  if (*key == 0 || number_of(*source, key)) return std::nullopt;
  return fmt::format("which has no {}; name a source that has one", key);
}

// Finds an assignment to a variable, which muParser would accept silently. Ignores ==, !=, <=, >= and quoted names.
std::optional<std::size_t> assignment(std::string_view text) {
  bool in_quotes = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"' && (k == 0 || text[k - 1] != '\\')) in_quotes = !in_quotes;
    if (in_quotes || text[k] != '=') continue;
    if (text.substr(k + 1).starts_with('='))
      ++k;
    else if (k == 0 || std::string_view("=!<>").find(text[k - 1]) == std::string_view::npos)
      return k;
  }
  return std::nullopt;
}

double decibels(double x) { return 10 * std::log10(x); }
double length(double x, double y) { return std::hypot(x, y); }
double wrapped(double degrees) { return std::remainder(degrees, 360); }

// A formula only computes a value. `instead` is the remedy.
void refuse_assignment(const std::string& text, std::string_view instead) {
  if (const auto at = assignment(text))
    throw FormulaError(fmt::format("sets a value {}; {}", place(text, *at), instead));
}

// A call of a function as in the documentation, and the number of its arguments: "peak("probe")".
struct Usage {
  std::string call;
  std::size_t arguments = 1;
};
Usage usage_of(std::string_view function) {
  const auto readings = reading_functions();
  if (const auto f = std::ranges::find(readings, function, &ReadingFunction::name); f != readings.end())
    return {call_text(*f), 1 + f->arguments.size()};
  const auto theories = theory_functions();
  if (const auto f = std::ranges::find(theories, function, &TheoryFunction::name); f != theories.end())
    return {call_text(*f), f->arguments.size()};
  return {fmt::format("{}(…)", function)};
}

// The names that a formula may use.
struct KnownNames {
  std::vector<std::string> functions, constants;
  std::vector<std::string_view> instruments = {};
  std::string_view where;  // tells the user where the names are listed
};

// Returns the end of the message for a name that the library does not know.
std::string unknown_name(const std::string& text, const std::string& name, std::size_t position,
                         const KnownNames& known) {
  const std::string at = place(text, position);
  const auto first = static_cast<unsigned char>(name.front());
  if (std::isdigit(first) != 0)
    return fmt::format("has the number {} {}, which cannot be read; give one such as 2.5e-9", names::quoted(name), at);
  if (std::isalpha(first) == 0 && first != '_')
    return fmt::format("contains {} {}, which is out of place; remove it",
                       names::quoted(std::string_view(name).substr(0, code_point(name, 0).length)), at);
  if (std::ranges::find(known.instruments, name) != known.instruments.end())
    return fmt::format("names {} {} without quotes; write \"{}\"", names::quoted(name), at, name);
  if (std::ranges::find(known.functions, name) != known.functions.end()) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", position + name.size());
    if (next != std::string::npos && text[next] == '(')
      return fmt::format("has a blank between {} {} and its bracket; remove the blank", name, at);
    const Usage usage = usage_of(name);
    return fmt::format("uses {} {} without its {}; write {}", name, at, usage.arguments == 1 ? "argument" : "arguments",
                       usage.call);
  }
  std::vector<std::string_view> candidates(known.functions.begin(), known.functions.end());
  candidates.insert(candidates.end(), known.constants.begin(), known.constants.end());
  const std::string_view near = names::nearest(name, candidates);
  return fmt::format("names {} {}, which is unknown; {}", names::quoted(name), at,
                     near.empty() ? std::string(known.where) : fmt::format("did you mean {}?", names::quoted(near)));
}

[[noreturn]] void throw_as_formula_error(const ExpressionError& e, const std::string& text, const KnownNames& known) {
  if (!e.unknown.empty()) throw FormulaError(unknown_name(text, e.unknown, e.position.value_or(0), known));
  const std::string at = e.position ? " " + place(text, *e.position) : "";
  const std::string remedy = e.remedy.empty() ? "it takes " + usage_of(e.function).call : e.remedy;
  throw FormulaError(fmt::format("does not parse{}: {}; {}", at, e.what(), remedy));
}

}  // namespace

std::string call_text(const ReadingFunction& function) {
  std::string out = fmt::format("{}(\"{}\"", function.name, function.of);
  for (const std::string_view argument : function.arguments) out.append(", ").append(argument);
  return out + ")";
}
std::string call_text(const TheoryFunction& function) {
  return fmt::format("{}({})", function.name, fmt::join(function.arguments, ", "));
}

std::span<const ReadingFunction> reading_functions() {
  const std::vector<std::string_view> on_a_line = {"f (Hz)", "s (m)"};
  static const std::vector<ReadingFunction> all = {
      {Reading::amplitude,
       "amplitude",
       {"f (Hz)"},
       "probe",
       "V/m (A/m): amplitude of the sine of frequency f that best fits the last four whole periods, or the existing "
       "ones if there are fewer"},
      {Reading::phase,
       "phase",
       {"f (Hz)"},
       "probe",
       "degrees: phase of that sine, e^(-iωt) from the start of the run; see wrap"},
      {Reading::peak, "peak", {}, "probe", "V/m (A/m): largest |value| so far"},
      {Reading::peak_between,
       "peak_between",
       {"t1 (s)", "t2 (s)"},
       "probe",
       "V/m (A/m): largest |value| from t1 to t2; no value before t2"},
      {Reading::time_of_peak,
       "time_of_peak",
       {},
       "probe",
       "s: time of the largest |value| so far, interpolated between steps by a parabola"},
      {Reading::time_of_peak_between,
       "time_of_peak_between",
       {"t1 (s)", "t2 (s)"},
       "probe",
       "s: time of the largest |value| from t1 to t2, such as an echo; no value before t2"},
      {Reading::rms,
       "rms",
       {"duration (s)"},
       "probe",
       "V/m (A/m): root mean square over the last part of the run, of this duration"},
      {Reading::spectrum_peak,
       "spectrum_peak",
       {"f1 (Hz)", "f2 (Hz)"},
       "probe",
       "Hz: frequency of the largest |DFT| of all samples (Hann window) from f1 to f2, interpolated between bins"},
      {Reading::last, "last", {}, "probe", "its latest value"},
      {Reading::last_time, "last_time", {}, "probe", "s: time of its latest value"},
      {Reading::time_above,
       "time_above",
       {"level"},
       "probe",
       "s: time at which its value first exceeded a level, interpolated linearly between steps; no value before"},
      {Reading::x, "x", {}, "probe or source", "m: x of its node"},
      {Reading::y, "y", {}, "probe or source", "m: y of its node"},
      {Reading::middle_x, "middle_x", {}, "source", "m: x of the middle of a line, an array or a beam's line"},
      {Reading::middle_y, "middle_y", {}, "source", "m: y of that middle"},
      {Reading::angle, "angle", {}, "source", "degrees: its key `angle`"},
      {Reading::steer, "steer", {}, "source", "degrees: key `steer` of an array"},
      {Reading::count, "count", {}, "source", "number of elements of an array"},
      {Reading::spacing, "spacing", {}, "source", "m: distance between the elements of an array"},
      {Reading::waist, "waist", {}, "source", "m: radius of a beam at its focus"},
      {Reading::focus, "focus", {}, "source", "m: from the middle of a beam's line to its focus, along the beam"},
      {Reading::frequency,
       "frequency",
       {},
       "source or far monitor",
       "Hz: frequency of its waveform, or of the monitor; f is that of the first source that is on"},
      {Reading::rise, "rise", {}, "source", "s: rise time of a step"},
      {Reading::flux,
       "flux",
       {"f (Hz)"},
       "flux monitor",
       "J/(m Hz): energy through the line to its left at f; the ratio of two such values is a ratio of powers"},
      {Reading::along, "ez", on_a_line, "line monitor",
       "V s/m: |Ez(f)| on the line, at the distance s from its beginning"},
      {Reading::along_x, "hx", on_a_line, "line monitor", "A s/m: |Hx(f)| there, in an ez scene", Polarization::ez},
      {Reading::along_y, "hy", on_a_line, "line monitor", "A s/m: |Hy(f)| there, in an ez scene", Polarization::ez},
      {Reading::along, "hz", on_a_line, "line monitor", "A s/m: |Hz(f)| there, in an hz scene"},
      {Reading::along_x, "ex", on_a_line, "line monitor", "V s/m: |Ex(f)| there, in an hz scene", Polarization::hz},
      {Reading::along_y, "ey", on_a_line, "line monitor", "V s/m: |Ey(f)| there, in an hz scene", Polarization::hz},
      {Reading::along_phase, "ez_phase", on_a_line, "line monitor",
       "degrees: phase of Ez(f), e^(-iωt) from the start of the run"},
      {Reading::along_phase, "hz_phase", on_a_line, "line monitor", "degrees: phase of Hz(f), in an hz scene"},
      {Reading::line_max,
       "line_max",
       {"f (Hz)"},
       "line monitor",
       "V s/m (A s/m): largest |Ez(f)| (|Hz(f)|) on the line's nodes; with line_min it gives the standing-wave ratio"},
      {Reading::line_min,
       "line_min",
       {"f (Hz)"},
       "line monitor",
       "V s/m (A s/m): smallest |Ez(f)| (|Hz(f)|) on the line's nodes"},
      {Reading::line_max_at,
       "line_max_at",
       {"f (Hz)"},
       "line monitor",
       "m: distance of line_max from the line's beginning, interpolated between nodes by a parabola"},
      {Reading::far, "far_field", {"angle (deg)"}, "far monitor", "V s/m √m (A s/m √m): |X|√r in the far field"},
      {Reading::far_angle,
       "far_angle",
       {},
       "far monitor",
       "degrees from +x: direction of the largest |X| in the far field, interpolated between the monitor's angles by a "
       "parabola; see wrap"},
      {Reading::width,
       "scattering_width",
       {"angle (deg)"},
       "far monitor",
       "m: scattering width of the shapes in a plane wave"},
      {Reading::resonance_f,
       "resonance_f",
       {"k"},
       "resonance monitor",
       "Hz: frequency of the k-th resonance, counted from 1 by frequency"},
      {Reading::resonance_q,
       "resonance_q",
       {"k"},
       "resonance monitor",
       "Q of the k-th resonance, counted from 1 by frequency"},
      {Reading::mode_forward,
       "mode_forward",
       {"f (Hz)"},
       "mode monitor",
       "√(J/(m Hz)): |amplitude| of the mode that travels to the left of the line; its square is a flux"},
      {Reading::mode_backward,
       "mode_backward",
       {"f (Hz)"},
       "mode monitor",
       "√(J/(m Hz)): |amplitude| of the mode that travels to the right"},
      {Reading::mode_phase,
       "mode_phase",
       {"f (Hz)"},
       "mode monitor",
       "degrees: phase of the mode that travels to the left, e^(-iωt) from the start of the run; see wrap"},
      {Reading::mode_back_phase,
       "mode_back_phase",
       {"f (Hz)"},
       "mode monitor",
       "degrees: phase of the mode that travels to the right"},
      {Reading::mode_index, "mode_index", {"f (Hz)"}, "mode monitor", "effective index βc/ω of the discrete mode"},
  };
  return all;
}

std::span<const FormulaWord> formula_words() {
  static const std::vector<FormulaWord> all = {
      {"c", "m/s: speed of light in vacuum"},
      {"eps0", "F/m"},
      {"mu0", "H/m"},
      {"eta0", "Ω: impedance of vacuum"},
      {"pi", ""},
      {"deg", "radians per degree: sin(30*deg), asin(x)/deg"},
      {"dx, dy", "m: cell size"},
      {"dt", "s: time step"},
      {"nx, ny", "nodes along x and y"},
      {"f, lambda",
       "Hz, m: frequency and vacuum wavelength of the first source that is on and has a frequency (if none is on: the "
       "first that has one)"},
      {"eps_NAME, mu_NAME, sigma_NAME",
       "values of a material, if they are numbers; other characters than letters and digits in its name become _"},
      {"shapes_NAME", "number of shapes of a material, or of a state of gas or heat"},
      {"plasma_NAME, damping_NAME, frequency_NAME, strength_NAME, tau_NAME",
       "Hz, Hz, Hz, 1, s: value of a material's first pole that has it"},
      {"pitch_NAME", "m: spacing along a1 in the first lattice of shapes of this material"},
      {"radius_NAME", "m: radius of the first circle of a material (also pec and vacuum) or of a state"},
      {"inner_NAME, outer_NAME", "m: radii of its first ring"},
      {"center_x_NAME, center_y_NAME", "m: centre of that circle, or of that ring if there is no circle"},
      {"left_NAME, right_NAME, bottom_NAME, top_NAME, width_NAME, height_NAME",
       "m: edges of its first rect, before rotation; left_NAME_2 … of the second, up to left_NAME_6 …"},
      {"angle_NAME", "degrees: rotation of that rect; angle_NAME_2 …"},
      {"beta_NAME", "speed in units of c of a named source that can move; 0 if it is fixed"},
      {"n_NAME, k_NAME",
       "refractive index and extinction of a material at f, with its poles and σ: n + ik = √ε·√μ, n below 0 if ε and μ "
       "are"},
      {"gamma, kappa", "1, m²/s: ratio of specific heats of a gas, diffusivity of heat"},
      {"density_NAME, u_NAME, v_NAME, pressure_NAME; value_NAME",
       "kg/m³, m/s, m/s, Pa: values of a state of a gas; value of a state of heat"},
      {"db(x)", "10 log10 x, for a power"},
      {"hypot(x, y)", "√(x² + y²)"},
      {"wrap(x)", "angle in degrees, wrapped to -180 … 180"},
      {"sin cos tan asin acos atan atan2 sqrt exp ln log10 abs min max rint …",
       "functions of muParser, with angles in radians"},
  };
  return all;
}

struct Formula::Parts {
  // Data for a callback: its function, and the object to read from.
  struct Bound {
    const Parts* parts;
    const ReadingFunction* reading = nullptr;
    const TheoryFunction* theory = nullptr;
  };
  Expression expression;
  Polarization polarization;
  const Scene* trial = nullptr;  // set while names and counts are checked; nothing is computed then
  const Instruments* instruments = nullptr;
  std::deque<Bound> bound;
  mutable bool reads_a_run = false, reads_sums = false;
  std::vector<std::string> without_value;
  mutable FormulaTrace* traced = nullptr;  // set while trace() evaluates

  Parts(std::string formula, const Scene& scene);
  void constants(const Scene& scene);
  void functions();
  void try_out(const Scene& scene);
  double read(const ReadingFunction& function, const std::string& name, std::span<const double> numbers) const;
  double call(const TheoryFunction& function, std::span<const double> numbers) const;
  [[noreturn]] void fail(const ExpressionError& e) const;

  // Signatures that Expression calls.
  template <class... Number>
  static double read_bound(void* data, const char* name, Number... numbers) {
    const Bound& b = *static_cast<const Bound*>(data);
    const std::array<double, sizeof...(Number)> all = {numbers...};
    return b.parts->read(*b.reading, name, all);
  }
  static double call_bound(void* data, const double* numbers, int count) {
    const Bound& b = *static_cast<const Bound*>(data);
    return b.parts->call(*b.theory, {numbers, static_cast<std::size_t>(count)});
  }
};

Formula::Parts::Parts(std::string formula, const Scene& scene)
    : expression(std::move(formula)), polarization(scene.grid.polarization) {
  constants(scene);
  functions();
  try_out(scene);
}

void Formula::Parts::constants(const Scene& scene) {
  const auto define = [this](const std::string& name, double value) {
    // If two materials have the same identifier, the first one counts.
    if (expression.uses(name) && expression.constant(name, value) && std::isnan(value)) without_value.push_back(name);
  };
  constants_of(scene, define, [this](std::string_view part) { return expression.mentions(part); });
}

void Formula::Parts::functions() {
  expression.function("db", decibels);
  expression.function("hypot", length);
  expression.function("wrap", wrapped);
  constexpr double (*of_name)(void*, const char*) = read_bound<>;
  constexpr double (*of_one_number)(void*, const char*, double) = read_bound<double>;
  constexpr double (*of_two_numbers)(void*, const char*, double, double) = read_bound<double, double>;
  for (const ReadingFunction& f : reading_functions()) {
    void* data = &bound.emplace_back(Bound{this, &f, nullptr});
    const std::string name(f.name);
    if (f.arguments.empty()) expression.function(name, of_name, data);
    if (f.arguments.size() == 1) expression.function(name, of_one_number, data);
    if (f.arguments.size() == 2) expression.function(name, of_two_numbers, data);
  }
  for (const TheoryFunction& f : theory_functions())
    expression.function(std::string(f.name), call_bound, &bound.emplace_back(Bound{this, nullptr, &f}));
}

void Formula::Parts::try_out(const Scene& scene) {
  refuse_assignment(expression.text(), "write == to compare");
  trial = &scene;
  try {
    expression.parse();
    if (expression.values() > 1) throw FormulaError("gives more than one value; leave all but one out");
    expression.try_all_branches();
  } catch (const ExpressionError& e) {
    fail(e);
  }
  trial = nullptr;
}

void Formula::Parts::fail(const ExpressionError& e) const {
  std::vector<std::string_view> instruments_there;
  for (const Probe& p : trial->probes) instruments_there.push_back(p.name);
  for (const Monitor& m : trial->monitors) instruments_there.push_back(m.name);
  for (const Source& s : trial->sources) instruments_there.push_back(s.name);
  KnownNames known{expression.functions(), {}, std::move(instruments_there), {}};
  constants_of(
      *trial,
      [&](const std::string& name, double value) {
        if (!std::isnan(value)) known.constants.push_back(name);
      },
      [](std::string_view) { return true; });
  const bool of_light = e.unknown == "f" || e.unknown == "lambda";
  known.where = of_light ? "it needs a source with a frequency, but there is none"
                         : "ezscope info --functions lists the known names";
  throw_as_formula_error(e, expression.text(), known);
}

double Formula::Parts::read(const ReadingFunction& function, const std::string& name,
                            std::span<const double> numbers) const {
  if (!trial) {
    if (traced) traced->reads.push_back({function.reading, name});
    if (function.polarization.value_or(polarization) != polarization) return no_number;
    return instruments->read(function.reading, name, numbers);
  }
  const std::vector<std::string_view> there = names_of(*trial, function);
  const std::size_t quoted = expression.text().find('"' + name + '"');
  const std::string at =
      fmt::format("{} {}", names::quoted(name), place(expression.text(), quoted == std::string::npos ? 0 : quoted));
  if (std::find(there.begin(), there.end(), name) == there.end())
    throw FormulaError(fmt::format("reads {}, but no {} has this name{}", at, function.of,
                                   there.empty() ? "; add one with this name" : names::hint(name, there)));
  if (const std::optional<std::string> why = why_nothing(*trial, function.reading, name, numbers))
    throw FormulaError(fmt::format("reads {}, {}", at, *why));
  const bool is_of_scene = function.reading >= Reading::x && function.reading <= Reading::rise;
  reads_a_run = reads_a_run || !is_of_scene;
  reads_sums = reads_sums || (!is_of_scene && function.of.ends_with(" monitor"));
  return no_number;  // NaN, so that a result computed from it is not checked
}

double Formula::Parts::call(const TheoryFunction& function, std::span<const double> numbers) const {
  if (numbers.size() == function.arguments.size()) {
    if (traced) traced->calls.push_back({&function, {numbers.begin(), numbers.end()}, traced->reads.size()});
    return trial ? no_number : evaluate(function, numbers);
  }
  if (!trial) return no_number;
  throw FormulaError(
      fmt::format("gives {} {}; it takes {}", function.name, counted(numbers.size(), "number"), call_text(function)));
}

Formula::Formula(const std::string& text, const Scene& scene) : parts_(std::make_unique<Parts>(text, scene)) {}
Formula::~Formula() = default;
bool Formula::reads_a_run() const { return parts_->reads_a_run; }
bool Formula::reads_sums() const { return parts_->reads_sums; }
const std::vector<std::string>& Formula::without_value() const { return parts_->without_value; }
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(Formula&&) noexcept = default;

struct PlaceFormula::Parts {
  Expression expression;
  double x = 0, y = 0, r = 0, radius = 0;
  // Faster versions of the formula, if they give the same values: for rows, and for single points between them.
  std::optional<PlaceProgram> program = {}, single = {};

  double by_library(Vec2 place, double of_radius) {
    x = place.x, y = place.y, r = std::sqrt(place.x * place.x + place.y * place.y), radius = of_radius;
    return expression.value();
  }
  double by_program(Vec2 place, double of_radius) {
    double out = 0;
    single->compute({&place.x, 1}, {&place.y, 1}, of_radius, false, {&out, 1});
    return out;
  }
  // Compares both at positions of both signs and several sizes, to the last digits.
  bool program_agrees() {
    for (const double scale : {1e-9, 1e-3, 0.7, 1.0, 31.0, 4e3})
      for (const Vec2 way : {Vec2{0.31, 0.87}, Vec2{-0.93, 0.41}, Vec2{0.53, -0.61}, Vec2{-0.17, -0.77}, Vec2{1, 0}}) {
        const Vec2 place = {scale * way.x, scale * way.y};
        const double a = by_library(place, scale), b = by_program(place, scale);
        const bool same = a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::abs(a);
        if (!same) return false;
      }
    return true;
  }
};

PlaceFormula::PlaceFormula(const std::string& text) : parts_(std::make_unique<Parts>(Parts{Expression(text)})) {
  Parts& p = *parts_;
  Expression& e = p.expression;
  e.constant("pi", pi);
  e.constant("deg", pi / 180);
  e.function("hypot", length);
  e.variable("x", &p.x);
  e.variable("y", &p.y);
  e.variable("r", &p.r);
  e.variable("radius", &p.radius);
  constexpr std::string_view where = "it may use x, y, r and a circle's radius, as in \"2 - (r/radius)^2\"";
  refuse_assignment(text, fmt::format("a formula only computes a value, and {}", where));
  try {
    e.parse();
  } catch (const ExpressionError& error) {
    throw_as_formula_error(error, text, {e.functions(), {"x", "y", "r", "radius", "pi", "deg"}, {}, where});
  }
  if (e.values() > 1) throw FormulaError("gives more than one value; leave all but one out");
  p.single = PlaceProgram::of(text);
  if (p.single && p.program_agrees()) p.program = p.single;
}
PlaceFormula::~PlaceFormula() = default;
PlaceFormula::PlaceFormula(PlaceFormula&&) noexcept = default;
PlaceFormula& PlaceFormula::operator=(PlaceFormula&&) noexcept = default;

double PlaceFormula::at(Vec2 place, double radius) const {
  return parts_->program ? parts_->by_program(place, radius) : parts_->by_library(place, radius);
}

void PlaceFormula::along(std::span<const double> x, std::span<const double> y, double radius, bool same_x,
                         std::span<double> out) const {
  if (parts_->program) return parts_->program->compute(x, y, radius, same_x, out);
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = parts_->by_library({x[k], y.size() == 1 ? y[0] : y[k]}, radius);
}

std::string with_scaled_places(const std::string& formula, double factor) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  std::string out;
  for (std::size_t k = 0; k < formula.size();) {
    std::size_t end = k;
    while (end < formula.size() && in_name(formula[end])) ++end;
    const std::string name = formula.substr(k, std::max(end, k + 1) - k);
    const bool length = name == "x" || name == "y" || name == "r" || name == "radius";
    out += length ? fmt::format("({}/{})", name, factor) : name;
    k += name.size();
  }
  return out;
}

double Formula::value(const Instruments& instruments) const {
  parts_->instruments = &instruments;
  return parts_->expression.value();
}

FormulaTrace Formula::trace(const Instruments& instruments) const {
  FormulaTrace out;
  parts_->traced = &out;
  value(instruments);
  parts_->traced = nullptr;
  return out;
}

}  // namespace ez
