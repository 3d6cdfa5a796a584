// The results of `ezscope bench`, and their output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/engine/backend.h"

namespace ez {

struct BenchDevice {
  int index = 0;  // within its backend
  std::string name, driver;
  double sm_clock_mhz = 0, memory_gb = 0, copy_gb_s = 0, issue_gops = 0, l2_gb_s = 0,
         theoretical_gb_s = 0;  // 0: not known
};
// Measures the limits of the device that an engine made by `request` would run on. Returns none if it would run on
// the CPU. Throws EngineError if the requested device is not available.
std::optional<BenchDevice> measure_device(const EngineRequest& request);

struct BenchRow {
  std::string scheme, scene, backend;  // backend: cpu or cuda, as on the command line
  std::string note;                    // the scheme's automatic choice
  int nx = 0, ny = 0, threads = 0;
  Precision precision = Precision::float32;
  std::optional<BlockShape> block;
  int steps = 0;
  std::vector<double> seconds;     // per run, sorted
  double bytes_per_cell_step = 0;  // bytes that the scheme must move at least once
  std::optional<double> roof;      // Gcell/s at the copy bandwidth
  // Gcell/s if the device did only the operations of a lossless cell, at the measured rate of multiply-adds.
  std::optional<double> issue_limit;
  std::optional<double> peer;  // Gcell/s of two plain sweeps on one core, in the same run
  // Relative L2 difference of the main field from the first engine's, which is the CPU engine with one thread if that
  // is measured.
  std::optional<double> agrees;

  double median() const { return seconds[seconds.size() / 2]; }
  double gcells(double s) const { return 1e-9 * nx * static_cast<double>(ny) * steps / s; }
};

struct BenchReport {
  std::optional<BenchDevice> device;
  std::string cpu_name;
  int cores = 0, threads = 0;
  std::vector<BenchRow> rows;
  std::string tables;  // of `bench --paper`, as JSON values separated by commas; otherwise empty
};

std::string host_engine(const BenchRow& row);  // of a row that ran on threads: "CPU, 2 threads"
std::string bench_heading();
std::string bench_line(const BenchRow& row);
std::string bench_json(const BenchReport& report);
std::string bench_svg(const BenchReport& report);  // speed over the size of the grid

}  // namespace ez
