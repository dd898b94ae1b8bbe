// Where a thread's pending event is: its own, or for a virtual thread one from the pool.
//
// The JVM's thread local storage follows a virtual thread from carrier to carrier. It holds the
// session and the index of the pending event, or a mark that the thread is a platform thread.
#pragma once

#include <jvmti.h>

#include <cstdint>

#include "event/pending.h"
#include "event/thread_state.h"

namespace uncork {

struct PendingPlace {
  Pending* pending;
  std::uint32_t index;  // in the pool; PendingPool::kNone for a platform thread's own
};

// Place for an event that begins now, or nullptr when there is none.
Pending* pendingAtBegin(JNIEnv* env, jthread thread, ThreadState& state, std::uint32_t session);

// Place of an event that ends now; its pending is nullptr when nothing began in this session.
PendingPlace pendingAtEnd(ThreadState& state, std::uint32_t session);

// Empties a place.
void release(const PendingPlace& place, std::uint32_t session);

}  // namespace uncork
