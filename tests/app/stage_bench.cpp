// Not a test: measures the cost of the timeline and the time to go back. Usage: stage_bench [SCENE [N [seconds]]] runs
// a built-in scene (lecture) at N × N cells (1024), on the CPU with all cores. Each kind of run takes the given time (6
// s), in turns.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "app/features/timeline/commands.h"
#include "app/features/timeline/state.h"
#include "app/features/timeline/timeline.h"
#include "app/session/session.h"
#include "solver/engine/backend.h"
#include "solver/scene/file/scene_file.h"

namespace {

using namespace ez;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Pace {
  double steps = 0;  // per second
  double kept = 0;   // share of the time spent on snapshots, which varies less on a busy machine
};
// Runs batches that take a frame's time, with or without a timeline.
Pace pace(Comparison& runs, Timeline* timeline, int batch, double seconds) {
  const std::uint64_t before = runs.pane(0).step();
  double keeping = 0;
  const auto start = Clock::now();
  while (since(start) < seconds) {
    runs.advance(batch);
    runs.wait();
    if (timeline == nullptr) continue;
    const auto begin = Clock::now();
    timeline->ran(runs);
    if (timeline->is_due(runs)) timeline->keep(runs, [] { return Timeline::Look{}; });
    keeping += since(begin);
  }
  const double all = since(start);
  return {static_cast<double>(runs.pane(0).step() - before) / all, keeping / all};
}

void cost(const Scene& scene, double seconds) {
  Comparison runs([] { return make_cpu_engine(0); }, scene);
  Timeline timeline;
  timeline.restart(scene);
  int batch = 8;
  for (double took = 0; took < 1.0 / 60;) {  // until a batch takes a frame's time
    const auto start = Clock::now();
    runs.advance(batch);
    runs.wait();
    if (took = since(start); took < 1.0 / 60) batch = batch * 5 / 4 + 1;
  }
  for (int turn = 0; turn < 3; ++turn) {
    const Pace without = pace(runs, nullptr, batch, seconds), with = pace(runs, &timeline, batch, seconds);
    fmt::print(
        "batches of {} steps: {:.0f} steps/s without the timeline, {:.0f} with it: {:+.1f} %; {:.2f} % of the time to "
        "keep {:.0f} MB\n",
        batch, without.steps, with.steps, 100 * (with.steps / without.steps - 1), 100 * with.kept,
        1e-6 * timeline.bytes());
    std::fflush(stdout);
  }
}

// Measures the time from the command to the frame that shows the requested step, at 1280 × 720 off-screen.
void ways_back(const Scene& scene, double seconds) {
  WindowCommand window;
  window.offscreen = true;
  window.engine.backend = "cpu";
  window.size = {1280, 720};
  LoadedScene endless{scene, "", ""};
  endless.scene.pause = {};
  Session session(window, endless);
  session.send(command::SetTimeline{true});
  for (const auto start = Clock::now(); since(start) < seconds;) session.frame();
  const TimelineState& timeline = session.state().of<TimelineState>();
  std::vector<std::uint64_t> steps;
  for (const auto& kept : timeline.kept) steps.push_back(kept.step);
  std::shuffle(steps.begin(), steps.end(), std::minstd_rand(1));  // NOLINT(cert-msc51-cpp): the same ways each time
  std::vector<double> ms;
  session.send(command::Run{false});
  session.frame();
  for (const std::uint64_t step : steps) {
    const auto start = Clock::now();
    session.send(command::GoTo{step});
    for (int frames = 0;
         frames < 10000 && (frames == 0 || session.state().moments.target || session.state().step != step); ++frames)
      session.frame();
    ms.push_back(1e3 * since(start));
  }
  if (ms.empty()) return;
  std::sort(ms.begin(), ms.end());
  fmt::print("to {} stored snapshots, {:.0f} MB: median {:.1f} ms, longest {:.1f} ms\n", ms.size(),
             1e-6 * timeline.bytes, ms[ms.size() / 2], ms.back());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "lecture";
  const int n = argc > 2 ? std::atoi(argv[2]) : 1024;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 6;
  const ez::SceneResult loaded = ez::load_scene(name);
  if (!loaded.scene || n < 16) return 1;
  ez::Scene scene = ez::refine(*loaded.scene, static_cast<double>(n) / loaded.scene->grid.nx);
  scene.checks.clear();
  cost(scene, seconds);
  ways_back(scene, 2 * seconds);
}
