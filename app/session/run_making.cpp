#include "app/session/run_making.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "solver/scene/raster/raster.h"

namespace ez {

// Measured at 64 million nodes: 0.4 s to fill memory, 1.8 s to evaluate formulas on one core.
double RunMaking::seconds(const Scene& scene) {
  const double nodes = static_cast<double>(scene.grid.nx) * scene.grid.ny;
  const double runs = std::max<double>(1, static_cast<double>(scene.variants.size())) * (scene.reflection.on ? 2 : 1);
  return nodes * runs * (in_cells(scene.physics) ? 50e-9 : has_mixed_media(scene) ? 35e-9 : 7e-9);
}

std::unique_ptr<Comparison> RunMaking::made(const EngineRequest& request, const Scene& scene,
                                            const SharedMedia& media) {
  return std::make_unique<Comparison>(make_engine_maker(request).make, scene, media);
}

void RunMaking::start(const EngineRequest& request, const Scene& scene, const SharedMedia& media) {
  started_ = true;
  scene_ = scene;
  making_.start([request, scene, media] { return made(request, scene, media); });
}

std::unique_ptr<Comparison> RunMaking::take() try {
  started_ = false;
  return making_.take();
} catch (const std::exception&) {  // no memory or no device; applying the scene fails in the same way and reports it
  return nullptr;
}

bool SceneReading::becomes_due() { return late_ && reading_.done() && !std::exchange(was_due_, true); }

SceneResult SceneReading::load(SceneFiles& files, const std::string& name, const std::vector<std::string>& reads) {
  constexpr std::chrono::milliseconds patience(80), look(1);
  const bool goes_on = late_ && name == name_ && reads == reads_ && (reading_.busy() || reading_.done());
  if (is_builtin_scene(name)) return files.load(name, reads);
  if (!goes_on) {
    name_ = name, reads_ = reads;
    reading_.start([files, name, reads]() mutable {
      SceneResult result = files.load(name, reads);
      return Read{std::move(result), std::move(files)};
    });
  }
  for (auto waited = std::chrono::milliseconds(0); waited < patience && reading_.busy(); waited += look)
    std::this_thread::sleep_for(look);
  late_ = reading_.busy();
  was_due_ = false;
  if (late_) return {};
  Read read = reading_.take();
  files.take_over(read.files, name);
  return std::move(read.result);
}

}  // namespace ez
