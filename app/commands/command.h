// The commands of the command line. Each has its own file with its options, and an entry in the list below. Features
// add more (app/features/feature.h).
#pragma once

#include <string_view>

#include "app/options/subcommand.h"

namespace ez {

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
Action add_sweep(CLI::App& app);
Action add_design(CLI::App& app);
// Prints the text of `--version`. Returns the exit code.
int print_version();

// Opens the window and returns the exit code when it is closed.
int show_window(WindowCommand command);

// In the order of `--help`; those of the features follow.
inline constexpr Subcommand subcommands[] = {
    {"render", "run a scene without a display and write files", add_render},
    {"reflect", "measure the reflection of each boundary, by side and by angle", add_reflect},
    {"info", "print a scene with all defaults and derived numbers", add_info},
    {"bench", "measure the speed of the engines and print a table", add_bench},
    {"schemes", "list the kernel schemes with their abilities, bytes and operations", add_schemes},
    {"list", "list the built-in scenes or lessons: name, tab, title", add_list},
    {"check", "compare measured values of scenes with theory", add_check},
    {"sweep", "measure a value while one or two keys are varied", add_sweep},
    {"design", "distribute two materials so that a goal becomes large", add_design},
};

}  // namespace ez
