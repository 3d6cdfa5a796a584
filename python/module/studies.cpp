// Whole experiments: checks, sweeps, reflection, and the closed forms of the theory.
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>

#include "python/module/common.h"
#include "python/module/readings.h"
#include "solver/base/error.h"
#include "solver/study/check.h"
#include "solver/study/reflect.h"
#include "solver/study/sweep.h"
#include "solver/theory/functions.h"

namespace ez::python {
namespace {

using Listener = std::function<void(double)>;  // takes the finished part, 0 … 1

EngineRequest request_of(const std::string& backend, int device, int threads) {
  EngineRequest request;
  request.backend = backend == "auto" ? "" : backend;
  request.device = device;
  request.threads = threads;
  return request;
}

// Reports progress to Python from C++ code that runs without the GIL. An exception of a signal handler or of the
// listener ends the work, and rethrow() raises it again.
class Reporter {
 public:
  explicit Reporter(Listener listener) : listener_(std::move(listener)) {}
  bool operator()(double part) {
    const nb::gil_scoped_acquire held;
    try {
      throw_if_interrupted();
      if (listener_) listener_(part);
      return true;
    } catch (...) {
      error_ = std::current_exception();
      return false;
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  Listener listener_;
  std::exception_ptr error_;
};

nb::list check(const SceneValue& s, const std::string& backend, int device, int threads, const Listener& listener) {
  Reporter report(listener);
  Scene scene = s.scene;
  scene.variants.clear();
  CheckedScene done;
  {
    const nb::gil_scoped_release free;
    const EngineMaker maker = make_engine_maker(request_of(backend, device, threads)).make;
    done = run_checks(maker, scene, false, [&](std::uint64_t step, std::uint64_t most) {
      return report(most > 0 ? static_cast<double>(step) / static_cast<double>(most) : 0);
    });
  }
  report.rethrow();
  return rows_of(scene.checks, done.readings, done.unstable);
}

using Axes = std::vector<std::pair<std::string, std::vector<double>>>;

nb::list sweep(const SceneValue& s, const Axes& axes, const std::string& measured, const std::string& theory,
               const std::string& after, double within, const std::string& backend, int threads,
               const Listener& listener) {
  SweepRequest request;
  for (const auto& [path, values] : axes) request.axes.push_back({path, values});
  request.measure = measured;
  request.theory = theory;
  request.after = after;
  request.within = within;
  SweepPlan plan = plan_sweep(s.scene, std::move(request));
  for (const Message& m : plan.messages)
    if (m.kind == Message::Kind::error) throw SceneProblems(std::move(plan.messages));
  Reporter report(listener);
  {
    const nb::gil_scoped_release free;
    measure(plan.sweep, request_of(backend, -1, threads), [&](double part, std::size_t) { return report(part); });
  }
  report.rethrow();
  nb::list out;
  for (const SweepPoint& p : plan.sweep.points)
    out.append(nb::make_tuple(p.values, p.measured, p.theory, p.steps, p.time, p.problem));
  return out;
}

nb::list reflect(const SceneValue& s, const std::vector<double>& degrees, std::optional<double> frequency,
                 const std::string& backend, int threads, const Listener& listener) {
  Reporter report(listener);
  ReflectResult result;
  {
    const nb::gil_scoped_release free;
    const EngineMaker maker = make_engine_maker(request_of(backend, -1, threads)).make;
    result = measure_reflection(maker, s.scene, {degrees, frequency},
                                [&](double done, double all) { return report(all > 0 ? done / all : 0); });
  }
  report.rethrow();
  if (!result.failed.empty()) throw OutOfMemory(result.failed);
  if (!result.unstable.empty()) throw EngineError(result.unstable);
  nb::list out;
  for (const ReflectVariant& v : result.variants) {
    nb::dict row, sides;
    for (const Side side : all_sides) {
      const auto k = static_cast<std::size_t>(side);
      nb::dict one;
      one["db"] = v.db[k];
      one["own_db"] = v.own_db[k];
      one["why_not"] = v.why_not[k];
      sides[std::string(to_string(side)).c_str()] = one;
    }
    nb::list angles;
    for (const ReflectVariant::Angle& a : v.angles)
      angles.append(nb::make_tuple(std::string(to_string(a.side)), a.degrees, a.db, a.theory_db));
    row["name"] = v.name;
    row["sides"] = sides;
    row["angles"] = angles;
    out.append(row);
  }
  return out;
}

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::vector<double> theory(const std::string& name, const Rows& rows) {
  for (const TheoryFunction& f : theory_functions()) {
    if (f.name != name) continue;
    if (rows.shape(1) != f.arguments.size()) throw std::invalid_argument(name + " has another number of arguments");
    std::vector<double> out;
    for (std::size_t k = 0; k < rows.shape(0); ++k)
      out.push_back(evaluate(f, {rows.data() + k * rows.shape(1), rows.shape(1)}));
    return out;
  }
  throw std::invalid_argument("there is no closed form \"" + name + "\"");
}

}  // namespace

void define_studies(nb::module_& module) {
  module.def("check", &check, nb::arg("scene"), nb::arg("backend"), nb::arg("device"), nb::arg("threads"),
             nb::arg("progress").none());
  module.def("sweep", &sweep, nb::arg("scene"), nb::arg("axes"), nb::arg("measure"), nb::arg("theory"),
             nb::arg("after"), nb::arg("within"), nb::arg("backend"), nb::arg("threads"), nb::arg("progress").none());
  module.def("reflect", &reflect, nb::arg("scene"), nb::arg("degrees"), nb::arg("frequency").none(), nb::arg("backend"),
             nb::arg("threads"), nb::arg("progress").none());
  module.def("theory", &theory, nb::arg("name"), nb::arg("rows"));
  module.def("theory_functions", [] {
    std::vector<std::tuple<std::string, std::vector<std::string>, std::string>> out;
    for (const TheoryFunction& f : theory_functions())
      out.emplace_back(std::string(f.name), std::vector<std::string>(f.arguments.begin(), f.arguments.end()),
                       std::string(f.text));
    return out;
  });
}

}  // namespace ez::python
