// K. Yamamoto (2010): a gas by Roe's scheme in two and three dimensions and by Lax–Wendroff's scheme, and diffusion.
// Tables of speeds, resources of the kernels, shapes of blocks, and the cost of Δt by the largest signal.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <span>

#include "papers/box/box.h"
#include "papers/harness.h"
#include "solver/base/error.h"
#include "solver/base/npy.h"
#include "solver/gas/resources.h"
#include "solver/gas/run.h"

namespace ez {
namespace {

using gas::BoxChoice;
using gas::BoxProblem;
using gas::CflForm;
using gas::EngineChoice;
using gas::Form;
using gas::GasProblem;
using gas::Scheme;

using Seconds = std::optional<double>;  // per step

// As printed: a Core i7 920, a GTX 260. Operations are those of a cell and step, as the paper counts them.
struct Printed {
  const char* label;
  double cells;
  int steps;
  double operations, bytes;  // bytes: each array is read and written once
  double cpu_s, gpu_s, cpu_gflops, gpu_gflops, cpu_percent, gpu_percent;
};
constexpr int n2 = 1024, nx3 = 120, ny3 = 126, nz3 = 32;
constexpr Printed roe2{"Roe 2-D", 1.0 * n2* n2, 1024, 357, 32, 64, 1.44, 5.59, 248, 13.1, 28.3};
constexpr Printed roe3{"Roe 3-D", 1.0 * nx3* ny3* nz3, 1024, 661, 40, 76, 1.98, 4.21, 181, 9.9, 20.6};
constexpr Printed lax{"Lax–Wendroff", 1.0 * n2* n2, 828, 278, 32, 50.7, 2.24, 4.43, 100, 10.4, 11.4};
constexpr Printed heat{"diffusion", 1.0 * n2* n2, 0, 0, 8, 0, 0, 0, 0, 0, 0};
constexpr double their_gb_s = 118;

// ---- the problem: Sod's tube, with all of the gas moving, so that no number is 0

constexpr double drift = 0.1;

GasProblem tube(int n, Scheme scheme) {
  if (scheme == Scheme::diffusion) {
    GasProblem h = gas::no_heat(n, n, 1, 1, 1);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) h.value[h.at(i, j)] = 1 + 0.25 * ((i / 16 + j / 16) % 3);
    return h;
  }
  GasProblem g = gas::still_gas(n, n, 1.0 / n, 1.0 / n, 0.125, 0.1);
  g.scheme = scheme;
  g.sides = {gas::Side::outflow, gas::Side::outflow, gas::Side::periodic, gas::Side::periodic};
  g.u.assign(g.cells(), drift);
  g.v.assign(g.cells(), drift);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n / 2; ++i) g.rho[g.at(i, j)] = 1, g.p[g.at(i, j)] = 1;
  return g;
}
GasProblem with_fixed_dt(GasProblem g) {
  if (!gas::is_heat(g.scheme)) g.parameters.dt = (g.scheme == Scheme::roe ? 0.2 : 0.08) / g.nx;
  return g;
}
// Returns the box. Its Δt is three quarters of the longest stable one.
BoxProblem box(int nx, int ny, int nz) {
  BoxProblem b = gas::still_box(nx, ny, nz, 1.0 / nx, 0.125, 0.1);
  b.dt = 0.15 / nx;
  b.x = gas::Side::outflow;
  b.y = b.z = gas::Side::periodic;
  for (auto* velocity : {&b.u, &b.v, &b.w}) velocity->assign(b.cells(), drift);
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx / 2; ++i) b.rho[b.at(i, j, k)] = 1, b.p[b.at(i, j, k)] = 1;
  return b;
}

// ---- time of a step

