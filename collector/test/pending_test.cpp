#include "event/pending.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace uncork {
namespace {

TEST(PendingPool, handsEachPlaceToOneThread) {
  auto pool = std::make_unique<PendingPool>();
  std::set<std::uint32_t> indexes;
  for (int i = 0; i < 5000; i++) {
    const std::uint32_t index = pool->take(1);
    ASSERT_NE(PendingPool::kNone, index);
    EXPECT_TRUE(indexes.insert(index).second);
  }
  for (const std::uint32_t index : indexes) {
    pool->giveBack(index, 1);
  }
  for (int i = 0; i < 5000; i++) {
    EXPECT_EQ(1U, indexes.count(pool->take(1)));
  }
}

TEST(PendingPool, reclaimsWhatOldSessionsLeftBehindOnce) {
  auto pool = std::make_unique<PendingPool>();
  const std::uint32_t left = pool->take(1);
  pool->reclaim(2);
  EXPECT_NE(left, pool->take(2)) << "a callback of session 1 may still run";
  pool->reclaim(100);
  pool->giveBack(left, 1);  // too late, and without effect
  std::set<std::uint32_t> indexes;
  for (int i = 0; i < 3000; i++) {
    EXPECT_TRUE(indexes.insert(pool->take(100)).second);
  }
  EXPECT_EQ(1U, indexes.count(left));
}

TEST(PendingPool, isExclusiveUnderLoad) {
  auto pool = std::make_unique<PendingPool>();
  constexpr int kThreads = 4;
  constexpr int kRounds = 50'000;
  std::atomic<int> clashes{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; i++) {
        const std::uint32_t index = pool->take(1);
        Pending& pending = pool->at(index);
        pending.hash = static_cast<std::uint32_t>(t);
        pending.startTicks = static_cast<std::uint64_t>(i);
        if (pending.hash != static_cast<std::uint32_t>(t) ||
            pending.startTicks != static_cast<std::uint64_t>(i)) {
          clashes.fetch_add(1);
        }
        pool->giveBack(index, 1);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(0, clashes.load());
}

}  // namespace
}  // namespace uncork
