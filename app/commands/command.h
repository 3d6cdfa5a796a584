// The commands of the command line. Each has its own file with its options, and an entry in the list below.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): the library is called so
class App;
}

namespace ez {

// Runs a command after its options have been read, and returns the exit code. Throws CLI::ParseError if the options
// contradict each other.
using Action = std::function<int()>;
struct Subcommand {
  std::string_view name, words;
  Action (*add)(CLI::App& app);  // adds the command's options
};

Action add_window(CLI::App& app);  // the window, which opens without a command
Action add_render(CLI::App& app);
Action add_reflect(CLI::App& app);
Action add_info(CLI::App& app);
Action add_bench(CLI::App& app);
Action add_schemes(CLI::App& app);
Action add_list(CLI::App& app);
Action add_check(CLI::App& app);
Action add_lesson(CLI::App& app);
// Prints the text of `--version`. Returns the exit code.
int print_version();

// In the order of `--help`.
inline constexpr Subcommand subcommands[] = {
    {"render", "run a scene without a display and write files", add_render},
    {"reflect", "measure the reflection of each boundary, by side and by angle", add_reflect},
    {"info", "print a scene with all defaults and derived numbers", add_info},
    {"bench", "measure the speed of the engines and print a table", add_bench},
    {"schemes", "list the kernel schemes with their abilities, bytes and operations", add_schemes},
    {"list", "list the built-in scenes or lessons: name, tab, title", add_list},
    {"check", "compare measured values of scenes with theory", add_check},
    {"lesson", "open a lesson in the window, or tabulate the answers of a class", add_lesson},
};

// Returns the action of a command whose options are members of `Options`, with add_to(app) and run().
template <class Options>
Action action_of(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->add_to(app);
  return [options] { return options->run(); };
}

}  // namespace ez
