// The collector's state: one per process, because the library stays loaded until the JVM ends.
#pragma once

#include <cstdint>

#include "event/blocks.h"
#include "event/pending.h"
#include "event/stack_hints.h"
#include "event/stack_table.h"

namespace uncork {

struct Collector {
  static Collector& get() { return instance; }

  Blocks blocks;
  StackTable stacks;
  StackHints hints;
  PendingPool pendings;
  // Time without walking stacks per time of walking, as the running collection was asked for; the
  // drainer makes eventState.walkSpacing of it. Guarded by the drainer's mutex.
  std::uint32_t walkSpacingPerCpu = 0;
  std::uint32_t processors = 1;

 private:
  static Collector instance;
};

}  // namespace uncork
