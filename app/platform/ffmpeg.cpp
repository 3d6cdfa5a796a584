#include "app/platform/ffmpeg.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>

namespace ez {
namespace fs = std::filesystem;

bool on_search_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
        ::access(file.c_str(), X_OK) == 0 && !fs::is_directory(file))
      return true;
  return false;
}

bool has_x264() {
  constexpr const char* ask =
      "timeout -k 1 5 ffmpeg -hide_banner -loglevel quiet -h encoder=libx264 /dev/null </dev/null 2>/dev/null";
  std::FILE* answer = ::popen(ask, "re");
  if (answer == nullptr) return false;
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), answer)) text.append(part.data(), n);
  ::pclose(answer);
  return text.find("Encoder libx264") != std::string::npos;
}

const std::vector<const char*>* ffmpeg_options_of(const fs::path& path) {
  static const std::map<std::string, std::vector<const char*>, std::less<>> formats = {
      // Chroma is halved in both directions, as all players expect, so sides are padded to even lengths.
      {".mp4", {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p", "-movflags", "+faststart", "-f", "mp4"}},
      {".gif",
       {"-vf", "split[a][b];[a]palettegen=stats_mode=single[c];[b][c]paletteuse=new=1:dither=bayer:bayer_scale=5",
        "-loop", "0", "-f", "gif"}},
      {".webp", {"-c:v", "libwebp", "-quality", "85", "-loop", "0", "-f", "webp"}}};
  const auto found = formats.find(path.extension().string());
  return found != formats.end() ? &found->second : nullptr;
}

}  // namespace ez
