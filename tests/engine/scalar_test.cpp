// Tests the scalar engine against the CPU engine, bit for bit. Every other engine is compared with the scalar engine.
#include <gtest/gtest.h>

#include <memory>

#include "engine_pair.h"

namespace ez {
namespace {

EngineMaker scalar_maker() {
  EngineRequest request;
  request.backend = "scalar";
  return make_engine_maker(request).make;
}

TEST(Scalar, equals_the_cpu_engine_bit_for_bit_on_200_scenes) {
  engine_pair::compare_on_scenes(200, cpu_engine_maker(1), scalar_maker());
}

TEST(Scalar, is_never_chosen_automatically) {
  const Backend* scalar = find_backend("scalar");
  ASSERT_NE(scalar, nullptr);
  EXPECT_FALSE(scalar->automatic);
  EXPECT_NE(host_backend().name, "scalar");
  EXPECT_NE(make_engine({}).backend->name, "scalar");
  EXPECT_EQ(make_engine({.backend = "scalar", .threads = 4}).engine->info().threads, 1);
  EXPECT_EQ(make_engine({.backend = "scalar", .threads = 4}).reason, "the scalar backend was requested");
}

TEST(Scalar, refuses_a_gas) {
  Scene scene;
  scene.physics = Physics::gas;
  scene.states.emplace_back().name = "air";
  scene.grid.background = "air";
  try {
    const Solver solver(scalar_maker()(), scene);
    FAIL() << "it computes no gas";
  } catch (const NoBackend& e) {
    EXPECT_STREQ(e.what(), "the scalar backend computes neither gas nor heat");
  }
}

}  // namespace
}  // namespace ez
