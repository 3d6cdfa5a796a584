// `ezscope bench --paper NAME`: the papers' tables in the papers' own layout, with the papers' figures beside ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli.h"
#include "app/commands/bench.h"
#include "solver/scheme.h"

namespace ez {

struct PaperTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // a cell that could not be had is "skipped"
  std::vector<std::string> notes;
};

std::string markdown(const PaperTable& table);
std::string csv(const PaperTable& table);
std::string json(const PaperTable& table);

// What the tables are made with: the device, or why there is none.
struct PaperBench {
  EngineRequest engine;
  bool quick = false;
  std::optional<BenchDevice> device;
  std::string skipped;  // why GPU cells are
  std::vector<BenchRow> rows;

  // A run of `steps` on the GPU by one scheme: the kernels' seconds for all steps. Runs of more than a second are made
  // over fewer steps and scaled. nullopt, with the reason in `skipped_because`, when it cannot be done.
  std::optional<double> seconds(const Scene& scene, const SchemeChoice& scheme, BlockShape block, int steps);
  std::string skipped_because;
};

int run_papers(const BenchCommand& command);

// One function a paper. Each prints nothing; interrupted() ends them early.
std::vector<PaperTable> takada_tables(PaperBench& bench);
std::vector<PaperTable> minami_tables(PaperBench& bench);
std::vector<PaperTable> golovashkin_tables(PaperBench& bench);
std::vector<PaperTable> yanagitani_tables(PaperBench& bench);

// The scene of a paper at n × n cells.
Scene paper_scene(BoundaryKind walls, int n, Precision precision);

}  // namespace ez
