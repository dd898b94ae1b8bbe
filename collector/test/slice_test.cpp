#include "remedy/slice.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

namespace uncork {
namespace {

std::uint64_t nowNanos() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// The kernel of this machine, or of the lab's guest: lab/run --profile slice.
class Slice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (attachSlice() == nullptr) {
      GTEST_SKIP() << "no time-slice extension: " << std::strerror(errno);
    }
  }
};

TEST_F(Slice, isTheSameForAThreadEachTime) {
  SliceControl* control = attachSlice();
  EXPECT_EQ(attachSlice(), control);
  SliceControl* others = nullptr;
  std::thread([&others] { others = attachSlice(); }).join();
  EXPECT_NE(others, nullptr);
  EXPECT_NE(others, control);
}

TEST_F(Slice, yieldsNothingThatWasNotGranted) { EXPECT_FALSE(yieldSlice()); }

TEST_F(Slice, outlivesManyThreads) {
  for (int round = 0; round < 50; round++) {
    std::vector<std::thread> threads;
    std::atomic<int> attached = 0;
    for (int i = 0; i < 8; i++) {
      threads.emplace_back([&attached] {
        SliceControl* control = attachSlice();
        if (control != nullptr) {
          control->request = 1;  // a thread that dies in the middle
          attached++;
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    ASSERT_EQ(attached, 8);
  }
}

// Two busy threads a processor: sooner or later one is to be preempted while it asks for more.
TEST_F(Slice, isGrantedToAThreadThatAsks) {
  std::atomic<bool> granted = false;
  std::atomic<bool> over = false;
  std::vector<std::thread> threads;
  const unsigned processors = std::thread::hardware_concurrency();
  const std::uint64_t deadline = nowNanos() + 60'000'000'000U;
  for (unsigned i = 0; i < 2 * processors; i++) {
    threads.emplace_back([&] {
      SliceControl* control = attachSlice();
      while (!over && nowNanos() < deadline) {
        control->request = 1;
        for (int spin = 0; spin < 1000; spin++) {
          asm volatile("" ::: "memory");
        }
        control->request = 0;
        if (control->granted != 0) {
          granted = true;
          over = true;
          yieldSlice();
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(granted);
}

TEST_F(Slice, leavesNoRequestInAForkedChild) {
  SliceControl* control = attachSlice();
  control->request = 1;
  const pid_t child = fork();
  if (child == 0) {
    _exit(attachSlice() == control && control->request == 0 ? 0 : 1);
  }
  control->request = 0;
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(SliceLength, isTakenNoticeOfOrRefused) {
  const auto self = static_cast<int>(syscall(SYS_gettid));
  if (!setSliceNanos(self, 20'000'000)) {
    EXPECT_TRUE(errno == ENOTSUP || errno == EPERM || errno == ENOSYS) << std::strerror(errno);
    GTEST_SKIP() << "no longer slices: " << std::strerror(errno);
  }
  EXPECT_TRUE(setSliceNanos(self, 0));
}

std::uint64_t sliceOfSelf() {
  struct {
    std::uint32_t size, policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtimeNanos, deadlineNanos, periodNanos;
  } attributes = {};
  syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0);
  return attributes.runtimeNanos;
}

TEST(SliceLength, isNotInheritedByAForkedChild) {
  const auto self = static_cast<int>(syscall(SYS_gettid));
  if (!setSliceNanos(self, 20'000'000)) {
    GTEST_SKIP() << "no longer slices: " << std::strerror(errno);
  }
  EXPECT_EQ(sliceOfSelf(), 20'000'000U);
  const pid_t child = fork();
  if (child == 0) {
    _exit(sliceOfSelf() == 20'000'000U ? 1 : 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(setSliceNanos(self, 0));
  EXPECT_NE(sliceOfSelf(), 20'000'000U);
}

TEST(SliceLength, isRefusedForAThreadOfAnotherProcess) { EXPECT_FALSE(setSliceNanos(1, 0)); }

TEST(SliceLength, fallsForAThreadThatIsGone) {
  int gone = 0;
  std::thread([&gone] { gone = static_cast<int>(syscall(SYS_gettid)); }).join();
  // Its number may linger until the kernel has buried it.
  bool refused = false;
  for (const std::uint64_t deadline = nowNanos() + 10'000'000'000U;
       !refused && nowNanos() < deadline;) {
    refused = !setSliceNanos(gone, 20'000'000);
  }
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace uncork
