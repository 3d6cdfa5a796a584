// Points of a waveform in a text file of their own. Inner header of solver/scene.
#pragma once

#include <string>
#include <vector>

namespace ez {

// Two columns, t in s and w, apart by spaces, a comma or a semicolon; lines that are empty or begin with # count for
// nothing, and a first line without a number heads the columns. `name` is relative to the folder of `scene_file`.
// Returns what is wrong with it and what to do, with its line, as the rest of a message about the file; t and w are
// then untouched.
std::string read_points(const std::string& scene_file, const std::string& name, std::vector<double>& t,
                        std::vector<double>& w);

}  // namespace ez
