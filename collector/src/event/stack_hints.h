// The last known waiter stack of each lock, process-wide: a cache, not a map.
//
// A thread that meets a lock for the first time attributes its events to the stack that another
// thread was seen with, until its own budget allows a walk. A lock that has no stack here is
// walked.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/lock_key.h"

namespace uncork {

class StackHints {
 public:
  // A stack of this lock, or 0 when none is remembered.
  std::uint32_t get(std::uint32_t hash, Kind kind) const {
    const std::uint64_t slot = slots_[place(hash, kind)].load(std::memory_order_relaxed);
    return (slot >> 32) == tag(hash, kind) ? static_cast<std::uint32_t>(slot) : 0;
  }

  void put(std::uint32_t hash, Kind kind, std::uint32_t stackId) {
    slots_[place(hash, kind)].store((static_cast<std::uint64_t>(tag(hash, kind)) << 32) | stackId,
                                    std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t kSlots = 32768;

  static std::uint32_t place(std::uint32_t hash, Kind kind) { return mix(hash, kind) % kSlots; }
  static std::uint32_t tag(std::uint32_t hash, Kind kind) { return mix(hash, kind); }

  std::atomic<std::uint64_t> slots_[kSlots] = {};
};

}  // namespace uncork
