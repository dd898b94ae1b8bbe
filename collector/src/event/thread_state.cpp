#include "event/thread_state.h"

#include <pthread.h>

#include "event/collector.h"

namespace uncork {
namespace {

pthread_key_t endKey;

// Runs in the ending thread. A later destructor of another library may still block on a monitor:
// then the thread takes a block again, and the system calls us again.
void onThreadEnd(void* value) {
  auto* state = static_cast<ThreadState*>(value);
  if (state->block != nullptr) {
    Collector::get().blocks.retire(state->block);
  }
  *state = {};
}

}  // namespace

__thread ThreadState threadState = {};

bool prepareThreadStates() { return pthread_key_create(&endKey, onThreadEnd) == 0; }

void watchThreadEnd(ThreadState& state) {
  state.endsHere = pthread_setspecific(endKey, &state) == 0;
}

}  // namespace uncork
