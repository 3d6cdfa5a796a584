// The program ffmpeg, which encodes videos.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ez {

bool on_search_path(const std::string& program);
// Returns true if ffmpeg has x264, an H.264 encoder with fast presets. A video that is made during the run has few
// cores.
bool has_x264();
// Returns ffmpeg's options for a file's format, chosen by the suffix; the last two name the format. Null for an unknown
// format. A .gif has 256 colours, chosen again for each picture. A .gif or .webp plays in a loop.
const std::vector<const char*>* ffmpeg_options_of(const std::filesystem::path& path);

}  // namespace ez
