// The collector's event sources: JVMTI monitor events, and calls of rewritten java.util.concurrent.
#pragma once

#include <jvmti.h>

#include <cstdint>

#include "base/lock_key.h"

namespace uncork {

// Starts a collection; returns nullptr, or what failed. Afterwards events are on.
const char* startEvents(int stackBudgetPermille);

// Turns all events off. Callbacks that run now finish and count.
void stopEvents();

// Two readings of System.nanoTime.
struct Interval {
  std::int64_t startNanos;
  std::int64_t endNanos;
};

// Counts one event of a synchronizer that has ended already.
void countEnded(JNIEnv* env, jobject synchronizer, std::uint32_t hash, const Interval& interval,
                Kind kind);

}  // namespace uncork
