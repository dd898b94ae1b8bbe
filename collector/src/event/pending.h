// What a thread remembers between the start and the end of a blocked acquire or of a wait.
//
// A platform thread has its own; a virtual thread may end its acquire on another carrier, so that
// its pending event comes from a pool and its index lives in the JVM's storage of that thread.
#pragma once

#include <atomic>
#include <cstdint>

#include "event/block.h"

namespace uncork {

struct Pending {
  std::uint64_t startTicks;
  Block* block;  // where `entry` is; only dereferenced by the block's owner
  std::uint32_t generation;
  std::uint32_t session;  // 0: nothing is pending
  std::uint32_t hash;
  std::uint32_t stackId;
  Kind kind;
  std::uint8_t entry;
};

// Pending events of virtual threads that are blocked now.
class PendingPool {
 public:
  static constexpr std::uint32_t kNone = 0;

  // Index of a pending event for this session, or kNone when there is no memory.
  std::uint32_t take(std::uint32_t session);

  Pending& at(std::uint32_t index) { return node(index).pending; }

  // Gives an event of this session back; without effect when reclaim() was first.
  void giveBack(std::uint32_t index, std::uint32_t session);

  // Gives back the events of sessions so long before this one that no callback of them still runs;
  // their threads will not come back to them.
  void reclaim(std::uint32_t session);

 private:
  static constexpr std::uint32_t kSlabNodes = 1024;
  static constexpr std::uint32_t kSlabs = 4096;
  static constexpr std::uint32_t kGraceSessions = 8;

  struct Node {
    Pending pending;
    std::atomic<std::uint32_t> session;  // 0 while free
    std::atomic<std::uint32_t> next;
  };

  Node& node(std::uint32_t index) {
    return slabs_[(index - 1) / kSlabNodes].load(
        std::memory_order_acquire)[(index - 1) % kSlabNodes];
  }
  bool grow();
  void push(std::uint32_t first, std::uint32_t last);

  std::atomic<Node*> slabs_[kSlabs] = {};
  std::atomic<std::uint32_t> slabCount_{0};
  // Index of the first free node below, number of changes above, which keeps ABA out.
  alignas(64) std::atomic<std::uint64_t> free_{0};
};

}  // namespace uncork
