#include "drain/aggregate.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace uncork {
namespace {

bool allNamed(std::uint32_t /*stackId*/, void* /*context*/) { return true; }
bool onlyEven(std::uint32_t stackId, void* /*context*/) { return stackId % 2 == 0; }

LockKey lockOf(std::uint32_t hash) { return {hash, 2, Kind::kMonitor}; }

std::vector<Record> write(Aggregate& aggregate, std::size_t capacity,
                          Aggregate::IsNamed isNamed = allNamed) {
  std::vector<Record> records(capacity);
  records.resize(aggregate.write(records.data(), capacity, isNamed, nullptr));
  return records;
}

TEST(Aggregate, writesALockWithItsSites) {
  Aggregate aggregate;
  ASSERT_TRUE(aggregate.add(lockOf(42), 7, 3, 300, 150));
  ASSERT_TRUE(aggregate.add(lockOf(42), 8, 1, 500, 500, 1));
  ASSERT_TRUE(aggregate.add(lockOf(42), Aggregate::kWaits, 4, 4000, 2000));
  const std::vector<Record> records = write(aggregate, 10);
  ASSERT_EQ(3U, records.size());
  EXPECT_EQ(Aggregate::kRecordLock, records[0].type);
  EXPECT_EQ(0, records[0].kind);
  EXPECT_EQ(42, records[0].identityHash);
  EXPECT_EQ(2, records[0].classId);
  EXPECT_EQ(4, records[0].lock.blocked);
  EXPECT_EQ(800, records[0].lock.waitNanos);
  EXPECT_EQ(500, records[0].lock.maxWaitNanos);
  EXPECT_EQ(1, records[0].lock.longBlocked);
  EXPECT_EQ(4, records[0].lock.waits);
  EXPECT_EQ(4000, records[0].lock.waitedNanos);
  std::map<int, long> counts;
  for (int i : {1, 2}) {
    EXPECT_EQ(Aggregate::kRecordSite, records[static_cast<std::size_t>(i)].type);
    EXPECT_EQ(42, records[static_cast<std::size_t>(i)].identityHash);
    const auto& site = records[static_cast<std::size_t>(i)].site;
    counts[site.stackId] = site.count;
  }
  EXPECT_EQ((std::map<int, long>{{7, 3}, {8, 1}}), counts);
}

TEST(Aggregate, isEmptyWhenAllWasWritten) {
  Aggregate aggregate;
  aggregate.add(lockOf(42), 7, 3, 300, 150);
  write(aggregate, 10);
  EXPECT_EQ(0U, aggregate.lockCount());
  EXPECT_TRUE(write(aggregate, 10).empty());
}

TEST(Aggregate, putsTheLongestWaitFirst) {
  Aggregate aggregate;
  for (std::uint32_t hash : {3U, 9U, 1U, 7U}) {
    aggregate.add(lockOf(hash), 1, 1, hash * 10, hash * 10);
  }
  aggregate.add(lockOf(8), Aggregate::kWaits, 1, 1'000'000, 0);  // waits are no blocked acquires
  std::vector<int> order;
  for (const Record& record : write(aggregate, 20)) {
    if (record.type == Aggregate::kRecordLock) {
      order.push_back(record.identityHash);
    }
  }
  EXPECT_EQ((std::vector<int>{9, 7, 3, 1, 8}), order);
}

TEST(Aggregate, tellsClassesAndKindsApart) {
  Aggregate aggregate;
  aggregate.add({42, 2, Kind::kMonitor}, 1, 1, 10, 10);
  aggregate.add({42, 3, Kind::kMonitor}, 1, 1, 10, 10);
  aggregate.add({42, 2, Kind::kJuc}, 1, 1, 10, 10);
  EXPECT_EQ(3U, aggregate.lockCount());
}

TEST(Aggregate, losesNothingWhateverTheCapacity) {
  for (std::size_t capacity : {2U, 3U, 5U, 64U, 10'000U}) {
    Aggregate aggregate;
    for (std::uint32_t i = 0; i < 3000; i++) {
      ASSERT_TRUE(aggregate.add(lockOf(i % 300), i % 7 + 1, 1, i, i));
    }
    std::map<int, long> blocked;
    std::map<int, long> ofSites;
    for (auto records = write(aggregate, capacity); !records.empty();
         records = write(aggregate, capacity)) {
      for (const Record& record : records) {
        if (record.type == Aggregate::kRecordLock) {
          blocked[record.identityHash] += record.lock.blocked;
        } else {
          ofSites[record.identityHash] += record.site.count;
        }
      }
      ASSERT_EQ(blocked, ofSites) << "at every moment";
    }
    ASSERT_EQ(300U, blocked.size());
    for (const auto& [hash, count] : blocked) {
      EXPECT_EQ(10, count) << hash;
    }
    EXPECT_EQ(0U, aggregate.lockCount());
  }
}

TEST(Aggregate, holdsSitesBackUntilTheirStackHasAName) {
  Aggregate aggregate;
  aggregate.add(lockOf(42), 7, 3, 300, 150);
  EXPECT_TRUE(write(aggregate, 10, onlyEven).empty());
  aggregate.add(lockOf(42), 8, 1, 100, 100);
  const std::vector<Record> named = write(aggregate, 10, onlyEven);
  ASSERT_EQ(2U, named.size());
  EXPECT_EQ(1, named[0].lock.blocked);
  const std::vector<Record> late = write(aggregate, 10);
  ASSERT_EQ(2U, late.size());
  EXPECT_EQ(3, late[0].lock.blocked);
  EXPECT_EQ(300, late[0].lock.waitNanos);
}

TEST(Aggregate, growsAndGivesMemoryBack) {
  const std::int64_t before = memory::bytesInUse();
  {
    Aggregate aggregate;
    for (std::uint32_t i = 0; i < 100'000; i++) {
      ASSERT_TRUE(aggregate.add(lockOf(i * 7919), 1, 1, i, i));
    }
    EXPECT_LT(memory::bytesInUse() - before, 8 << 20);
    std::size_t written = 0;
    for (auto records = write(aggregate, 4096); !records.empty();
         records = write(aggregate, 4096)) {
      written += records.size();
    }
    EXPECT_EQ(200'000U, written);
    EXPECT_LT(memory::bytesInUse() - before, 128 << 10);
  }
  EXPECT_EQ(before, memory::bytesInUse());
}

}  // namespace
}  // namespace uncork
