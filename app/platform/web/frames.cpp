#include "app/platform/frames.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <utility>

#include "app/platform/web/page.h"

namespace ez {
namespace {

struct Loop {
  std::function<bool()> frame;
  std::function<int()> end;
};

// Takes the loop, which it deletes at the end.
void call_frame(void* argument) {
  std::unique_ptr<Loop> loop(static_cast<Loop*>(argument));
  try {
    if (loop->frame()) {
      loop.release();
      return;
    }
    loop->end();
  } catch (const std::exception& e) {
    fmt::print(stderr, "ezscope: {}\n", e.what());
  }
  emscripten_cancel_main_loop();
  page::ended();
}

}  // namespace

int run_frames(std::function<bool()> frame, std::function<int()> end) {
  auto loop = std::make_unique<Loop>(Loop{std::move(frame), std::move(end)});
  emscripten_set_main_loop_arg(call_frame, loop.release(), 0, EM_FALSE);
  return 0;
}

std::string_view missing_here() {
  return "In a browser there is no GPU engine, and a film has the browser's own format. The program for Linux has "
         "both.";
}

}  // namespace ez
