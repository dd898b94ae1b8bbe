// What all threads counted since it was last written out, per lock and waiter stack. Drainer only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/chunk_pool.h"
#include "base/lock_key.h"

namespace uncork {

struct LockKey {
  std::uint32_t hash;
  std::uint32_t classId;
  Kind kind;  // a reported one
};

// One drained record, as LockRecord.java describes it.
struct Record {
  std::int32_t type;
  std::int32_t kind;
  std::int32_t identityHash;
  std::int32_t classId;
  union {
    struct {
      std::int64_t blocked, waitNanos, maxWaitNanos, waits, waitedNanos, longBlocked;
    } lock;
    struct {
      std::int32_t stackId, zero;
      std::int64_t count, waitNanos, zeros[3];
    } site;
  };
};
static_assert(sizeof(Record) == 64, "LockRecord.BYTES");

class Aggregate {
 public:
  static constexpr std::int32_t kRecordLock = 1;
  static constexpr std::int32_t kRecordSite = 2;
  // In the place of a stack: the counts are waits.
  static constexpr std::uint32_t kWaits = 0xFFFFFFFFU;

  // Whether a stack can be named now; records of others stay until it can.
  using IsNamed = bool (*)(std::uint32_t stackId, void* context);

  constexpr Aggregate() = default;
  Aggregate(const Aggregate&) = delete;
  Aggregate& operator=(const Aggregate&) = delete;
  ~Aggregate() { memory::releaseArray(index_, indexSlots_); }

  // Adds counts; false, and nothing changed, when there is no memory.
  bool add(const LockKey& key, std::uint32_t stackId, std::uint64_t count, std::uint64_t nanos,
           std::uint64_t maxNanos, std::uint64_t longCount = 0);

  // Writes at most `capacity` records, the locks with the longest total wait first, and removes
  // what they say. A lock whose sites don't all fit is written with those that do: a lock's counts
  // are always the sum of the sites written with it.
  std::size_t write(Record* records, std::size_t capacity, IsNamed isNamed, void* context);

  std::uint32_t lockCount() const { return locks_.count(); }

 private:
  struct Lock {
    LockKey key;
    std::uint32_t firstSite;
    std::uint64_t maxNanos;
    std::uint64_t longCount;
  };
  struct Site {
    std::uint32_t stackId;
    std::uint32_t next;
    std::uint64_t count;
    std::uint64_t nanos;
  };
  struct Rank {
    std::uint64_t nanos;
    std::uint32_t slot;
  };

  std::uint32_t* slotOf(const LockKey& key);
  bool growIndex();
  std::uint32_t siteOf(Lock& lock, std::uint32_t stackId);
  std::size_t rank(Rank* ranks);
  std::size_t writeLock(Lock& lock, Record* records, std::size_t capacity, IsNamed isNamed,
                        void* context);
  void forgetEmpty();

  ChunkPool<Lock> locks_;
  ChunkPool<Site> sites_;
  std::uint32_t* index_ = nullptr;  // places in locks_, open addressing
  std::size_t indexSlots_ = 0;      // a power of two, at least twice the locks
};

}  // namespace uncork
