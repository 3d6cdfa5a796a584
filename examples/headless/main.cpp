// Sends a pulse through an open domain and prints the largest field while it passes and after it has left.
#include <cstdio>

#include "solver/solver.h"

int main() {
  ez::Scene scene;
  scene.grid = {.nx = 200, .ny = 200, .dx = 1e-3, .dy = 1e-3};  // m
  ez::Source lamp;
  lamp.geometry = ez::PointSource{{0.1, 0.1}};
  lamp.waveform = ez::Ricker{.frequency = 15e9};
  scene.sources = {lamp};
  for (const ez::Message& m : ez::validate(scene)) std::fprintf(stderr, "%s\n", ez::to_string(m).c_str());

  ez::EngineChoice choice = ez::make_engine({});  // a GPU if the machine has one
  std::printf("%s\n", choice.engine->info().device.c_str());
  ez::Solver solver(std::move(choice.engine), scene);
  for (const int steps : {200, 1800}) {
    solver.advance(steps);
    std::printf("t = %.2f ns: largest |Ez| %.3g V/m\n", 1e9 * solver.time(), solver.health().max_abs);
  }
}
