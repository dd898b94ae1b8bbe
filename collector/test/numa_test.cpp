#include "numa/numa.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

namespace uncork {
namespace {

constexpr std::size_t kWords = 128;

// One CPU that this thread may run on.
std::size_t firstCpu(const std::uint64_t* words) {
  for (std::size_t i = 0; i < kWords * 64; i++) {
    if ((words[i / 64] >> (i % 64) & 1) != 0) {
      return i;
    }
  }
  return kWords * 64;
}

TEST(Numa, bindsAThreadAndLetsItGo) {
  std::uint64_t before[kWords];
  ASSERT_EQ(0, getAffinity(0, before, kWords));
  const std::size_t cpu = firstCpu(before);
  ASSERT_LT(cpu, kWords * 64);
  std::uint64_t one[kWords] = {};
  one[cpu / 64] = std::uint64_t{1} << (cpu % 64);

  std::atomic<int> id{0};
  std::atomic<bool> done{false};
  std::thread other([&] {
    id.store(static_cast<int>(syscall(SYS_gettid)));
    while (!done.load()) {
      std::this_thread::yield();
    }
  });
  while (id.load() == 0) {
    std::this_thread::yield();
  }
  EXPECT_EQ(0, setAffinity(id.load(), {one, kWords}));
  std::uint64_t seen[kWords];
  EXPECT_EQ(0, getAffinity(id.load(), seen, kWords));
  for (std::size_t i = 0; i < kWords; i++) {
    EXPECT_EQ(one[i], seen[i]);
  }
  EXPECT_EQ(0, setAffinity(id.load(), {before, kWords}));
  EXPECT_EQ(0, getAffinity(id.load(), seen, kWords));
  for (std::size_t i = 0; i < kWords; i++) {
    EXPECT_EQ(before[i], seen[i]);
  }
  done.store(true);
  other.join();
}

TEST(Numa, refusesWhatCannotBe) {
  std::uint64_t words[kWords] = {};
  EXPECT_EQ(EINVAL, setAffinity(0, {words, kWords}));  // no CPU at all
  words[0] = 1;
  constexpr int kNoThread = 0x3fffffff;
  EXPECT_EQ(ESRCH, setAffinity(kNoThread, {words, kWords}));
  EXPECT_EQ(ESRCH, getAffinity(kNoThread, words, kWords));
  EXPECT_EQ(-EINVAL, migratePages({words, 1}, {words, 2}));
}

TEST(Numa, movesPagesToNodeZeroWhereTheKernelMay) {
  const std::uint64_t node0[1] = {1};
  const long left = migratePages({node0, 1}, {node0, 1});
  if (left == -EPERM || left == -ENOSYS) {
    GTEST_SKIP() << "a sandbox forbids migrate_pages";
  }
  EXPECT_GE(left, 0);
}

int policy() {
  int mode = -1;
  syscall(SYS_get_mempolicy, &mode, nullptr, 0UL, nullptr, 0UL);
  return mode;
}

TEST(Numa, prefersNodesUntilToldOtherwiseAndLeavesOthersPolicies) {
  constexpr int kPreferred = 1;
  const std::uint64_t none[1] = {0};
  const std::uint64_t node0[1] = {1};
  std::thread fresh([&] {
    const int error = preferNodes({node0, 1});
    if (error == EPERM || error == ENOSYS) {
      GTEST_SKIP() << "a sandbox forbids set_mempolicy";
    }
    EXPECT_EQ(0, error);
    EXPECT_EQ(kPreferred, policy());
    EXPECT_EQ(0, preferNodes({node0, 1}));
    std::thread heir([&] {
      EXPECT_EQ(kPreferred, policy());
      EXPECT_EQ(EBUSY, preferNodes({node0, 1}));
      EXPECT_EQ(EBUSY, preferNodes({none, 1}));
    });
    heir.join();
    EXPECT_EQ(0, preferNodes({none, 1}));
    EXPECT_EQ(0, policy());
  });
  fresh.join();
}

}  // namespace
}  // namespace uncork
