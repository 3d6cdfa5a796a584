// Tests a window that is minimised at its last frame, under a window manager: there is no picture to save.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/session/session.h"
#include "block_engine.h"
#include "patience.h"

namespace ez {
namespace {

TEST(Minimised, the_program_reports_that_there_is_no_picture_to_save) {
  WindowCommand command;
  command.frames = 10;
  command.engine.backend = "cpu";
  command.engine.threads = 1;
  command.size = {800, 500};
  command.screenshot = std::filesystem::temp_directory_path() / "ezscope-minimised.png";
  const LoadedScene scene{small_cavity(64, 48), "", "cavity"};
  Session session(command, scene);
  ASSERT_TRUE(session.frame());
  GLFWwindow* window = glfwGetCurrentContext();
  glfwIconifyWindow(window);
  const auto minimised = [&] { return glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_TRUE; };
  ASSERT_TRUE(comes(minimised, [] { glfwWaitEventsTimeout(0.05); }));
  try {
    while (session.frame()) {
    }
    FAIL() << "nothing was reported";
  } catch (const std::runtime_error& e) {
    EXPECT_NE(std::string(e.what()).find("the window is minimised"), std::string::npos) << e.what();
  }
  EXPECT_FALSE(std::filesystem::exists(command.screenshot));
}

}  // namespace
}  // namespace ez
