// ezscope: Maxwell's equations in two dimensions, live.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "app/cli.h"
#include "app/commands/commands.h"
#include "app/exit_code.h"

int main(int argc, char** argv) {
  using namespace ez;
  try {
    return std::visit([](const auto& command) { return run(command); }, parse_command_line(argc, argv));
  } catch (const OutOfMemory& e) {
    fmt::print(stderr, "ezscope: not enough memory: {}\n", e.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "ezscope: out of memory; use a smaller grid\n");
  } catch (const std::exception& e) {
    fmt::print(stderr, "ezscope: {}\n", e.what());
  }
  return exit_failed;
}
