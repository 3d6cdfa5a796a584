// Reads points of a waveform from a separate text file. Inner header of solver/scene.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ez {

// Reads two columns, t in s and w, separated by spaces, a comma or a semicolon. Empty lines and lines that begin with #
// are ignored, and a first line without a number is a header. Returns the end of an error message about the file at
// `place`, with the line, the problem and what to do. t and w are then unchanged.
std::string read_points(const std::filesystem::path& place, std::vector<double>& t, std::vector<double>& w);

}  // namespace ez
