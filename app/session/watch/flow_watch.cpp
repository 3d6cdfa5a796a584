#include "app/session/watch/flow_watch.h"

#include <algorithm>
#include <cmath>

#include "app/ui/picture/viewport.h"

namespace ez {
namespace {

constexpr double apart = 40;       // smallest distance between arrows in pixels
constexpr double forgetting = 12;  // smallest number of samples in the average
constexpr double periods = 1.5;    // smallest number of periods of the first source in the average
// share of the arrows that are not longer than the reference; next to a source the flow has no upper limit
constexpr double loud = 0.9;

// Returns the places of the arrows: nodes at regular distances, so that an arrow keeps its node while the picture is
// moved.
std::vector<Node> places(const State& state, const ScreenRect& picture) {
  const PictureWindow w = picture_window(state, picture);
  const Grid& g = state.scene.grid;
  if (w.width <= 0 || w.height <= 0) return {};
  const auto every = [](double nodes_per_pixel) {
    return std::max(1, static_cast<int>(std::ceil(apart * nodes_per_pixel)));
  };
  const int dx = every((w.x1 - w.x0) / w.width), dy = every((w.y1 - w.y0) / w.height);
  const auto first = [](double low, int step) {
    return std::max(0, static_cast<int>(std::floor(low / step))) * step + step / 2;
  };
  std::vector<Node> out;
  for (int j = first(w.y0, dy); j < std::min(w.y1, g.ny - 1.0); j += dy)
    for (int i = first(w.x0, dx); i < std::min(w.x1, g.nx - 1.0); i += dx) out.push_back({i, j});
  return out;
}

}  // namespace

void FlowWatch::follow(State& state, Solver& solver, const ScreenRect& picture) {
  if (!state.view.arrows) {
    if (!nodes_.empty()) *this = {}, state.flow = {};
    return;
  }
  std::vector<Node> now = places(state, picture);
  const double passed = solver.time() - time_;
  const bool fresh = now != nodes_ || passed < 0;
  if (!fresh && passed == 0) return;
  if (fresh) {
    nodes_ = std::move(now);
    sums_.assign(nodes_.size(), {});
    weight_ = 0;
  }
  time_ = solver.time();
  const double f = state.scene.sources.empty() ? 0 : frequency(state.scene.sources[0].waveform).value_or(0);
  const double share = f > 0 ? 1 - std::exp(-passed * f / periods) : 1, part = std::min(share, 1 / forgetting);
  const std::vector<Vec2> power = solver.flow(nodes_);
  weight_ = (1 - part) * weight_ + part;
  state.flow = {nodes_, {}, 0};
  std::vector<double> sizes;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    sums_[k] = {(1 - part) * sums_[k].x + part * power[k].x, (1 - part) * sums_[k].y + part * power[k].y};
    state.flow.power.push_back({sums_[k].x / weight_, sums_[k].y / weight_});
    sizes.push_back(std::hypot(state.flow.power[k].x, state.flow.power[k].y));
  }
  if (sizes.empty()) return;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(loud * static_cast<double>(sizes.size() - 1));
  std::nth_element(sizes.begin(), middle, sizes.end());
  state.flow.reference = *middle;
}

}  // namespace ez
