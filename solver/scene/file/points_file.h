// Points of a waveform in a text file of their own. Inner header of solver/scene.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ez {

// Two columns, t in s and w, apart by spaces, a comma or a semicolon; lines that are empty or begin with # count for
// nothing, and a first line without a number heads the columns. Returns what is wrong with the file at `place` and what
// to do, with its line, as the rest of a message about the file; t and w are then untouched.
std::string read_points(const std::filesystem::path& place, std::vector<double>& t, std::vector<double>& w);

}  // namespace ez
