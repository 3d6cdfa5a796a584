// The lessons on the command line: `ezscope lesson` and `ezscope list --lessons`.
#pragma once

#include "app/options/subcommand.h"

namespace ez {

Action add_lesson(CLI::App& app, const ShowWindow& show);
// Returns the message for a built-in lesson's name in the place of a scene, without the name. Empty for another name.
std::string lesson_words(const std::string& name);
// Prints the built-in lessons: name, tab, title.
void print_lessons();

}  // namespace ez