// Returns the median of several runs, after a warm-up that finds the number of steps of a run.
double seconds_a_step(const std::function<void(int)>& advance, double budget, int runs) {
  const auto timed = [&](int steps) {
    const auto start = std::chrono::steady_clock::now();
    advance(steps);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  int steps = 2;
  double seconds = timed(steps);
  while (seconds < 0.1 * budget && steps < 4096) seconds = timed(steps *= 2);
  steps = std::clamp(static_cast<int>(steps * budget / (runs * seconds)), 1, 4096);
  std::vector<double> all;
  for (int run = 0; run < runs; ++run) all.push_back(timed(steps) / steps);
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

class Study {
 public:
  explicit Study(const PaperBench& bench) : bench_(bench) {}

  EngineChoice cpu(int threads) const {
    EngineChoice c;
    c.threads = threads;
    return c;
  }
  EngineChoice card(Form form, int width = 0, CflForm cfl = CflForm::fused) const {
    EngineChoice c;
    c.backend = "cuda";
    c.device = bench_.device() ? bench_.device()->index : 0;
    c.form = form;
    c.width = width;
    c.cfl = cfl;
    return c;
  }
  // Returns none if the engine is not available or runs out of memory.
  Seconds of(const GasProblem& g, const EngineChoice& c) {
    return measured(c, [&] {
      gas::GasRun run(g, c);
      const double s = seconds_a_step(
          [&](int steps) {
            run.advance(steps);
            (void)run.progress();
          },
          budget(c), runs(c));
      if (run.progress().failure) throw EngineError("the gas did not stay one");
      return s;
    });
  }
  Seconds of(const BoxProblem& b, const BoxChoice& c) {
    return measured(c.engine, [&] {
      const auto run = gas::make_box(b, c);
      return seconds_a_step(
          [&](int steps) {
            run->advance(steps);
            run->wait();
          },
          budget(c.engine), runs(c.engine));
    });
  }
  const std::string& failed() const { return failed_; }
  int runs(const EngineChoice& c) const { return on_cpu(c) || bench_.quick() ? 3 : 7; }

 private:
  static bool on_cpu(const EngineChoice& c) { return c.backend == "cpu"; }
  double budget(const EngineChoice& c) const {
    return on_cpu(c) ? (bench_.quick() ? 0.15 : 1) : bench_.quick() ? 0.05 : 0.2;
  }
  template <class F>
  Seconds measured(const EngineChoice& c, F measure) {
    if (!on_cpu(c) && !bench_.device()) return std::nullopt;
    try {
      return measure();
    } catch (const OutOfMemory& e) {
      failed_ = e.what();
    } catch (const EngineError& e) {
      failed_ = e.what();
    }
    return std::nullopt;
  }

  const PaperBench& bench_;
  std::string failed_;
};

Seconds gcells(double cells, Seconds s) { return ratio(1e-9 * cells, s); }

// ---- the tables

struct Speeds {
  Printed p;
  Seconds cpu, gpu;
};
// Measures the paper's forms: one thread per flux in three dimensions only, Δt of Lax–Wendroff by halves of 256
// threads.
std::vector<Speeds> measure_speeds(const PaperBench& bench, Study& study) {
  const int threads = bench.threads();
  const GasProblem roe = with_fixed_dt(tube(n2, Scheme::roe)), lw = tube(n2, Scheme::lax_wendroff),
                   warm = tube(n2, Scheme::diffusion);
  const BoxProblem b = box(nx3, ny3, nz3);
  BoxChoice on_cpu, on_card;
  on_cpu.engine = study.cpu(threads);
  on_card.engine = study.card(Form::marching_faces);
  return {{roe2, study.of(roe, study.cpu(threads)), study.of(roe, study.card(Form::marching))},
          {roe3, study.of(b, on_cpu), study.of(b, on_card)},
          {lax, study.of(lw, study.cpu(threads)), study.of(lw, study.card(Form::marching_faces, 0, CflForm::tree))},
          {heat, study.of(warm, study.cpu(threads)), study.of(warm, study.card(Form::marching))}};
}

PaperTable speed_table(const PaperBench& bench, const std::vector<Speeds>& all) {
  PaperTable t{"Yamamoto: a shock tube on CPU and GPU", {""}, {}, {}};
  for (const Speeds& s : all) {
    if (s.p.steps > 0) t.columns.push_back(fmt::format("{} theirs", s.p.label));
    t.columns.push_back(s.p.steps > 0 ? std::string("ours") : fmt::format("{} ours", s.p.label));
  }
  // theirs and ours return the text of a cell; the paper prints no figures for diffusion.
  const auto row = [&](const char* label, auto theirs, auto ours) {
    std::vector<std::string> cells = {label};
    for (const Speeds& s : all) {
      if (s.p.steps > 0) cells.push_back(theirs(s.p));
      cells.push_back(ours(s));
    }
    t.rows.push_back(std::move(cells));
  };
  const auto nothing = [](const auto&) { return std::string(); };
  const auto of_steps = [](const Printed& p, Seconds s) { return times(s, p.steps > 0 ? p.steps : 1000); };
  const auto speed = [](const Printed& p, double seconds) { return p.cells * p.steps / seconds; };
  const BenchDevice d = bench.device().value_or(BenchDevice{});
  const auto roof = [](const Printed& p, double gb_s) {
    return gb_s > 0 ? std::optional(gb_s / p.bytes) : std::nullopt;
  };
  const auto gflops = [](const Printed& p, Seconds s) {
    return p.operations > 0 ? figure(times(gcells(p.cells, s), p.operations), 1) : std::string();
  };
  row(
      "cells", [](const Printed& p) { return figure(p.cells, 0); },
      [](const Speeds& s) { return figure(s.p.cells, 0); });
  row(
      "steps", [](const Printed& p) { return figure(p.steps, 0); },
      [](const Speeds& s) { return figure(s.p.steps > 0 ? s.p.steps : 1000, 0); });
  row(
      "CPU, s", [](const Printed& p) { return figure(p.cpu_s, 1); },
      [&](const Speeds& s) { return figure(of_steps(s.p, s.cpu), 2); });
  row(
      "GPU, s", [](const Printed& p) { return figure(p.gpu_s, 2); },
      [&](const Speeds& s) { return figure(of_steps(s.p, s.gpu), 4); });
  row(
      "CPU / GPU", [](const Printed& p) { return figure(p.cpu_s / p.gpu_s, 1); },
      [](const Speeds& s) { return figure(ratio(s.cpu, s.gpu), 1); });
  row(
      "CPU GFLOPS as printed", [](const Printed& p) { return figure(p.cpu_gflops, 2); }, nothing);
  row(
      "CPU GFLOPS (10⁹)", [&](const Printed& p) { return figure(1e-9 * p.operations * speed(p, p.cpu_s), 2); },
      [&](const Speeds& s) { return gflops(s.p, s.cpu); });
  row(
      "GPU GFLOPS as printed", [](const Printed& p) { return figure(p.gpu_gflops, 0); }, nothing);
  row(
      "GPU GFLOPS (10⁹)", [&](const Printed& p) { return figure(1e-9 * p.operations * speed(p, p.gpu_s), 0); },
      [&](const Speeds& s) { return gflops(s.p, s.gpu); });
  row(
      "CPU Gcell/s", [&](const Printed& p) { return figure(1e-9 * speed(p, p.cpu_s), 4); },
      [](const Speeds& s) { return figure(gcells(s.p.cells, s.cpu), 3); });
  row(
      "GPU Gcell/s", [&](const Printed& p) { return figure(1e-9 * speed(p, p.gpu_s), 3); },
      [](const Speeds& s) { return figure(gcells(s.p.cells, s.gpu), 2); });
  row(
      "memory's roof, Gcell/s", [&](const Printed& p) { return figure(roof(p, their_gb_s), 2); },
      [&](const Speeds& s) { return figure(roof(s.p, d.copy_gb_s), 1); });
  row(
      "of the memory's roof, %",
      [&](const Printed& p) { return figure(1e-9 * speed(p, p.gpu_s) / *roof(p, their_gb_s) * 100, 1); },
      [&](const Speeds& s) { return figure(times(ratio(gcells(s.p.cells, s.gpu), roof(s.p, d.copy_gb_s)), 100), 1); });
  row(
      "of the CPU's arithmetic as printed, %", [](const Printed& p) { return figure(p.cpu_percent, 1); }, nothing);
  row(
      "of the GPU's arithmetic, %", [](const Printed& p) { return figure(p.gpu_percent, 1); },
      [&](const Speeds& s) {
        if (s.p.operations == 0) return std::string();
        const Seconds most = d.issue_gops > 0 ? std::optional(2 * d.issue_gops) : std::nullopt;
        return figure(times(ratio(times(gcells(s.p.cells, s.gpu), s.p.operations), most), 100), 1);
      });
  t.notes = {
      "Operations a cell and step by the paper's count: 357, 661, 278; bytes: each array read and written once, 32, "
      "40, "
      "32, of diffusion 8. Ours in the paper's forms: 64 threads (16 × 4 and a thread a flux in 3-D; diffusion 128), "
      "Δt "
      "fixed for Roe's scheme, by the largest signal for Lax–Wendroff's. The paper prints no formula and no states: "
      "ours are Sod's, γ = 1.4. Of diffusion it says that the GPU is about 50 times as fast, and no times.",
      "In print and not so: the 2-D GFLOPS are in 2³⁰ while the peaks beside them are in 10⁹ (266, 5.99, 108, 4.76 in "
      "10⁹); the 3-D figures do not follow from 661 operations, 483,840 cells and 1024 steps (165 and 4.31 in 10⁹); "
      "Roe 2-D has 5 blocks at once by the paper's own formula, not 4; an efficiency of 103 % is 4.1 of 4 cores on 8 "
      "threads; threads are one more than cells, not fewer (§ 6.1); \"one-dimensional Roe\" in § 5.3 is the 2-D one of "
      "first order, five points; the C1060 has 933 GFLOPS and 936.",
      fmt::format("CPU ours: {} of the engine; GPU: the peak is of multiply-adds as measured, two operations each; a "
                  "step's time is the median of {} runs after a warm-up (the CPU's of 3), scaled to the steps.",
                  bench.threads() == 1 ? "1 thread" : fmt::format("{} threads", bench.threads()),
                  bench.quick() ? 3 : 7)};
  return t;
}

// ---- variants of the same kernels

struct Size3 {
  int nx, ny, nz;
};
std::vector<int> sizes2(const PaperBench& bench) { return bench.quick() ? std::vector{n2} : std::vector{n2, 4096}; }
std::vector<Size3> sizes3(const PaperBench& bench) {
  if (bench.quick()) return {{nx3, ny3, nz3}};
  return {{nx3, ny3, nz3}, {4 * nx3, 4 * ny3, 2 * nz3}};
}
std::string name_of(const Size3& s) { return fmt::format("{} × {} × {}", s.nx, s.ny, s.nz); }
double cells_of(const Size3& s) { return static_cast<double>(s.nx) * s.ny * s.nz; }

PaperTable form_table(const PaperBench& bench, Study& study) {
  PaperTable t{"Yamamoto, § 5.1 and 6.1: marching, and a thread a flux, Gcell/s",
               {"", "grid", "plain", "marching", "a thread a flux", "marching / plain", "a thread a flux / marching",
                "theirs: a thread a flux"},
               {},
               {}};
  const auto row = [&](const Printed& p, const std::string& grid, double cells, std::vector<Seconds> s, bool third,
                       const char* theirs) {
    t.rows.push_back({p.label, grid, figure(gcells(cells, s[0]), 2), figure(gcells(cells, s[1]), 2),
                      third ? figure(gcells(cells, s[2]), 2) : "–", figure(ratio(s[0], s[1]), 2),
                      third ? figure(ratio(s[1], s[2]), 2) : "–", theirs});
  };
  for (const int n : sizes2(bench)) {
    const std::string grid = fmt::format("{0} × {0}", n);
    const double cells = 1.0 * n * n;
    const GasProblem roe = with_fixed_dt(tube(n, Scheme::roe)), lw = with_fixed_dt(tube(n, Scheme::lax_wendroff)),
                     warm = tube(n, Scheme::diffusion);
    row(roe2, grid, cells,
        {study.of(roe, study.card(Form::plain)), study.of(roe, study.card(Form::marching)),
         study.of(roe, study.card(Form::marching_faces))},
        true, "no gain");
    row(lax, grid, cells, {study.of(lw, study.card(Form::plain)), study.of(lw, study.card(Form::marching_faces))},
        false, "");
    row(heat, grid, cells, {study.of(warm, study.card(Form::plain)), study.of(warm, study.card(Form::marching))}, false,
        "");
  }
  for (const Size3& size : sizes3(bench)) {
    const BoxProblem b = box(size.nx, size.ny, size.nz);
    for (const bool whole : {false, true}) {
      std::vector<Seconds> s;
      for (const Form form : {Form::plain, Form::marching, Form::marching_faces}) {
        BoxChoice c;
        c.engine = study.card(form);
        c.march = whole ? size.nz : 0;
        s.push_back(study.of(b, c));
      }
      row(roe3, name_of(size) + (whole ? ", whole columns" : ""), cells_of(size), s, true, "a large gain");
    }
  }
  t.notes.push_back(
      "Δt fixed. Lax–Wendroff marches with a thread a face alone: marching is that. In 3-D a block goes through 8 or "
      "16 "
      "planes; in the rows of whole columns through all of them, as the paper's do.");
  return t;
}

PaperTable width_table(const PaperBench& bench, Study& study) {
  PaperTable t{"Yamamoto, § 5.6: threads of a block in two dimensions, Gcell/s", {"threads"}, {}, {}};
  for (const int width : gas::study_widths) t.rows.push_back({std::to_string(width)});
  for (const int n : sizes2(bench)) {
    const auto column = [&](const char* label, Scheme scheme, Form form) {
      t.columns.push_back(fmt::format("{}, {}²", label, n));
      const GasProblem g = with_fixed_dt(tube(n, scheme));
      for (std::size_t k = 0; k < t.rows.size(); ++k)
        t.rows[k].push_back(figure(gcells(1.0 * n * n, study.of(g, study.card(form, gas::study_widths[k]))), 2));
    };
    column("Roe", Scheme::roe, Form::marching);
    column("Roe, a thread a flux", Scheme::roe, Form::marching_faces);
    column("Lax–Wendroff", Scheme::lax_wendroff, Form::marching_faces);
    column("diffusion", Scheme::diffusion, Form::marching);
  }
  t.notes.push_back(
      "Theirs: 64 threads are always the fastest (diffusion: 128 × 8 cells, nothing compared). Δt fixed.");
  return t;
}

PaperTable block_table(const PaperBench& bench, Study& study) {
  PaperTable t{"Yamamoto, § 5.6: threads of a block in three dimensions, Roe, Gcell/s", {"threads"}, {}, {}};
  for (const gas::BoxBlock& block : gas::box_blocks) t.rows.push_back({fmt::format("{} × {}", block.x, block.y)});
  for (const Size3& size : sizes3(bench)) {
    const BoxProblem b = box(size.nx, size.ny, size.nz);
    for (const Form form : {Form::marching, Form::marching_faces}) {
      t.columns.push_back(
          fmt::format("{}, {}", form == Form::marching ? "marching" : "a thread a flux", name_of(size)));
      for (std::size_t k = 0; k < t.rows.size(); ++k) {
        BoxChoice c;
        c.engine = study.card(form);
        c.threads_x = gas::box_blocks[k].x, c.threads_y = gas::box_blocks[k].y;
        t.rows[k].push_back(figure(gcells(cells_of(size), study.of(b, c)), 2));
      }
    }
  }
  t.notes.push_back("Theirs: 16 × 4 is always the fastest.");
  return t;
}

PaperTable signal_table(const PaperBench& bench, Study& study) {
  PaperTable t{"Yamamoto, § 5.4: what Δt by the largest signal costs", {"Δt"}, {}, {}};
  struct Way {
    const char* label;
    bool fixed;
    CflForm form;
  };
  const Way ways[] = {{"fixed", true, CflForm::fused},
                      {"in the step's last lines", false, CflForm::fused},
                      {"a kernel, by shuffles of warps", false, CflForm::shuffle},
                      {"a kernel, by halves of 256 threads (theirs)", false, CflForm::tree}};
  for (const Way& way : ways) t.rows.push_back({way.label});
  for (const int n : sizes2(bench))
    for (const Scheme scheme : {Scheme::lax_wendroff, Scheme::roe}) {
      const char* label = scheme == Scheme::roe ? "Roe" : "Lax–Wendroff";
      t.columns.push_back(fmt::format("{}, {}²: µs a step", label, n));
      t.columns.push_back("share, %");
      const GasProblem g = tube(n, scheme);
      Seconds fixed;
      for (std::size_t k = 0; k < std::size(ways); ++k) {
        const Seconds s =
            study.of(ways[k].fixed ? with_fixed_dt(g) : g, study.card(Form::marching_faces, 0, ways[k].form));
        if (ways[k].fixed) fixed = s;
        const Seconds share = fixed && s ? std::optional(100 * (1 - *fixed / *s)) : std::nullopt;
        t.rows[k].push_back(figure(times(s, 1e6), 1));
        t.rows[k].push_back(ways[k].fixed ? "" : figure(share, 1));
      }
    }
  t.notes.push_back("Theirs: 10 % of the time of Lax–Wendroff's scheme. All three ways give the same Δt to the bit.");
  return t;
}

PaperTable resource_table(const PaperBench& bench, const Study& study) {
  PaperTable t{"Yamamoto, § 5.6: what a block of 64 threads takes of a multiprocessor",
               {"", "there is, theirs", "ours", "Lax–Wendroff theirs", "ours", "Roe 2-D theirs", "ours",
                "Roe 3-D theirs", "ours", "diffusion (128 threads) ours"},
               {},
               {}};
  std::vector<gas::KernelResources> ours;
  gas::CardCapacity most;
  if (bench.device()) {
    GasProblem g;
    g.nx = g.ny = n2;
    const auto ask = [&](Scheme scheme, Form form) {
      g.scheme = scheme;
      ours.push_back(gas::step_resources(g, study.card(form)));
    };
    ask(Scheme::lax_wendroff, Form::marching_faces);
    ask(Scheme::roe, Form::marching);
    BoxChoice c;
    c.engine = study.card(Form::marching_faces);
    ours.push_back(gas::box_resources(c));
    ask(Scheme::diffusion, Form::marching);
    most = gas::card_capacity(bench.device()->index);
  }
  const auto row = [&](const char* label, const std::vector<std::string>& theirs, int there_is, auto of) {
    std::vector<std::string> cells = {label, theirs[0], ours.empty() ? "skipped" : std::to_string(there_is)};
    for (std::size_t k = 0; k < 4; ++k) {
      if (k < 3) cells.push_back(theirs[k + 1]);
      cells.push_back(ours.empty() ? "skipped" : std::to_string(of(ours[k])));
    }
    t.rows.push_back(std::move(cells));
  };
  using Of = const gas::KernelResources&;
  row("registers, bytes", {"65536", "18688", "12288", "20480"}, 4 * most.registers,
      [](Of r) { return 4 * r.registers * r.threads; });
  row("registers a thread", {"", "73", "48", "80"}, 255, [](Of r) { return r.registers; });
  row("shared memory, bytes", {"16384", "3692", "2416", "5672"}, most.shared_bytes,
      [](Of r) { return r.shared_bytes; });
  row("blocks at once", {"8", "3", "4", "2"}, most.blocks, [](Of r) { return r.blocks_at_once; });
  row("threads at once", {"1024", "192", "256", "128"}, most.threads,
      [](Of r) { return r.blocks_at_once * r.threads; });
  t.notes.push_back(
      "Ours as the CUDA runtime states them, without walls inside. Two lines of shared memory are used in turn, so "
      "that "
      "a barrier less is needed: twice what one would take.");
  return t;
}

PaperTable thread_table(const PaperBench& bench, Study& study, const std::vector<Speeds>& speeds) {
  PaperTable t{"Yamamoto, § 5.5: threads of the CPU, Gcell/s",
               {"threads", "theirs, times one", "Roe 2-D ours", "times one", "Roe 3-D ours", "times one",
                "Lax–Wendroff ours", "times one"},
               {},
               {}};
  std::vector<int> counts;
  for (const int n : {1, 2, 4, 8, 16, bench.threads()})
    if (n <= bench.threads() && std::find(counts.begin(), counts.end(), n) == counts.end()) counts.push_back(n);
  const GasProblem roe = with_fixed_dt(tube(n2, Scheme::roe)), lw = tube(n2, Scheme::lax_wendroff);
  const BoxProblem b = box(nx3, ny3, nz3);
  std::vector<Seconds> one;
  for (const int threads : counts) {
    BoxChoice c;
    c.engine = study.cpu(threads);
    const std::vector<Seconds> now = {study.of(roe, c.engine), study.of(b, c), study.of(lw, c.engine)};
    if (one.empty()) one = now;
    std::vector<std::string> row = {std::to_string(threads), threads == 1   ? "1"
                                                             : threads == 4 ? "3.9"
                                                             : threads == 8 ? "4.1"
                                                                            : ""};
    for (std::size_t k = 0; k < 3; ++k) {
      row.push_back(figure(gcells(speeds[k].p.cells, now[k]), 3));
      row.push_back(figure(ratio(one[k], now[k]), 2));
    }
    t.rows.push_back(std::move(row));
  }
  std::vector<std::string> gpu = {"GPU", ""};
  for (std::size_t k = 0; k < 3; ++k) {
    gpu.push_back(figure(gcells(speeds[k].p.cells, speeds[k].gpu), 3));
    gpu.push_back(figure(ratio(one[k], speeds[k].gpu), 1));
  }
  t.rows.push_back(std::move(gpu));
  t.notes.push_back(
      "Theirs: loops cut by OpenMP on four cores with two threads each. Ours: the engine's bands of rows.");
  return t;
}

}  // namespace

std::vector<PaperTable> yamamoto_tables(PaperBench& bench) {
  Study study(bench);
  const std::vector<Speeds> speeds = measure_speeds(bench, study);
  std::vector<PaperTable> tables = {speed_table(bench, speeds),        resource_table(bench, study),
                                    width_table(bench, study),         block_table(bench, study),
                                    form_table(bench, study),          signal_table(bench, study),
                                    thread_table(bench, study, speeds)};
  if (!study.failed().empty()) tables.back().notes.push_back(study.failed());
  return tables;
}

std::string yamamoto_slice(const PaperBench& bench) {
  const Study study(bench);
  BoxChoice c;
  c.engine = bench.device() ? study.card(Form::marching_faces) : study.cpu(bench.threads());
  const BoxProblem b = box(nx3, ny3, nz3);
  const auto run = gas::make_box(b, c);
  run->advance(160);  // to t = 0.2
  const std::vector<double> rho = run->state().front();
  const std::size_t plane = b.at(0, 0, 1), middle = b.at(0, 0, nz3 / 2);
  return npy_bytes(std::span(rho).subspan(middle, plane), nx3, ny3, Precision::float32);
}

}  // namespace ez
