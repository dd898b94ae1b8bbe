#include "block.h"

#include <gtest/gtest.h>

#include <memory>

namespace uncork {
namespace {

std::unique_ptr<Block> emptyBlock() { return std::make_unique<Block>(); }

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
    auto block = emptyBlock();
    for (std::uint32_t i = 0; i < Block::kEntries; i++) {
      EXPECT_FALSE(block->isFull());
      ASSERT_NE(nullptr, block->add(i * stride + 1, Kind::kMonitor, i + 1, nullptr));
    }
    EXPECT_TRUE(block->isFull());
    EXPECT_EQ(nullptr, block->add(0xABCDEF, Kind::kMonitor, 1, nullptr));
    EXPECT_EQ(nullptr, block->find(0xABCDEF, Kind::kMonitor));
    for (std::uint32_t i = 0; i < Block::kEntries; i++) {
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
  EXPECT_EQ(generation + 1, block->generation);
  EXPECT_EQ(nullptr, block->find(42, Kind::kMonitor));
  EXPECT_EQ(0U, block->add(42, Kind::kMonitor, 7, nullptr)->count.load());
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
