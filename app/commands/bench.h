// The options of `ezscope bench`, and the part of it that prints the tables of papers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/engine/backend.h"

namespace ez {

// Values of the command line's options.
struct BenchCommand {
  std::string scene = "lecture";
  bool every_scene = true;  // measures vacuum and lecture
  std::vector<int> cells = {1024, 2048, 4096};
  std::vector<std::string> schemes = {"two-kernel", "auto"};  // schemes to measure on the GPU
  std::string json, plot;
  std::string paper;  // a name of all_papers(), or all: prints their tables instead; empty: none
  bool quick = false;
  std::string csv;
  std::string slice;  // .npy file for a plane of the gas that yamamoto computes in three dimensions
  bool live = false;  // also measures with the window drawn sixty times a second
  EngineRequest engine;
  std::optional<Precision> precision;
};

// Prints the tables of command.paper and writes its files. Returns the exit code.
int run_papers(const BenchCommand& command);

}  // namespace ez
