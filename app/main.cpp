// ezscope: an interactive simulator of Maxwell's equations in two dimensions.
#include "app/cli/cli.h"
#include "app/cli/standard_files.h"
#include "app/commands/ranks.h"

namespace {

int carry_out(int argc, char** argv) {
  try {
    return ez::run_command_line(argc, argv);
  } catch (...) {
    return ez::report_exception();
  }
}

}  // namespace

int main(int argc, char** argv) {
  ez::open_missing_standard_files();
  return ez::check_results_delivered(carry_out(argc, argv));
}
