#include "event/blocks.h"

#include <gtest/gtest.h>

#include "base/memory.h"

namespace uncork {
namespace {

struct Sum {
  std::uint64_t count = 0;
  unsigned blocks = 0;
  bool complete = true;
};

bool merge(Block& block, void* context) {
  Sum& sum = *static_cast<Sum*>(context);
  sum.blocks++;
  if (!sum.complete) {
    return false;
  }
  for (unsigned i = 0; i < block.used.load(std::memory_order_acquire); i++) {
    Entry& entry = block.entries()[i];
    const std::uint64_t count = entry.count.load(std::memory_order_acquire);
    sum.count += count - entry.seenCount;
    entry.seenCount = count;
  }
  return true;
}

TEST(Blocks, areMergedWhileInUseAndOnceMoreWhenRetired) {
  Blocks blocks;
  Block* block = blocks.take(1);
  Entry* entry = block->add(42, Kind::kMonitor, 7, nullptr);
  entry->add(1);
  Sum live;
  blocks.drainLive(merge, &live);
  EXPECT_EQ(1U, live.count);
  EXPECT_EQ(1U, blocks.liveCount());

  entry->add(1);
  blocks.retire(block);
  Sum retired;
  blocks.drainRetired(merge, &retired);
  EXPECT_EQ(1U, retired.count);
  EXPECT_EQ(0U, blocks.liveCount());
}

TEST(Blocks, retiredBeforeTheDrainerKnewThemAreMergedOnce) {
  Blocks blocks;
  Block* block = blocks.take(1);
  block->add(42, Kind::kMonitor, 7, nullptr)->add(1);
  blocks.retire(block);
  Sum sum;
  blocks.drainRetired(merge, &sum);
  blocks.drainLive(merge, &sum);
  EXPECT_EQ(1U, sum.count);
  EXPECT_EQ(1U, sum.blocks);
}

TEST(Blocks, thatCannotBeMergedStayRetired) {
  Blocks blocks;
  Block* block = blocks.take(1);
  block->add(42, Kind::kMonitor, 7, nullptr)->add(1);
  blocks.retire(block);
  Sum sum;
  sum.complete = false;
  blocks.drainRetired(merge, &sum);
  EXPECT_EQ(0U, sum.count);
  sum.complete = true;
  blocks.drainRetired(merge, &sum);
  EXPECT_EQ(1U, sum.count);
}

TEST(Blocks, areRecycledUnderANewGeneration) {
  Blocks blocks;
  Block* first = blocks.take(1);
  const std::uint32_t generation = first->generation;
  blocks.retire(first);
  Sum sum;
  blocks.drainRetired(merge, &sum);
  bool found = false;
  for (int i = 0; i < 256 && !found; i++) {  // the pool hands out from alternating places
    Block* block = blocks.take(2);
    found = block == first;
    EXPECT_EQ(2U, block->session);
  }
  ASSERT_TRUE(found);
  EXPECT_NE(generation, first->generation);
}

TEST(Blocks, areLargeForThreadsThatFillThemSoonerThanTheDrainerComes) {
  Blocks blocks;
  const Block* first = blocks.take(1);
  EXPECT_EQ(Block::kSmallEntries, first->capacity);
  EXPECT_TRUE(blocks.isRecent(*first));
  EXPECT_EQ(Block::kLargeEntries, blocks.take(1, true)->capacity);
  Sum sum;
  blocks.drainRetired(merge, &sum);
  EXPECT_TRUE(blocks.isRecent(*first));
  blocks.drainRetired(merge, &sum);
  EXPECT_FALSE(blocks.isRecent(*first));
}

TEST(Blocks, giveMemoryBackWhenManyThreadsHaveEnded) {
  Blocks blocks;
  const std::int64_t before = memory::bytesInUse();
  constexpr int kThreads = 10'000;
  auto all = std::make_unique<Block*[]>(kThreads);
  for (int i = 0; i < kThreads; i++) {
    all[i] = blocks.take(1);
  }
  EXPECT_LT(memory::bytesInUse() - before, 3 << 20);
  for (int i = 0; i < kThreads; i++) {
    blocks.retire(all[i]);
  }
  Sum sum;
  blocks.drainRetired(merge, &sum);
  EXPECT_LE(memory::bytesInUse() - before, 256 * 1024);
}

}  // namespace
}  // namespace uncork
