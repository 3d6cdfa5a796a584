// Names of numbered pictures: FILE_%05d.png. The file name contains the place and the width of the number, its counter.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ez {

// Returns the name of picture k of a sequence, or nothing if `pattern` is not of that form.
std::optional<std::string> numbered(const std::string& pattern, std::size_t k);
// Returns true if a picture of the sequence has this file name. Folders are not compared.
bool is_picture_of(const std::string& pattern, const std::filesystem::path& name);
// Returns the existing pictures of the sequence, at any number.
std::vector<std::filesystem::path> existing_pictures(const std::string& pattern);
// Returns why a .png whose name contains a counter is not a sequence, and the remedy. Empty if it is one, or if the
// name has no counter.
std::string why_not_numbered(const std::string& path);

}  // namespace ez
