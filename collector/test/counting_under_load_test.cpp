// Threads that count, fill blocks and end, against a drainer: the totals must be exact.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "drain/aggregate.h"
#include "event/collector.h"
#include "event/thread_state.h"

namespace uncork {
namespace {

constexpr std::uint32_t kSession = 1;

struct Totals {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> nanos;
};

bool mergeInto(Block& block, void* context) {
  Aggregate& aggregate = *static_cast<Aggregate*>(context);
  const unsigned used = block.used.load(std::memory_order_acquire);
  for (unsigned i = 0; i < used; i++) {
    Entry& entry = block.entries()[i];
    const std::uint64_t count = entry.count.load(std::memory_order_acquire) - entry.seenCount;
    const std::uint64_t nanos = entry.duration.load(std::memory_order_relaxed) - entry.seenDuration;
    const std::uint64_t max = entry.maxDuration.exchange(0, std::memory_order_relaxed);
    if (count != 0 &&
        !aggregate.add({entry.hash, 2, entry.kind}, entry.stackId, count, nanos, max)) {
      return false;
    }
    entry.seenCount += count;
    entry.seenDuration += count != 0 ? nanos : 0;
  }
  return true;
}

bool allNamed(std::uint32_t /*stackId*/, void* /*context*/) { return true; }

void drainInto(Aggregate& aggregate, Totals& totals) {
  Blocks& blocks = Collector::get().blocks;
  blocks.drainRetired(mergeInto, &aggregate);
  blocks.drainLive(mergeInto, &aggregate);
  blocks.replenish();
  Record records[64];
  for (std::size_t n; (n = aggregate.write(records, 64, allNamed, nullptr)) > 0;) {
    for (std::size_t i = 0; i < n; i++) {
      if (records[i].type == Aggregate::kRecordLock) {
        const auto lock = static_cast<std::size_t>(records[i].identityHash);
        totals.counts[lock] += static_cast<std::uint64_t>(records[i].lock.blocked);
        totals.nanos[lock] += static_cast<std::uint64_t>(records[i].lock.waitNanos);
      }
    }
  }
}

// What an event does, without a JVM.
void count(std::uint32_t hash, std::uint32_t stackId, std::uint64_t nanos) {
  ThreadState& state = threadState;
  Entry* entry = state.block == nullptr ? nullptr : state.block->find(hash, Kind::kJuc);
  if (entry != nullptr && entry->stackId != stackId) {
    entry = state.block->select(hash, Kind::kJuc, stackId);
  }
  if (entry == nullptr) {
    if (state.block != nullptr && state.block->isFull()) {
      Collector::get().blocks.retire(state.block);
      state.block = nullptr;
    }
    if (state.block == nullptr) {
      watchThreadEnd(state);
      state.block = Collector::get().blocks.take(kSession);
    }
    entry = state.block->add(hash, Kind::kJuc, stackId, nullptr);
  }
  entry->add(nanos);
}

void runLoad(std::uint32_t locks, int waves, int threadsPerWave, std::uint32_t events) {
  ASSERT_TRUE(prepareThreadStates());
  Totals totals{std::vector<std::uint64_t>(locks + 1), std::vector<std::uint64_t>(locks + 1)};
  Totals expected = totals;
  Aggregate aggregate;
  std::atomic<bool> done{false};
  std::thread drainer([&] {
    while (!done.load(std::memory_order_acquire)) {
      drainInto(aggregate, totals);
    }
  });
  for (int wave = 0; wave < waves; wave++) {
    std::vector<std::thread> threads;
    for (int t = 0; t < threadsPerWave; t++) {
      threads.emplace_back([=] {
        for (std::uint32_t i = 0; i < events; i++) {
          count(i % locks + 1, i % 3 + 1, i);
        }
      });
      for (std::uint32_t i = 0; i < events; i++) {
        expected.counts[i % locks + 1]++;
        expected.nanos[i % locks + 1] += i;
      }
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }
  done.store(true, std::memory_order_release);
  drainer.join();
  drainInto(aggregate, totals);
  EXPECT_EQ(expected.counts, totals.counts);
  EXPECT_EQ(expected.nanos, totals.nanos);
  EXPECT_EQ(0U, Collector::get().blocks.liveCount()) << "every thread that ended was merged";
}

TEST(CountingUnderLoad, isExactWithFewLocks) { runLoad(4, 5, 4, 20'000); }

TEST(CountingUnderLoad, isExactWhenBlocksOverflow) { runLoad(100, 5, 4, 20'000); }

TEST(CountingUnderLoad, isExactWithManyShortThreads) { runLoad(3, 100, 4, 50); }

}  // namespace
}  // namespace uncork
