// Tests work in the background: with its own thread, without one, and if no thread can be created.
#include "solver/base/background_work.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>
#include <stdexcept>
#include <system_error>

#include "patience.h"

namespace ez {
namespace {

using std::chrono::milliseconds;

void wait_for(const BackgroundWork& work) {
  EXPECT_TRUE(comes([&] { return work.done(); }, [] { std::this_thread::sleep_for(milliseconds(1)); }));
}

TEST(BackgroundWork, has_its_own_thread) {
  std::atomic<int> steps = 0, on_this_thread = 0;
  const std::thread::id own = std::this_thread::get_id();
  BackgroundWork work([&] {
    on_this_thread += std::this_thread::get_id() == own;
    return ++steps < 3;
  });
  wait_for(work);
  work.poll(milliseconds(1000));
  EXPECT_EQ(steps, 3);
  EXPECT_EQ(on_this_thread, 0);
}

TEST(BackgroundWork, without_a_thread_is_done_by_poll) {
  int steps = 0;
  BackgroundWork work([&] { return ++steps < 3; }, Threads::none);
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(steps, k);
    EXPECT_FALSE(work.done());
    work.poll(milliseconds(0));
  }
  EXPECT_TRUE(work.done());
  work.poll(milliseconds(0));
  EXPECT_EQ(steps, 3);
}

TEST(BackgroundWork, without_a_thread_uses_its_share_of_a_frame) {
  int steps = 0;
  BackgroundWork work([&] { return ++steps < 3; }, Threads::none);
  work.poll(std::chrono::hours(1));
  EXPECT_TRUE(work.done());
  EXPECT_EQ(steps, 3);
  BackgroundWork endless([] { return true; }, Threads::none);
  endless.poll(milliseconds(5));
  EXPECT_FALSE(endless.done());
}

TEST(BackgroundWork, does_no_step_after_it_was_stopped) {
  std::atomic<int> steps = 0;
  const auto step = [&] { return ++steps, true; };
  BackgroundWork own(step);
  EXPECT_TRUE(comes([&] { return steps > 0; }, [] { std::this_thread::sleep_for(milliseconds(1)); }));
  own.stop();
  const int before = steps;
  own.poll(milliseconds(5));
  EXPECT_EQ(steps, before);
  EXPECT_FALSE(own.done());
  BackgroundWork none(step, Threads::none);
  none.stop();
  none.poll(milliseconds(5));
  EXPECT_EQ(steps, before);
}

TEST(BackgroundWork, keeps_the_exception_that_ended_it) {
  for (const Threads threads : {Threads::own, Threads::none}) {
    int steps = 0;
    BackgroundWork work(
        [&]() -> bool {
          if (++steps == 2) throw std::runtime_error("the card is gone");
          return true;
        },
        threads);
    work.poll(milliseconds(1000));
    wait_for(work);
    EXPECT_THROW(work.rethrow(), std::runtime_error);
    EXPECT_EQ(steps, 2);
  }
}

// Makes every attempt to create a thread fail during its lifetime: no address space has room for the thread's stack.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 50);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_ = {};
};

TEST(BackgroundWork, works_without_a_thread_if_none_can_be_created) {
  const NoThreads limit;
  try {
    std::thread([] {}).join();
    GTEST_SKIP() << "a thread can be created with any stack size";
  } catch (const std::system_error&) {
  }
  int steps = 0;
  BackgroundWork work([&] { return ++steps < 3; });
  work.poll(std::chrono::hours(1));
  EXPECT_TRUE(work.done());
  EXPECT_EQ(steps, 3);
}

}  // namespace
}  // namespace ez
