// The collector's state: one per process, because the library stays loaded until the JVM ends.
#pragma once

#include <atomic>
#include <cstdint>

#include "blocks.h"
#include "pending.h"
#include "stack_hints.h"
#include "stack_table.h"

namespace uncork {

struct Collector {
  static Collector& get() { return instance; }

  Blocks blocks;
  StackTable stacks;
  StackHints hints;
  PendingPool pendings;

  // Number of the running collection; 0 while stopped. Everything that a thread remembers carries
  // it, so that nothing that began in one collection ends in another.
  alignas(64) std::atomic<std::uint32_t> session{0};
  // Time without walking that the same time of walking a stack costs; 0 walks no second stack of a
  // lock.
  std::atomic<std::uint32_t> walkSpacing{0};
  // Time without walking that a thread may save up.
  std::atomic<std::uint64_t> walkSaving[kTimeBases] = {};
  // Identity hash of the lock whose object is asked for; 0 for none.
  std::atomic<std::uint32_t> watchedHash{0};

 private:
  static Collector instance;
};

}  // namespace uncork
