// ezscope: Maxwell's equations in two dimensions, live.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "app/cli.h"
#include "app/commands/commands.h"
#include "app/exit_code.h"
#include "app/standard_files.h"

namespace {

// fputs: what cannot be said is no reason to stop short of the exit code.
int failed(const std::string& why) {
  std::fputs(fmt::format("ezscope: {}\n", why).c_str(), stderr);
  return ez::exit_failed;
}

int carry_out(int argc, char** argv) {
  try {
    return std::visit([](const auto& command) { return ez::run(command); }, ez::parse_command_line(argc, argv));
  } catch (const ez::OutOfMemory& e) {
    return failed(fmt::format("not enough memory: {}", e.what()));
  } catch (const std::bad_alloc&) {
    return failed("out of memory; use a smaller grid");
  } catch (const std::exception& e) {
    return failed(e.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  ez::hold_standard_files();
  return ez::with_results_delivered(carry_out(argc, argv));
}
