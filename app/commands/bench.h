// The options of `ezscope bench`, and the half of it that prints the tables of papers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/engine/backend.h"

namespace ez {

// The options on the command line.
struct BenchCommand {
  std::string scene = "lecture";
  bool every_scene = true;  // vacuum and lecture
  std::vector<int> cells = {1024, 2048, 4096};
  std::vector<std::string> schemes = {"two-kernel", "auto"};  // that the GPU is measured with
  std::string json, plot;
  std::string paper;  // the name of one of all_papers(), or all: their tables instead; empty: none
  bool quick = false;
  std::string csv;
  std::string slice;  // .npy of a plane of the gas that yamamoto computes in three dimensions
  bool live = false;  // also with the window drawn sixty times a second
  EngineRequest engine;
  std::optional<Precision> precision;
};

// Prints the tables of command.paper and writes its files. Returns the exit code.
int run_papers(const BenchCommand& command);

}  // namespace ez
