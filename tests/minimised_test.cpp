// A window that is minimised at its last frame, under a window manager: there is no picture of it to save.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "app/session.h"
#include "block_engine.h"

namespace ez {
namespace {

TEST(Minimised, at_the_last_frame_the_program_says_that_there_is_no_picture) {
  WindowCommand command;
  command.frames = 100;
  command.engine.backend = Backend::cpu;
  command.engine.threads = 1;
  command.size = {800, 500};
  command.screenshot = std::filesystem::temp_directory_path() / "ezscope-minimised.png";
  const LoadedScene scene{small_cavity(64, 48), "", "cavity"};
  Session session(command, scene);
  ASSERT_TRUE(session.frame());
  glfwIconifyWindow(glfwGetCurrentContext());
  try {
    while (session.frame()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    FAIL() << "nothing was said";
  } catch (const std::runtime_error& e) {
    EXPECT_NE(std::string(e.what()).find("the window is minimised"), std::string::npos) << e.what();
  }
  EXPECT_FALSE(std::filesystem::exists(command.screenshot));
}

}  // namespace
}  // namespace ez
