// What the collector keeps per operating-system thread.
#pragma once

#include <cstdint>

#include "event/block.h"
#include "event/pending.h"

namespace uncork {

struct ThreadState {
  Block* block;
  Pending own;  // of the platform thread itself; virtual threads that it carries have theirs
  std::uint64_t walkFrom[kTimeBases];  // before that, the budget for walking stacks is used up
  bool endsHere;                       // whether the end of this thread will be told to us
};

// Prepares for the ends of threads; called once. False when the system has no thread key left.
bool prepareThreadStates();

// Not of the initial-exec model, which would save a call: musl refuses it in libraries that are
// loaded late, and older glibc runs out of room for it.
extern __thread ThreadState threadState;

// Gives up the thread's block, whose counts stay to be drained, when the thread ends.
void watchThreadEnd(ThreadState& state);

}  // namespace uncork
