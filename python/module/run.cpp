// Runs. A run belongs to one thread at a time: its calls wait for each other. The GIL is free while they compute.
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include "python/module/arrays.h"
#include "python/module/common.h"
#include "python/module/picture.h"
#include "python/module/readings.h"
#include "solver/base/error.h"
#include "solver/compare/comparison.h"
#include "solver/engine/device_view.h"
#include "solver/measure/check_watch.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/scene/duration.h"
#include "solver/scene/raster/raster.h"

namespace ez::python {
namespace {

struct ProbeRecord {
  std::vector<double> times, values;
};

// Everything that a run owns. Views of its arrays share it, so it lives as long as they do.
struct Parts {
  Parts(const EngineMaker& maker, const Scene& scene) : runs(maker, scene), series(scene.probes.size()) {
    if (!scene.checks.empty()) watch.emplace(scene, *runs.pane(0).media());
  }
  Comparison runs;
  std::vector<ProbeRecord> series;  // by probe
  std::optional<CheckWatch> watch;  // absent: the scene has no checks
  bool ledger = false;              // the energy ledger is on
  double step_seconds = 0;
};

class Run {
  Solver& solver() {
    if (!parts_) throw EngineError("the run is closed; make a new one");
    return parts_->runs.pane(0);
  }
  // Calls f(solver) while no other thread uses the run. Waiting with the GIL would block the thread that uses it.
  template <class F>
  auto locked(F f) {
    const nb::gil_scoped_release free;
    const std::scoped_lock lock(guard_);
    return f(solver());
  }

 public:
  Run(const SceneValue& scene, const std::string& backend, int device, int threads) : scene_(alone(scene.scene)) {
    const nb::gil_scoped_release free;
    EngineRequest request;
    request.backend = backend == "auto" ? "" : backend;
    request.device = device;
    request.threads = threads;
    if (!request.backend.empty() && !find_backend(request.backend))
      throw std::invalid_argument("there is no backend \"" + backend + "\"; ezscope.backends() lists them");
    parts_ = std::make_shared<Parts>(make_engine_maker(request).make, scene_);
    apply_preset(parts_->runs.pane(0));
  }

  const Scene& scene() const { return scene_; }

  // Makes `steps` steps, or as many as end at `until` (s). Throws the exception of a signal handler.
  void step(std::uint64_t steps, double until) {
    const nb::gil_scoped_release free;
    const std::scoped_lock lock(guard_);
    Solver& s = solver();
    const std::uint64_t end = s.step() + steps;
    while (s.step() < end && s.time() < until) {
      const std::uint64_t before = s.step();
      advance(end, until);
      if (s.step() == before) break;  // a step that fails is not made
      if (s.step() >= end) break;
      const nb::gil_scoped_acquire held;
      throw_if_interrupted();
    }
  }
  // Advances to a time in s, as `render --until`: the least number of steps that reaches it.
  void until(double seconds) {
    if (in_cells(scene().physics)) return step(static_cast<std::uint64_t>(most_steps), seconds);
    const auto steps = steps_until(seconds, dt());
    if (!steps) throw std::invalid_argument("the time needs more steps than a run can make; give a shorter time");
    const std::uint64_t now = this->steps();
    if (*steps > now) step(*steps - now, std::numeric_limits<double>::infinity());
  }
  double seconds_of(const std::string& text) {
    const std::optional<Duration> d = parse_duration(text);
    if (!d) throw std::invalid_argument("\"" + text + "\" is not a time; give, for example, 3.2ns or 40T (periods)");
    if (!d->periods) return d->value;
    const auto f = scene().sources.empty() ? std::nullopt : frequency(scene().sources.front().waveform);
    if (!f) throw std::invalid_argument("a time in periods needs a source with a frequency; give seconds");
    return d->value / *f;
  }

  std::uint64_t steps() {
    return locked([](Solver& s) { return s.step(); });
  }
  double dt() {
    return locked([](Solver& s) { return s.dt(); });
  }
  double time() {
    return locked([](Solver& s) { return s.time(); });
  }
  std::string device() {
    return locked([](Solver& s) { return s.info().device; });
  }
  std::string backend() {
    return locked([](Solver& s) { return std::string(s.info().backend_name); });
  }
  double largest() {
    return locked([](Solver& s) { return s.health().max_abs; });
  }
  bool finite() {
    return locked([](Solver& s) { return s.health().finite; });
  }

