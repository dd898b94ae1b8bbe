#include "stack_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace uncork {
namespace {

std::vector<RawFrame> stackOf(std::uintptr_t top, unsigned depth) {
  std::vector<RawFrame> frames;
  for (unsigned i = 0; i < depth; i++) {
    frames.push_back({reinterpret_cast<void*>((top + i) * 8), static_cast<std::int64_t>(i)});
  }
  return frames;
}

std::uint32_t intern(StackTable& table, const std::vector<RawFrame>& frames) {
  return table.intern(frames.data(), static_cast<unsigned>(frames.size()));
}

unsigned drainNew(StackTable& table, std::set<std::uint32_t>* ids) {
  unsigned count = 0;
  for (StackDraft* draft = table.takeNew(); draft != nullptr;) {
    StackDraft* next = draft->next;
    ids->insert(draft->stackId);
    table.recycle(draft);
    draft = next;
    count++;
  }
  return count;
}

TEST(StackTable, knowsAStackAgain) {
  auto table = std::make_unique<StackTable>();
  const std::uint32_t first = intern(*table, stackOf(1, 5));
  EXPECT_EQ(first, intern(*table, stackOf(1, 5)));
  EXPECT_NE(first, intern(*table, stackOf(2, 5)));
  EXPECT_NE(first, intern(*table, stackOf(1, 4)));
}

TEST(StackTable, tellsFramesByTheirLocationToo) {
  auto table = std::make_unique<StackTable>();
  const RawFrame a = {reinterpret_cast<void*>(8), 1};
  const RawFrame b = {reinterpret_cast<void*>(8), 2};
  EXPECT_NE(table->intern(&a, 1), table->intern(&b, 1));
}

TEST(StackTable, passesFramesToTheDrainerOnce) {
  auto table = std::make_unique<StackTable>();
  table->replenish();
  const auto frames = stackOf(9, StackDraft::kMaxFrames);
  const std::uint32_t id = intern(*table, frames);
  intern(*table, frames);
  StackDraft* draft = table->takeNew();
  ASSERT_NE(nullptr, draft);
  EXPECT_EQ(nullptr, draft->next);
  EXPECT_EQ(id, draft->stackId);
  ASSERT_EQ(frames.size(), draft->depth);
  for (unsigned i = 0; i < draft->depth; i++) {
    EXPECT_EQ(frames[i].method, draft->frames[i].method);
    EXPECT_EQ(frames[i].location, draft->frames[i].location);
  }
  table->recycle(draft);
  EXPECT_EQ(nullptr, table->takeNew());
}

TEST(StackTable, lumpsTogetherWhatComesWhenItIsFull) {
  auto table = std::make_unique<StackTable>();
  std::set<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < StackTable::kMaxStacks; i++) {
    EXPECT_NE(StackTable::kOther, intern(*table, stackOf(i * 100 + 1, 3)));
  }
  EXPECT_EQ(StackTable::kOther, intern(*table, stackOf(7, 23)));
  EXPECT_NE(StackTable::kOther, intern(*table, stackOf(1, 3))) << "known before it was full";
  EXPECT_EQ(StackTable::kMaxStacks, drainNew(*table, &ids));
  EXPECT_EQ(StackTable::kMaxStacks, ids.size());
}

TEST(StackTable, givesOneIdPerStackToConcurrentThreads) {
  auto table = std::make_unique<StackTable>();
  constexpr unsigned kThreads = 4;
  constexpr unsigned kStacks = 2000;
  std::vector<std::vector<std::uint32_t>> ids(kThreads);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; t++) {
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < kStacks; i++) {
        ids[t].push_back(intern(*table, stackOf(i * 50 + 1, 6)));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::set<std::uint32_t> published;
  EXPECT_EQ(kStacks, drainNew(*table, &published));
  for (unsigned t = 1; t < kThreads; t++) {
    EXPECT_EQ(ids[0], ids[t]);
  }
  EXPECT_EQ(published, std::set<std::uint32_t>(ids[0].begin(), ids[0].end()));
}

}  // namespace
}  // namespace uncork
