// The rules of a scene's tables, with one file for each table in this folder. Each finding names the value by its path,
// and says what is wrong and what to do. Rules that depend on others (a position on a grid without a valid size) are
// checked only if those hold. Inner header of solver/scene/file.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/file/rules.h"
#include "solver/scene/names.h"
#include "solver/scene/raster/spans.h"

namespace ez {

// m: far outside this range, coefficients exceed the range of float.
inline constexpr double smallest_cell = 1e-12, largest_cell = 1e6;
inline constexpr std::size_t most_monitor_frequencies = 4096;
inline constexpr std::int64_t most_outline_points = 200'000;  // of all shapes and all their copies
inline constexpr std::size_t most_materials = 65533;  // with the three built-in ones, the limit of 16-bit indices

class Rules {
 public:
  Rules(const Scene& scene, const SceneMedia& media) : scene_(scene), media_(media) {
    if (in_cells(scene.physics)) {
      for (const FluidState& s : scene.states) names_.insert(s.name);
    } else {
      names_.insert(names::builtin_materials.begin(), names::builtin_materials.end());
      for (const Material& m : scene.materials) names_.insert(m.name);
    }
    names_.erase("");  // an empty name is an error of its own
  }

  std::vector<Finding> run();

 private:
  void error(std::string path, std::string text) {
    ++errors_;
    findings_.push_back({Message::Kind::error, std::move(path), std::move(text)});
  }
  void warning(std::string path, std::string text) {
    findings_.push_back({Message::Kind::warning, std::move(path), std::move(text)});
  }
  // Checks that every number is in the range of its key, and every text is one of its words, by path.
  void all_keys();
  template <class T>
  void keys(const std::string& outer, const T& value);
  friend class KeyRules;
  void number(const std::string& path, double value, const Key& key, double cell);
  void text(const std::string& path, std::string_view value);
  void word(const std::string& path, std::string_view value, const Key& key);
  bool holds(const std::string& path) const { return !failed_.contains(path); }
  // Returns true if a number of the table at `path` is out of its range.
  bool any_failed(const std::string& path) const {
    const auto first = failed_.lower_bound(path + ".");
    return first != failed_.end() && first->starts_with(path + ".");
  }

  void grid();
  void boundary();
  void layers();
  void warn_poles_at_mur();
  void warn_backward_waves_in_layers();
  void warn_unresolved_skin_depths();
  void materials();
  std::string poles_instead(const std::string& path, double value) const;
  void formula(const std::string& path, const std::string& text);
  void graded_media();
  void check_courant(double least_eps, double least_mu, const std::string& path);
  void check_material_exists(const std::string& path, const std::string& name);
  void shape(const std::string& path, const Shape& shape);
  void copies(const std::string& path, const Shape& shape);
  static std::int64_t points_of(const Geometry& geometry);
  void outlines(const std::string& path, const Shape& shape);
  void filling(const std::string& path, const Shape& shape, bool by_image);
  void states();
  void check_fits_float(const std::string& path, double v, bool above_zero);
  void check_numbers_fit_float();
  void steps_of_cells();
  void quantity(const std::string& path, Quantity quantity);
  void geometry(const std::string&, const auto&) {}
  void geometry(const std::string& path, const Ring& g);
  void geometry(const std::string& path, const Rect& g);
  void geometry(const std::string& path, const Polygon& g);
  void geometry(const std::string& path, const Stroke& g);
  void geometry(const std::string& path, const ImageShape& g);
  void source(const std::string& path, const Source& source);
  void motion(const std::string& path, const Source& source, const Motion& m);
  void placed(const std::string& path, const PointSource& g);
  void placed(const std::string& path, const LineSource& g);
  void placed(const std::string& path, const DipoleSource& g);
  void placed(const std::string& path, const ArraySource& g);
  void placed(const std::string& path, const PlaneSource& g, const Waveform& waveform);
  void report_oblique_on_periodic(const std::string& path, const PlaneSource& g, const Waveform& waveform, double off);
  void tables(const std::string& path, const PlaneSource& g, const Waveform& waveform);
  void placed(const std::string& path, const BeamSource& g, const Waveform& waveform);
  void placed(const std::string& path, const ModeSource& g, const Waveform& waveform);
  bool one_way(const std::string& path, const auto& g, const Waveform& waveform);
  void warn_emits_into_layer(const std::string& path, const std::vector<Node>& line, double wavelength);
  bool along_an_axis(const std::string& path, Vec2 from, Vec2 to);
  void check_mode_exists(const std::string& path, Vec2 from, Vec2 to, int index, double frequency);
  void between(const std::string& path, const auto& g);
  void waveform(const std::string& path, const Waveform& waveform);
  void points(const std::string& path, const Tabulated& table);
  void check_resolved(const std::string& path, double value, double cycles = 0);
  std::string finer(double times) const;
  const WaveMedia& wave_media();
  bool beyond(const std::string& path, double value, double most, std::string_view unit, std::string_view remedy);
  bool inside(const std::string& path, Vec2 at);
  void check_has_effect(const std::string& path, const std::vector<Node>& nodes);
  std::string_view material_at(Node node);
  const Material* material(std::string_view name) const;
  std::string_view why_no_effect(Node node);
  void probes();
  void monitors();
  void check_frequency_is_emitted(const std::string& path, const Monitor& m);
  struct GuideEcho {
    bool has_mode = false;
    double cosine = 1;    // of the mode's angle in the layer
    double returned = 0;  // |R|, the larger one of both ends
  };
  GuideEcho guide_echo(const ModeMonitor& m, double frequency) const;
  void warn_near_cutoff(const std::string& path, const ModeMonitor& m);
  void memory_of_monitors();
  void monitor(const std::string& path, const Monitor& monitor);
  void far(const std::string& path, const FarMonitor& far, bool inside);
  void check_homogeneous_surroundings(const std::string& path, Node low, Node high);
  void spectrum(const std::string& path, const MonitorFrequencies& frequencies);
  void check_below_nyquist(const std::string& path, double frequency);

  const Scene& scene_;
  const SceneMedia& media_;
  std::set<std::string_view> names_;  // names of materials, or states, that shapes and background may use
  std::vector<Finding> findings_;
  std::size_t errors_ = 0;
  std::int64_t outline_points_ = 0;      // of the shapes so far, with all their copies
  std::set<std::string> failed_;         // paths of numbers that are out of range
  bool grid_holds_ = false;              // cells and cell sizes are valid
  bool formulas_hold_ = false;           // they can be evaluated
  std::optional<WaveMedia> wave_media_;  // made on first use
  // The shapes at all their positions, made on first use.
  struct Standing {
    SpanCutter cutter;
    const Shape& shape;
  };
  std::vector<Standing> standing_;
  std::vector<Interval> spans_;
};

}  // namespace ez
