#include "render/shader_cache.h"

#include <pwd.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace ez {
namespace fs = std::filesystem;
namespace {

constexpr double least_space = 64e6;  // bytes; the shaders of one session take a few MB

fs::path from_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

std::vector<fs::path> shader_cache_folders() {
  std::vector<fs::path> out;
  for (const char* own : {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH"})
    if (const fs::path folder = from_environment(own); !folder.empty()) out.push_back(folder);
  fs::path home = from_environment("HOME");
  const fs::path cache = from_environment("XDG_CACHE_HOME");
  if (const passwd* user = home.empty() ? ::getpwuid(::geteuid()) : nullptr) home = user->pw_dir;
  if (!cache.empty())
    out.push_back(cache);
  else if (!home.empty())
    out.push_back(home / ".cache");
  std::error_code error;
  if (fs::exists(home / ".nv", error)) out.push_back(home / ".nv");  // for NVIDIA's older drivers
  return out;
}

bool has_disk_space(const fs::path& folder, double bytes) {
  std::error_code error;
  fs::path there = fs::absolute(folder, error);
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  struct statvfs disk = {};
  if (::access(there.c_str(), W_OK | X_OK) != 0 || ::statvfs(there.c_str(), &disk) != 0) return false;
  return disk.f_blocks == 0 ||  // the file system does not report its size
         static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize) >= bytes;
}

void disable_shader_cache_on_full_disk() {
  bool full = false;
  for (const fs::path& folder : shader_cache_folders()) full = full || !has_disk_space(folder, least_space);
  if (!full) return;
  ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
  ::setenv("MESA_GLSL_CACHE_DISABLE", "true", 1);  // its name before Mesa 21
  ::setenv("__GL_SHADER_DISK_CACHE", "0", 1);
}

void raise_shader_cache_thread() {
  constexpr int lowest = 19;
  const int own = ::getpriority(PRIO_PROCESS, 0);
  std::error_code error;
  for (fs::directory_iterator at("/proc/self/task", error), end; !error && at != end; at.increment(error)) {
    const auto thread = static_cast<pid_t>(std::strtol(at->path().filename().c_str(), nullptr, 10));
    if (own >= lowest || ::getpriority(PRIO_PROCESS, static_cast<id_t>(thread)) != lowest) continue;
    const sched_param usual = {};
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), own);
    ::sched_setscheduler(thread, SCHED_OTHER, &usual);
  }
}

}  // namespace ez
