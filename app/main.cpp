// ezscope: an interactive simulator of Maxwell's equations in two dimensions.
#include <fmt/format.h>

#include <exception>

#include "app/cli/cli.h"
#include "app/cli/standard_files.h"
#include "app/commands/commands.h"
#include "app/platform/exit_code.h"
#include "solver/base/memory.h"

namespace {

int carry_out(int argc, char** argv) {
  try {
    return ez::run_command_line(argc, argv);
  } catch (const ez::NoBackend& e) {
    return ez::fail(ez::exit_failed,
                    fmt::format("{}; --backend {} works on every machine", e.what(), ez::host_backend().name));
  } catch (const ez::NoDevice& e) {
    return ez::fail(ez::exit_failed, fmt::format("{}; omit --device to use the first", e.what()));
  } catch (const ez::OutOfMemory& e) {
    return ez::fail(ez::exit_failed, fmt::format("not enough memory: {}", e.what()));
  } catch (const std::bad_alloc&) {
    return ez::fail(ez::exit_failed, fmt::format("not enough memory: the command needs more than the {} that are free; "
                                                 "use a smaller grid",
                                                 ez::human_bytes(ez::available_host_bytes())));
  } catch (const std::exception& e) {
    return ez::fail(ez::exit_failed, e.what());
  } catch (...) {  // an exception type of some library, whose text is unknown here
    return ez::fail(ez::exit_failed, "an unknown error ended the command; report it with the scene");
  }
}

}  // namespace

int main(int argc, char** argv) {
  ez::open_missing_standard_files();
  return ez::check_results_delivered(carry_out(argc, argv));
}