  nb::object field(const std::string& name) {
    const std::optional<Quantity> q = quantity_from(name, scene().grid.polarization, scene().physics);
    if (!q || *q == Quantity::residual) {
      std::string known;
      for (const std::string_view n : quantity_names(scene().grid.polarization, scene().physics))
        if (n != "residual") known += (known.empty() ? "" : ", ") + std::string(n);
      throw std::invalid_argument("this scene has no quantity \"" + name + "\"; give one of " + known);
    }
    const auto rows = static_cast<std::size_t>(scene().grid.ny), columns = static_cast<std::size_t>(scene().grid.nx);
    std::vector<double> values = locked([&](Solver& s) { return s.field(*q); });
    if (scene().grid.precision == Precision::float64) return moved_to_numpy(std::move(values), {rows, columns});
    return moved_to_numpy(std::vector<float>(values.begin(), values.end()), {rows, columns});
  }
  // Returns the engine's own main array, without a copy: a numpy array, or an object with __dlpack__ on a card.
  nb::object view() {
    SharedArray array;
    locked([&](Solver& s) {
      array.owner = parts_;
      array.on_host = s.info().on_host;
      if (array.on_host) {
        array.view = s.engine().as_reference();
      } else if (DeviceView* card = s.engine().device_view()) {
        array.device = card->device();
        array.view = card->main_array();
      }
    });
    if (array.view.ez == nullptr)
      throw EngineError("this engine's array cannot be shared; use field(), which copies it");
    return array.view.is_double ? shared<double>(array) : shared<float>(array);
  }
  std::pair<nb::object, nb::object> probe(const std::string& name) {
    const std::vector<Probe>& all = scene().probes;
    const auto found = std::ranges::find(all, name, &Probe::name);
    if (found == all.end()) throw std::invalid_argument("the scene has no probe \"" + name + "\"");
    const auto k = static_cast<std::size_t>(found - all.begin());
    ProbeRecord s = locked([&](Solver&) { return parts_->series[k]; });
    const std::size_t n = s.values.size();
    return {moved_to_numpy(std::move(s.times), {n}), moved_to_numpy(std::move(s.values), {n})};
  }
  MonitorReading monitor(const std::string& name) {
    const std::vector<Monitor>& all = scene().monitors;
    const auto found = std::ranges::find(all, name, &Monitor::name);
    if (found == all.end()) throw std::invalid_argument("the scene has no monitor \"" + name + "\"");
    const auto k = static_cast<std::size_t>(found - all.begin());
    return locked([&](Solver&) {
      const Monitors& monitors = parts_->runs.monitors(0);
      if (k < monitors.count()) return monitors.reading(k);
      MonitorReading none;
      none.why_none = "it measures a map";
      return none;
    });
  }
  // Returns a reading for each check. Those that are not decided have the numbers of this time. These are read by
  // another watch, because a look at another time than planned would change when a value counts as settled.
  std::vector<CheckReading> checks() {
    return locked([&](Solver& s) {
      if (!parts_->watch) return std::vector<CheckReading>();
      std::vector<CheckReading> readings = parts_->watch->readings();
      CheckWatch now(scene(), *s.media());
      look(now);
      for (std::size_t k = 0; k < readings.size(); ++k) {
        if (readings[k].verdict != CheckReading::Verdict::not_yet) continue;
        readings[k] = now.readings()[k];
        readings[k].verdict = CheckReading::Verdict::not_yet;
      }
      return readings;
    });
  }
  // Switches the energy ledger on at the first call, and returns its amounts since then.
  EnergyLedger energy() {
    if (in_cells(scene().physics))
      throw std::invalid_argument("a gas or heat has no energy balance; give another scene");
    return locked([&](Solver& s) {
      if (!parts_->ledger) s.set_ledger(true);
      parts_->ledger = true;
      return s.ledger();
    });
  }
  nb::bytes picture(const std::string& quantity, int width, double range, bool dark) {
    const std::optional<Quantity> q = quantity.empty()
                                          ? std::optional(scene().view.quantity)
                                          : quantity_from(quantity, scene().grid.polarization, scene().physics);
    if (!q) throw std::invalid_argument("this scene has no quantity \"" + quantity + "\"");
    const std::string png = locked([&](Solver& s) { return png_of(s, *q, width, range, dark); });
    return nb::bytes(png.data(), png.size());
  }
  void close() {
    const nb::gil_scoped_release free;
    const std::scoped_lock lock(guard_);
    parts_.reset();
  }
  bool closed() {
    const nb::gil_scoped_release free;
    const std::scoped_lock lock(guard_);
    return !parts_;
  }

