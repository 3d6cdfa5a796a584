#include "solver/study/sweep_cache.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>
#include <utility>

namespace ez {
namespace {

constexpr std::string_view line_end = " .";  // marks a complete line

// FNV-1a with 64 bits, from a given start.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// Numbers are written such that they read back to the same bits.
void put(std::string& out, double v) { out += std::isnan(v) ? " nan" : fmt::format(" {:a}", v); }

bool take(std::istream& in, double& v) {
  std::string word;
  if (!(in >> word)) return false;
  char* end = nullptr;
  v = word == "nan" ? std::numeric_limits<double>::quiet_NaN() : std::strtod(word.c_str(), &end);
  return word == "nan" || *end == 0;
}

// Visits the numbers of a verdict in the order in which they are written.
bool each_number(auto& convergence, auto&& visit) {
  for (auto& v : convergence.cells)
    if (!visit(v)) return false;
  for (auto& v : convergence.values)
    if (!visit(v)) return false;
  return visit(convergence.order) && visit(convergence.extrapolated) && visit(convergence.uncertainty);
}

std::string line_of(const SweepPoint& p) {
  std::string out = fmt::format("{} {}", p.steps, p.convergence ? static_cast<int>(p.convergence->verdict) : -1);
  for (const double v : {p.time, p.measured, p.theory}) put(out, v);
  if (p.convergence)
    each_number(*p.convergence, [&](double v) {
      put(out, v);
      return true;
    });
  return out;
}

bool read_line(const std::string& line, SweepPoint& p) {
  std::istringstream in(line);
  int verdict = -1;
  SweepPoint out = p;
  if (!(in >> out.steps >> verdict)) return false;
  if (!take(in, out.time) || !take(in, out.measured) || !take(in, out.theory)) return false;
  if (verdict >= 0 && verdict <= static_cast<int>(Convergence::Verdict::no_value)) {
    out.convergence.emplace().verdict = static_cast<Convergence::Verdict>(verdict);
    if (!each_number(*out.convergence, [&](double& v) { return take(in, v); })) return false;
  }
  p = std::move(out);
  return true;
}

}  // namespace

SweepCache::SweepCache(std::filesystem::path file, std::string program)
    : file_(std::move(file)), program_(std::move(program)) {
  std::ifstream in(file_);
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || !line.ends_with(line_end)) continue;
    lines_[line.substr(0, space)] = line.substr(space + 1, line.size() - space - 1 - line_end.size());
  }
}

std::string SweepCache::key_of(const Scene& scene, const SweepRequest& r) const {
  const std::string text = fmt::format("{}\n{}\n{} {} {}\n{}", program_, write_scene(scene, true), r.converge,
                                       r.grids.coarse, r.grids.fine, r.needed_scheme);
  return fmt::format("{:016x}{:016x}", hash_of(text, 0xcbf29ce484222325), hash_of(text, 0x9ae16a3b2f90404f));
}

bool SweepCache::find(const Scene& scene, const SweepRequest& request, SweepPoint& point) {
  const auto found = lines_.find(key_of(scene, request));
  return found != lines_.end() && read_line(found->second, point);
}

void SweepCache::add(const Scene& scene, const SweepRequest& request, const SweepPoint& point) {
  const std::string key = key_of(scene, request), line = line_of(point);
  lines_[key] = line;
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  // A killed program may have left half a line, so each begins a new one.
  std::ofstream(file_, std::ios::app) << fmt::format("\n{} {}{}\n", key, line, line_end) << std::flush;
}

}  // namespace ez
