// The collector's state: one per process, because the library stays loaded until the JVM ends.
#pragma once

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

 private:
  static Collector instance;
};

}  // namespace uncork
