// The table into which one thread counts its blocked acquires: one kilobyte, one writer, one
// reader.
//
// The thread that owns a block is its only writer; the drainer is its only reader. Counters only
// grow; the drainer remembers what it has seen of each, in the entry, so that nothing is reset and
// nothing gets lost. An entry counts one lock from one call stack; a lock with several stacks has
// several entries, and the index points at the one that events go to now. So the sum over a lock's
// stacks is its exact count, always.
//
// A block that is full, or whose thread ends, is retired: nobody writes to it any more, the drainer
// merges it and recycles it under a new generation.
#pragma once

#include <atomic>
#include <cstdint>

#include "lock_key.h"

namespace uncork {

// A weak reference to the class of a lock, opaque to everything that doesn't talk to the JVM.
using ClassRef = void*;

struct alignas(64) Entry {
  // Written once, before the block's `used` publishes the entry.
  std::uint32_t hash;
  Kind kind;
  std::uint32_t stackId;

  std::uint32_t classId;  // drainer's: 0 until the class is resolved
  ClassRef classRef;      // the drainer's, once published

  std::atomic<std::uint64_t> count;
  std::atomic<std::uint64_t> duration;     // ticks or nanoseconds: timeBaseOf(kind)
  std::atomic<std::uint64_t> maxDuration;  // since the drainer took it

  std::uint64_t seenCount;  // drainer's
  std::uint64_t seenDuration;

  // Adds one event. The release store of `count` pairs with the drainer's acquire load: what it
  // counts, it has the duration of.
  void add(std::uint64_t eventDuration) {
    duration.store(duration.load(std::memory_order_relaxed) + eventDuration,
                   std::memory_order_relaxed);
    if (eventDuration > maxDuration.load(std::memory_order_relaxed)) {
      maxDuration.store(eventDuration, std::memory_order_relaxed);
    }
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
};
static_assert(sizeof(Entry) == 64, "an entry fills one cache line");

struct alignas(64) Block {
  static constexpr unsigned kEntries = 15;
  static constexpr unsigned kIndexSlots = 32;

  Block* next;         // link of the list of blocks that the drainer doesn't know, then of its own
  Block* previous;     // drainer's: the other link of its list of live blocks
  Block* nextRetired;  // link of the list of blocks to merge and recycle
  std::uint32_t generation;
  std::uint32_t session;  // the collection for which the block was taken
  // Entries published; the release store pairs with the drainer's acquire load.
  std::atomic<std::uint8_t> used;
  std::uint8_t index[kIndexSlots - 1];  // owner's: entry + 1 that a lock's events go to; 0 is free

  Entry entries[kEntries];

  // The entry that events of the lock go to now, or nullptr.
  Entry* find(std::uint32_t hash, Kind kind);

  // The entry of the lock for this stack, made current, or nullptr when there is none.
  Entry* select(std::uint32_t hash, Kind kind, std::uint32_t stackId);

  // A new entry, made current, or nullptr when the block is full.
  Entry* add(std::uint32_t hash, Kind kind, std::uint32_t stackId, ClassRef classRef);

  bool isFull() const { return used.load(std::memory_order_relaxed) == kEntries; }

  // Empties the block under the next generation; only while nobody else knows it.
  void recycle();

 private:
  std::uint8_t* slot(std::uint32_t hash, Kind kind);
};
static_assert(sizeof(Block) == 1024, "10,000 threads cost 10 MiB");

}  // namespace uncork
