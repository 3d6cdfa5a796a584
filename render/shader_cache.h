// The cache of compiled shaders that the graphics driver keeps on disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ez {

// Returns the folders in which Mesa and NVIDIA's driver store compiled shaders, according to the environment.
std::vector<std::filesystem::path> shader_cache_folders();
// Returns true if files can be made in `folder`, or in its nearest existing parent, with `bytes` of free disk space.
bool has_disk_space(const std::filesystem::path& folder, double bytes);
// Mesa maps its cache into memory and dies of SIGBUS if the disk is full. Switches the driver's cache off, through the
// environment, if its folder has no space. Call it before a context is made.
void disable_shader_cache_on_full_disk();
// Mesa gives the lowest priority to the thread that writes its cache. A program ends only when each of its threads has
// run once more, which on a busy machine would take seconds. Gives the thread the program's own priority, if the user
// may do that; otherwise does nothing. Call it after a context was made.
void raise_shader_cache_thread();

}  // namespace ez
