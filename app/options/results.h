// Results of the commands of the command line. Results go to standard output, everything else to standard error.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "app/platform/input_files.h"
#include "app/platform/option_text.h"

namespace ez {

// Prints `text` as an error and returns `code`.
int fail(int code, const std::string& text);
// A file that a command will write. An empty path: no file. "-": standard output. The pattern of a sequence: its
// pictures.
struct Output {
  std::string option;  // that names it
  std::string path;
  double bytes = 4096;  // approximate size; by default that of a small table
};
// Returns the approximate size of a picture's file.
double picture_bytes(const PixelSize& size);
// Checks before the run that all files can be written, and that none would overwrite another one or one of `inputs`.
// Returns the exit code.
int check_outputs(const std::vector<Output>& outputs, const std::vector<InputFile>& inputs = {});
// Returns where to print the tables of a command that also writes `json` and `csv`: standard output, or standard error
// if one of them is "-" (standard output).
std::FILE* tables_to(const std::string& json, const std::string& csv);
// Writes a file, or standard output if `path` is "-". Reports a write error and returns the exit code.
int write_result(const std::string& path, std::string_view bytes);

}  // namespace ez
