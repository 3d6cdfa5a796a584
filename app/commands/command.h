// The commands of the command line: each stands in its own file, options and all, and in the list below.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): the library is called so
class App;
}

namespace ez {

// Carries a command out once its options are read, and returns the exit code. Throws CLI::ParseError where they do not
// go together.
using Action = std::function<int()>;
struct Subcommand {
  std::string_view name, words;
  Action (*add)(CLI::App& app);  // gives it its options
};

Action add_window(CLI::App& app);  // without a command
Action add_render(CLI::App& app);
Action add_reflect(CLI::App& app);
Action add_info(CLI::App& app);
Action add_bench(CLI::App& app);
Action add_schemes(CLI::App& app);
Action add_list(CLI::App& app);
Action add_check(CLI::App& app);
Action add_lesson(CLI::App& app);
// What `--version` prints; returns the exit code.
int print_version();

// In the order of `--help`.
inline constexpr Subcommand subcommands[] = {
    {"render", "advance a scene with no display and write files", add_render},
    {"reflect", "measure what a scene's boundaries reflect, side by side and angle by angle", add_reflect},
    {"info", "print a scene with every default and derived numbers", add_info},
    {"bench", "measure the engines and print a table", add_bench},
    {"schemes", "list the kernel schemes: what each can do, moves and computes", add_schemes},
    {"list", "print the built-in scenes or lessons: name, tab, title", add_list},
    {"check", "hold what scenes show against theory", add_check},
    {"lesson", "open a lesson in the window, or make a table of a class's answers", add_lesson},
};

// The action of a command whose options are members of `Options`, with add_to(app) and run().
template <class Options>
Action action_of(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->add_to(app);
  return [options] { return options->run(); };
}

}  // namespace ez
