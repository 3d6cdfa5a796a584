// ui_test [NAME…] runs the tests whose names begin with one of the NAMEs, or all except the monkey test.
// ui_test --monkey SECONDS [SEED] presses random things. ui_test --list lists the tests. Needs a display. Exits with 1
// if a test failed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

#include "ui_desk.h"

namespace ez {
namespace {

// Returns all tests by name, such as "picture/a_source_is_dragged".
std::vector<UiTest> all_tests() {
  const std::pair<const char*, std::vector<UiTest>> parts[] = {{"panel", panel_tests()},
                                                               {"panel_scene", panel_scene_tests()},
                                                               {"materials", material_tests()},
                                                               {"picture", picture_tests()},
                                                               {"keys", key_tests()},
                                                               {"edits", edit_tests()},
                                                               {"files", file_tests()},
                                                               {"faults", fault_tests()},
                                                               {"lab", lab_tests()},
                                                               {"lab_panel", lab_panel_tests()},
                                                               {"kernels", kernel_tests()},
                                                               {"checks", check_tests()},
                                                               {"designs", design_tests()},
                                                               {"lessons", lesson_tests()},
                                                               {"gas", gas_tests()},
                                                               {"stage", stage_tests()}};
  std::vector<UiTest> all;
  for (const auto& [part, tests] : parts)
    for (UiTest t : tests) {
      t.name = fmt::format("{}/{}", part, t.name);
      all.push_back(std::move(t));
    }
  return all;
}

int run_asked(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "--monkey") {
    const double seconds = words.size() > 1 ? std::atof(argv[2]) : 20;
    const std::uint64_t seed = words.size() > 2 ? std::strtoull(argv[3], nullptr, 10) : std::random_device{}();
    return run_ui_test(monkey_test(seconds, seed)) ? 0 : 1;
  }
  // Mesa's software renderer then fills no pixels, which saves three quarters of the time. These tests look at no
  // pixels; the monkey test draws everything.
  setenv("LP_NO_RAST", "1", 1);
  std::vector<UiTest> tests = all_tests();
  if (!words.empty() && words[0] == "--list") {
    for (const UiTest& t : tests) fmt::print("{}\n", t.name);
    return 0;
  }
  if (!words.empty())
    std::erase_if(tests, [&](const UiTest& t) {
      return std::none_of(words.begin(), words.end(), [&](std::string_view w) { return t.name.starts_with(w); });
    });
  int failed = 0;
  for (const UiTest& t : tests) failed += run_ui_test(t) ? 0 : 1;
  fmt::print("{} of {} tests held\n", static_cast<int>(tests.size()) - failed, tests.size());
  return failed == 0 && !tests.empty() ? 0 : 1;
}

}  // namespace
}  // namespace ez

int main(int argc, char** argv) { return ez::run_asked(argc, argv); }
