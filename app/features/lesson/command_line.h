// The lessons on the command line: `ezscope lesson` and `ezscope list --lessons`.
#pragma once

#include "app/options/subcommand.h"

namespace ez {

Action add_lesson(CLI::App& app, const ShowWindow& show);
// Prints the built-in lessons: name, tab, title.
void print_lessons();

}  // namespace ez
