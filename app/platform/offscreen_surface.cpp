// A texture over EGL in place of a window.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "app/platform/surface.h"
#include "imgui.h"
#include "render/offscreen.h"

namespace ez {
namespace {

class Offscreen : public Surface {
 public:
  explicit Offscreen(const WindowOptions& o) try : target_(o.width, o.height), last_(Clock::now()) {
  } catch (const OffscreenError& e) {
    throw WindowError(e.what());
  }
  bool poll() override { return true; }
  void wait(double seconds) override { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }
  void feed_imgui() override {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width()), static_cast<float>(height())};
    const auto now = Clock::now();
    io.DeltaTime = std::max(1e-5f, std::chrono::duration<float>(now - std::exchange(last_, now)).count());
  }
  void bind() override { target_.bind(); }
  void present() override { glFlush(); }
  int width() const override { return target_.width(); }
  int height() const override { return target_.height(); }

 private:
  using Clock = std::chrono::steady_clock;
  OffscreenContext context_;
  OffscreenTarget target_;
  Clock::time_point last_;
};

}  // namespace

std::unique_ptr<Surface> open_offscreen(const WindowOptions& options) { return std::make_unique<Offscreen>(options); }

}  // namespace ez
