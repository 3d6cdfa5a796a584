// ezscope reflect: the boundary lab without a window.
#include "solver/measure/reflect.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <system_error>

#include "app/commands/commands.h"
#include "app/commands/json_text.h"
#include "app/commands/progress.h"
#include "app/exit_code.h"
#include "app/files.h"
#include "app/interrupt.h"
#include "solver/measure/csv.h"

namespace ez {
namespace {

int fail(int code, const std::string& text) {
  fmt::print(stderr, "ezscope: {}\n", text);
  return code;
}

std::string number(std::optional<double> value, const char* nothing, int digits) {
  if (!value || !std::isfinite(*value)) return nothing;
  const bool zero = std::abs(*value) < 0.5 * std::pow(10.0, -digits);  // without a sign
  return fmt::format("{:.{}f}", zero ? 0.0 : *value, digits);
}

std::string to_json(const std::string& scene, const ReflectResult& r) {
  std::string variants;
  for (const ReflectVariant& v : r.variants) {
    std::string db, angles;
    for (Side s : all_sides)
      db += fmt::format("{}\"{}\": {}", db.empty() ? "" : ", ", to_string(s),
                        number(v.db[static_cast<std::size_t>(s)], "null", 4));
    for (const ReflectVariant::Angle& a : v.angles)
      angles += fmt::format(R"({}        {{"side": "{}", "deg": {:.6g}, "db": {}, "theory_db": {}}})",
                            angles.empty() ? "\n" : ",\n", to_string(a.side), a.degrees, number(a.db, "null", 4),
                            number(a.theory_db, "null", 4));
    variants += fmt::format("{}    {{\"name\": {}, \"db\": {{{}}},\n      \"angles\": [{}]}}",
                            variants.empty() ? "\n" : ",\n", quoted(v.name), db, angles);
  }
  return fmt::format("{{\n  \"scene\": {},\n  \"valid_until_s\": {},\n  \"variants\": [{}\n  ]\n}}\n", quoted(scene),
                     std::isfinite(r.valid_until) ? fmt::format("{:.9g}", r.valid_until) : "null", variants);
}

// A row for each side as a whole, its angle empty, then one for each angle.
std::string to_csv(const ReflectResult& r) {
  std::string out = "variant,side,deg,db,theory_db\n";
  for (const ReflectVariant& v : r.variants) {
    const std::string name = csv_field(v.name);
    for (Side s : all_sides)
      out += fmt::format("{},{},,{},\n", name, to_string(s), number(v.db[static_cast<std::size_t>(s)], "", 4));
    for (const ReflectVariant::Angle& a : v.angles)
      out += fmt::format("{},{},{:.6g},{},{}\n", name, to_string(a.side), a.degrees, number(a.db, "", 4),
                         number(a.theory_db, "", 4));
  }
  return out;
}

// Angles down, sides across; beside each what theory says of a plane wave, and of this source at this distance.
std::string angle_table(const ReflectVariant& v) {
  std::vector<Side> sides;
  std::size_t rows = 0;
  for (const ReflectVariant::Angle& a : v.angles)
    if (sides.empty() || sides.back() != a.side) sides.push_back(a.side);
  if (!sides.empty()) rows = v.angles.size() / sides.size();
  bool any = false;
  for (const ReflectVariant::Angle& a : v.angles) any = any || a.db;
  if (!any) return "  no angles\n";
  std::string out = "  angle";
  for (Side s : sides) out += fmt::format("{:>10}{:>9}{:>9}", to_string(s), "plane", "ring");
  out += '\n';
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line;
    bool says = false;
    for (std::size_t s = 0; s < sides.size(); ++s) {
      const ReflectVariant::Angle& a = v.angles[s * rows + row];
      says = says || a.db;
      line += fmt::format("{:>10}{:>9}{:>9}", number(a.db, "–", 2), number(a.theory_db, "–", 2),
                          number(a.point_db, "–", 2));
    }
    if (says) out += fmt::format("{:>6.4g}°{}\n", v.angles[row].asked, line);
  }
  return out;
}

std::string to_text(const ReflectResult& r) {
  std::string out = fmt::format("largest |field − twin| over largest |twin|, {:.4g} s", r.until);
  out += std::isfinite(r.valid_until) ? fmt::format(", valid to {:.4g} s\n", r.valid_until) : "\n";
  out += fmt::format("{:<20}{:>10}{:>10}{:>10}{:>10}\n", "dB", "left", "right", "bottom", "top");
  for (const ReflectVariant& v : r.variants) {
    out += fmt::format("{:<20}", v.name.empty() ? "scene" : v.name);
    for (Side s : all_sides) out += fmt::format("{:>10}", number(v.db[static_cast<std::size_t>(s)], "–", 2));
    out += '\n';
  }
  if (!r.variants.empty() && !r.variants.front().angles.empty())
    out += "\nAngles, dB: measured · theory of a plane wave · theory of this source's ring at this distance\n";
  for (const ReflectVariant& v : r.variants)
    out += fmt::format("\n{}\n{}", v.name.empty() ? "scene" : v.name, angle_table(v));
  return out;
}

int write(const std::string& path, const std::string& text) {
  try {
    write_file_atomically(path, text);
    return exit_done;
  } catch (const std::system_error& e) {
    return fail(exit_failed,
                fmt::format("{} is not written: {}; make room, or write elsewhere", path, e.code().message()));
  }
}

}  // namespace

int run(const ReflectCommand& c) {
  auto loaded = load(c.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Scene& scene = std::get<LoadedScene>(loaded).scene;
  for (const std::string& path : {c.json, c.csv})
    if (const std::string why = path.empty() ? "" : why_unwritable(path, 65536); !why.empty())
      return fail(exit_failed, why);
  if (scene.sources.empty()) fmt::print(stderr, "warning: the scene has no source; there is nothing to reflect\n");
  if (measured_sides(scene).empty())
    fmt::print(stderr, "warning: every side is periodic; there is no boundary to measure\n");

  catch_signals();
  const EngineMaker maker = make_engine_maker(c.engine).make;
  std::optional<Progress> bar;
  const ReflectResult result = measure_reflection(maker, scene, {c.degrees, c.frequency}, [&](double done, double all) {
    if (!bar) bar.emplace("reflect", static_cast<std::uint64_t>(1e-6 * all) + 1, "million cells");
    bar->update(static_cast<std::uint64_t>(1e-6 * done));
    return !interrupted();
  });
  bar.reset();
  if (!result.failed.empty()) return fail(exit_failed, result.failed);
  if (!result.unstable.empty()) return fail(exit_unstable, result.unstable);
  if (result.cancelled) {
    fmt::print(stderr, "interrupted; nothing is written\n");
    return exit_interrupted;
  }
  fmt::print("{}", to_text(result));
  if (!c.json.empty())
    if (const int code = write(c.json, to_json(c.scene.scene, result)); code != exit_done) return code;
  if (!c.csv.empty()) return write(c.csv, to_csv(result));
  return exit_done;
}

}  // namespace ez
