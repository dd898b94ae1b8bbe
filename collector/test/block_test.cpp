#include "event/block.h"

#include <gtest/gtest.h>

#include <memory>

namespace uncork {
namespace {

struct Destroy {
  void operator()(Block* block) const { Block::destroy(block); }
};

std::unique_ptr<Block, Destroy> emptyBlock(unsigned capacity = Block::kSmallEntries) {
  return std::unique_ptr<Block, Destroy>(Block::create(capacity));
}

TEST(Block, findsWhatWasAdded) {
  auto block = emptyBlock();
  Entry* entry = block->add(42, Kind::kMonitor, 7, nullptr);
  ASSERT_NE(nullptr, entry);
  EXPECT_EQ(entry, block->find(42, Kind::kMonitor));
  EXPECT_EQ(7U, entry->stackId);
  EXPECT_EQ(nullptr, block->find(43, Kind::kMonitor));
}

TEST(Block, keepsKindsOfOneLockApart) {
  auto block = emptyBlock();
  Entry* blocked = block->add(42, Kind::kMonitor, 7, nullptr);
  Entry* waits = block->add(42, Kind::kMonitorWait, 0, nullptr);
  EXPECT_EQ(blocked, block->find(42, Kind::kMonitor));
  EXPECT_EQ(waits, block->find(42, Kind::kMonitorWait));
}

TEST(Block, countsInTheEntryOfTheStackSelectedLast) {
  auto block = emptyBlock();
  Entry* first = block->add(42, Kind::kMonitor, 7, nullptr);
  Entry* second = block->add(42, Kind::kMonitor, 8, nullptr);
  EXPECT_EQ(second, block->find(42, Kind::kMonitor));
  EXPECT_EQ(first, block->select(42, Kind::kMonitor, 7));
  EXPECT_EQ(first, block->find(42, Kind::kMonitor));
  EXPECT_EQ(nullptr, block->select(42, Kind::kMonitor, 9));
  EXPECT_EQ(nullptr, block->select(43, Kind::kMonitor, 7));
}

TEST(Block, holdsAllEntriesWhateverTheirHashes) {
  for (std::uint32_t stride : {1U, 32U, 0x08000000U, 0x9E3779B9U}) {
    auto block = emptyBlock(Block::kLargeEntries);
    for (std::uint32_t i = 0; i < Block::kLargeEntries; i++) {
      EXPECT_FALSE(block->isFull());
      ASSERT_NE(nullptr, block->add(i * stride + 1, Kind::kMonitor, i + 1, nullptr));
    }
    EXPECT_TRUE(block->isFull());
    EXPECT_EQ(nullptr, block->add(0xABCDEF, Kind::kMonitor, 1, nullptr));
    EXPECT_EQ(nullptr, block->find(0xABCDEF, Kind::kMonitor));
    for (std::uint32_t i = 0; i < Block::kLargeEntries; i++) {
      const Entry* entry = block->find(i * stride + 1, Kind::kMonitor);
      ASSERT_NE(nullptr, entry);
      EXPECT_EQ(i + 1, entry->stackId);
    }
  }
}

TEST(Block, isEmptyUnderTheNextGenerationWhenRecycled) {
  auto block = emptyBlock();
  block->add(42, Kind::kMonitor, 7, nullptr)->add(100);
  const std::uint32_t generation = block->generation;
  block->recycle();
  EXPECT_NE(generation, block->generation);
  EXPECT_EQ(Block::kSmallEntries, block->capacity);
  EXPECT_EQ(nullptr, block->find(42, Kind::kMonitor));
  EXPECT_EQ(0U, block->add(42, Kind::kMonitor, 7, nullptr)->count.load());
}

TEST(Block, hasAGenerationOfItsOwn) {
  const std::uint32_t first = emptyBlock()->generation;
  EXPECT_NE(first, emptyBlock()->generation);  // most likely in the same memory
}

TEST(Block, holdsAsManyEntriesAsItWasMadeFor) {
  auto block = emptyBlock(Block::kSmallEntries);
  for (std::uint32_t i = 0; i < Block::kSmallEntries; i++) {
    ASSERT_NE(nullptr, block->add(i + 1, Kind::kMonitor, 1, nullptr));
  }
  EXPECT_TRUE(block->isFull());
  EXPECT_EQ(nullptr, block->add(0xABCDEF, Kind::kMonitor, 1, nullptr));
}

TEST(Entry, countsSumAndMaximum) {
  auto block = emptyBlock();
  Entry* entry = block->add(42, Kind::kMonitor, 7, nullptr);
  for (std::uint64_t nanos : {5U, 30U, 10U}) {
    entry->add(nanos);
  }
  EXPECT_EQ(3U, entry->count.load());
  EXPECT_EQ(45U, entry->duration.load());
  EXPECT_EQ(30U, entry->maxDuration.load());
}

}  // namespace
}  // namespace uncork