 private:
  // Makes one batch of steps, to step `end` or time `until` (s) at most. It ends where a check must be read.
  void advance(std::uint64_t end, double until) {
    Solver& s = solver();
    if (const auto next = parts_->watch ? parts_->watch->next_look() : std::nullopt; next) {
      if (in_cells(scene().physics))
        until = std::min(until, static_cast<double>(*next) * moment_seconds(scene()));
      else
        end = std::min(end, *next);
    }
    const double answer = parts_->step_seconds > 0 ? 0.05 / parts_->step_seconds : 16;
    const auto most = static_cast<double>(std::min<std::uint64_t>(end - s.step(), 1'000'000));
    parts_->runs.advance(static_cast<int>(std::clamp(answer, 1.0, most)), until);
    parts_->runs.wait();
    collect();
    const auto next = parts_->watch ? parts_->watch->next_look() : std::nullopt;
    if (next && moment_of(s) >= *next) look(*parts_->watch);
  }
  // Reads the checks now.
  void look(CheckWatch& watch) {
    Solver& s = solver();
    const bool varying = in_cells(scene().physics);
    std::vector<Series> series;
    for (const ProbeRecord& r : parts_->series)
      series.push_back({1, r.values, varying ? std::span<const double>(r.times) : std::span<const double>()});
    watch.look(Recorded(scene(), s.dt(), std::move(series), parts_->runs.monitors(0)), moment_of(s));
  }
  void collect() {
    const std::vector<ProbeSamples> samples = solver().take_probes();
    for (std::size_t k = 0; k < parts_->series.size(); ++k) {
      ProbeRecord& series = parts_->series[k];
      const ProbeSamples& s = samples[k];
      for (std::size_t n = 0; n < s.values.size(); ++n)
        series.times.push_back(s.times.empty() ? static_cast<double>(s.first_step + n) * solver().dt() : s.times[n]);
      series.values.insert(series.values.end(), s.values.begin(), s.values.end());
    }
    if (const Solver::Speed speed = parts_->runs.take_speed(); speed.steps > 0)
      parts_->step_seconds = speed.seconds / static_cast<double>(speed.steps);
  }

  // An engine's main array and what keeps it alive.
  struct SharedArray {
    ReferenceView view;
    bool on_host = true;
    int device = 0;
    std::shared_ptr<Parts> owner;
  };
  template <class T>
  nb::object shared(SharedArray& a) {
    const std::size_t shape[2] = {static_cast<std::size_t>(scene().grid.ny), static_cast<std::size_t>(scene().grid.nx)};
    const std::int64_t strides[2] = {a.view.pitch, 1};
    auto* kept = new std::shared_ptr<Parts>(std::move(a.owner));  // NOLINT: the capsule owns it
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::shared_ptr<Parts>*>(p); });  // NOLINT
    if (a.on_host) return nb::cast(nb::ndarray<nb::numpy, const T>(a.view.ez, 2, shape, owner, strides));
    return nb::cast(nb::ndarray<nb::array_api, const T>(a.view.ez, 2, shape, owner, strides, nb::dtype<T>(),
                                                        nb::device::cuda::value, a.device));
  }
  static Scene alone(Scene scene) {
    scene.variants.clear();
    scene.reflection.on = false;
    return scene;
  }

  const Scene scene_;
  std::mutex guard_;
  std::shared_ptr<Parts> parts_;  // null after close()
};

}  // namespace

void define_run(nb::module_& module) {
  nb::class_<Run>(module, "RunValue")
      .def(nb::init<const SceneValue&, const std::string&, int, int>(), nb::arg("scene"), nb::arg("backend"),
           nb::arg("device"), nb::arg("threads"))
      .def(
          "step", [](Run& r, std::uint64_t n) { r.step(n, std::numeric_limits<double>::infinity()); }, nb::arg("steps"))
      .def("until", &Run::until, nb::arg("seconds"))
      .def("seconds_of", &Run::seconds_of, nb::arg("text"))
      .def("field", &Run::field, nb::arg("quantity"))
      .def("view", &Run::view)
      .def("probe", &Run::probe, nb::arg("name"))
      .def(
          "monitor", [](Run& r, const std::string& name) { return dict_of(r.monitor(name)); }, nb::arg("name"))
      .def("checks", [](Run& r) { return rows_of(r.scene().checks, r.checks(), ""); })
      .def("energy", [](Run& r) { return dict_of(r.energy()); })
      .def("picture", &Run::picture, nb::arg("quantity"), nb::arg("width"), nb::arg("range"), nb::arg("dark"))
      .def("close", &Run::close)
      .def_prop_ro("closed", &Run::closed)
      .def_prop_ro("steps", &Run::steps)
      .def_prop_ro("dt", &Run::dt)
      .def_prop_ro("time", &Run::time)
      .def_prop_ro("device", &Run::device)
      .def_prop_ro("backend", &Run::backend)
      .def_prop_ro("largest", &Run::largest)
      .def_prop_ro("finite", &Run::finite);
}

}  // namespace ez::python
