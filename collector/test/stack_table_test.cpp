#include "event/stack_table.h"

#include <gtest/gtest.h>

#include <atomic>
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
  std::uint32_t interned = 0;
  for (std::uint32_t i = 0; i < StackTable::kSlots; i++) {
    interned += intern(*table, stackOf(i * 100 + 1, 3)) == StackTable::kOther ? 0 : 1;
  }
  EXPECT_GT(interned, StackTable::kMaxStacks - 200) << "few are too far from their place";
  EXPECT_LE(interned, StackTable::kMaxStacks);
  EXPECT_NE(StackTable::kOther, intern(*table, stackOf(1, 3))) << "known before it was full";
  EXPECT_EQ(interned, drainNew(*table, &ids));
  EXPECT_EQ(interned, ids.size());
}

TEST(StackTable, givesAReleasedPlaceAnotherId) {
  auto table = std::make_unique<StackTable>();
  const std::uint32_t old = intern(*table, stackOf(1, 5));
  std::set<std::uint32_t> ids;
  drainNew(*table, &ids);
  EXPECT_TRUE(table->holds(old));
  table->release(old);
  EXPECT_FALSE(table->holds(old));
  EXPECT_EQ(0U, table->size());
  const std::uint32_t fresh = intern(*table, stackOf(1, 5));
  EXPECT_NE(old, fresh);
  EXPECT_EQ(StackTable::placeOf(old), StackTable::placeOf(fresh));
  EXPECT_EQ(1U, drainNew(*table, &ids)) << "its frames are told again";
}

TEST(StackTable, findsStacksBehindReleasedPlaces) {
  auto table = std::make_unique<StackTable>();
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < 8000; i++) {
    ids.push_back(intern(*table, stackOf(i * 100 + 1, 3)));
  }
  std::set<std::uint32_t> drained;
  drainNew(*table, &drained);
  for (std::uint32_t i = 0; i < 8000; i += 2) {
    table->release(ids[i]);
  }
  for (std::uint32_t i = 1; i < 8000; i += 2) {
    ASSERT_EQ(ids[i], intern(*table, stackOf(i * 100 + 1, 3)));
  }
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

TEST(StackTable, keepsItsSizeWhileStacksComeAndGo) {
  auto table = std::make_unique<StackTable>();
  std::atomic<bool> done{false};
  std::atomic<std::uint32_t> others{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; t++) {
    threads.emplace_back([&, t] {
      for (std::uint32_t i = 0; i < 20'000; i++) {
        const std::uint32_t id = intern(*table, stackOf((i % 500) * 64 + t + 1, 4));
        others.fetch_add(id == StackTable::kOther ? 1 : 0, std::memory_order_relaxed);
      }
    });
  }
  std::thread drainer([&] {
    while (!done.load(std::memory_order_acquire)) {
      std::set<std::uint32_t> ids;
      drainNew(*table, &ids);
      for (const std::uint32_t id : ids) {
        table->release(id);
      }
    }
  });
  for (std::thread& thread : threads) {
    thread.join();
  }
  done.store(true, std::memory_order_release);
  drainer.join();
  std::set<std::uint32_t> left;
  drainNew(*table, &left);
  EXPECT_EQ(left.size(), table->size());
  EXPECT_EQ(0U, others.load());
}

}  // namespace
}  // namespace uncork
