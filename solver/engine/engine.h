// An engine: the fields of one Problem on one device, and how they are computed. What makes engines is a backend
// (backend.h).
#pragma once

#include <string>

#include "solver/engine/fields.h"
#include "solver/engine/tuning.h"

namespace ez {

struct EngineInfo {
  std::string backend;  // as it is shown: "CUDA" or "CPU"
  std::string device;   // "NVIDIA H200", "AMD EPYC, 2 threads, AVX-512"
  int device_index = -1;
  int threads = 0;
  std::string instructions;  // of the CPU engine: "AVX-512"
  bool on_host = true;       // its arrays lie in the program's own memory
};

namespace gas {
class GasRun;  // solver/gas/run.h
}

class Engine : public Fields, public Tuning {
 public:
  virtual const EngineInfo& info() const = 0;
  virtual double free_bytes() const = 0;              // memory an engine could still take
  virtual gas::GasRun* gas_run() { return nullptr; }  // what it runs, where that is a gas or heat; waits for its batch
};

}  // namespace ez
