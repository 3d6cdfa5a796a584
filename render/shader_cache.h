// The cache of compiled shaders that the graphics driver keeps on disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ez {

// Folders in which Mesa and NVIDIA's driver keep compiled shaders, by the environment.
std::vector<std::filesystem::path> shader_cache_folders();
// Whether files can be made in `folder`, or in the nearest folder above it that exists, with `bytes` of free disk.
bool has_disk_space(const std::filesystem::path& folder, double bytes);
// Mesa maps its cache into memory and dies of SIGBUS when the disk is full. Switches the driver's cache off where its
// folder has no space, through the environment: to be called before a context is made.
void disable_shader_cache_on_full_disk();

}  // namespace ez
