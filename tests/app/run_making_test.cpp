// Tests jobs in the background of the window, with and without a thread.
#include "app/session/run_making.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "patience.h"

namespace ez {
namespace {

TEST(Background, without_a_thread_does_the_job_at_once) {
  Background<int> job(Threads::none);
  EXPECT_FALSE(job.busy());
  EXPECT_FALSE(job.done());
  job.start([] { return 7; });
  EXPECT_FALSE(job.busy());
  ASSERT_TRUE(job.done());
  EXPECT_EQ(job.take(), 7);
  EXPECT_FALSE(job.done());
}

TEST(Background, a_new_job_replaces_the_one_before) {
  for (const Threads threads : {Threads::own, Threads::none}) {
    Background<int> job(threads);
    job.start([] { return 1; });
    job.start([] { return 2; });
    ASSERT_TRUE(comes([&] { return job.done(); }, [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }));
    EXPECT_EQ(job.take(), 2);
  }
}

TEST(Background, take_throws_the_exception_of_the_job) {
  for (const Threads threads : {Threads::own, Threads::none}) {
    Background<int> job(threads);
    job.start([]() -> int { throw std::runtime_error("out of memory"); });
    ASSERT_TRUE(comes([&] { return job.done(); }, [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }));
    EXPECT_THROW(job.take(), std::runtime_error);
  }
}

}  // namespace
}  // namespace ez
