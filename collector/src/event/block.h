// The table into which one thread counts its blocked acquires: a quarter of a kilobyte or a whole
// one, one writer, one reader.
//
// The thread that owns a block is its only writer; the drainer is its only reader. Counters only
// grow; the drainer remembers what it has seen of each, in the entry, so that nothing is reset and
// nothing gets lost. An entry counts one lock from one call stack; a lock with several stacks has
// several entries, and the index points at the one that events go to now. So the sum over a lock's
// stacks is its exact count, always.
//
// A block that is full, or whose thread ends, is retired: nobody writes to it any more, the drainer
// merges it and recycles it under a new generation. A thread begins with a small block and gets a
// large one when it fills a block sooner than the drainer comes by.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/lock_key.h"

namespace uncork {

// A weak reference to the class of a lock, opaque to everything that doesn't talk to the JVM.
using ClassRef = void*;

struct alignas(64) Entry {
  // Written once, before the block's `used` publishes the entry.
  std::uint32_t hash;
  Kind kind;
  std::atomic<std::uint16_t> longCount;  // since the drainer took it; in what was padding
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
  void add(std::uint64_t eventDuration, bool isLong = false) {
    if (isLong) {
      // Seldom, so that an exact count may cost an atomic instruction.
      longCount.fetch_add(1, std::memory_order_relaxed);
    }
    duration.store(duration.load(std::memory_order_relaxed) + eventDuration,
                   std::memory_order_relaxed);
    if (eventDuration > maxDuration.load(std::memory_order_relaxed)) {
      maxDuration.store(eventDuration, std::memory_order_relaxed);
    }
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
};
static_assert(sizeof(Entry) == 64, "an entry fills one cache line");

// The head of a block; its entries follow in memory.
struct alignas(64) Block {
  static constexpr unsigned kSmallEntries = 3;
  static constexpr unsigned kLargeEntries = 15;
  static constexpr unsigned kIndexSlots = 28;

  Block* next;               // in the list of blocks that the drainer doesn't know, then in its own
  Block* previous;           // drainer's: the other link of its list of live blocks
  Block* nextRetired;        // link of the list of blocks to merge and recycle
  std::uint32_t generation;  // no two uses of memory as a block have the same
  std::uint32_t session;     // the collection for which the block was taken
  // Entries published; the release store pairs with the drainer's acquire load.
  std::atomic<std::uint8_t> used;
  std::uint8_t capacity;
  std::uint16_t round;              // the drainer's, when the block was taken
  std::uint8_t index[kIndexSlots];  // owner's: entry + 1 that a lock's events go to; 0 is free

  // An empty block, or nullptr when there is no memory.
  static Block* create(unsigned capacity);
  static void destroy(Block* block);

  Entry* entries() { return reinterpret_cast<Entry*>(this + 1); }

  // The entry that events of the lock go to now, or nullptr.
  Entry* find(std::uint32_t hash, Kind kind);

  // The entry of the lock for this stack, made current, or nullptr when there is none.
  Entry* select(std::uint32_t hash, Kind kind, std::uint32_t stackId);

  // A new entry, made current, or nullptr when the block is full.
  Entry* add(std::uint32_t hash, Kind kind, std::uint32_t stackId, ClassRef classRef);

  bool isFull() const { return used.load(std::memory_order_relaxed) == capacity; }

  // Empties the block under a new generation; only while nobody else knows it.
  void recycle();

 private:
  static std::size_t bytes(unsigned capacity) { return sizeof(Block) + capacity * sizeof(Entry); }
  std::uint8_t* slot(std::uint32_t hash, Kind kind);
};
static_assert(sizeof(Block) == 64, "10,000 threads at few locks cost 2.5 MiB, at many 10 MiB");

}  // namespace uncork
