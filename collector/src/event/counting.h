// Finding the entry that an event of a lock is counted in. The event path.
#pragma once

#include <jvmti.h>

#include <cstdint>

#include "event/block.h"
#include "event/thread_state.h"

namespace uncork {

// One event as its entry is looked up.
struct LockEvent {
  JNIEnv* env;
  jobject lock;
  std::uint32_t hash;
  Kind kind;
  std::uint32_t session;
  std::uint64_t now;  // in the time base of its kind
};

// The entry to count this event in, walking the thread's stack when its budget allows or when the
// lock has no stack yet; nullptr when there is no memory.
Entry* entryFor(ThreadState& state, const LockEvent& event);

// The same for an event whose stack is already known.
Entry* entryForStack(ThreadState& state, const LockEvent& event, std::uint32_t stackId);

}  // namespace uncork
