#include "event/monitor_events.h"

#include "base/clock.h"
#include "base/event_state.h"
#include "event/collector.h"
#include "event/counting.h"
#include "event/thread_state.h"
#include "jvm/jvm.h"

namespace uncork {
namespace {

// Where a thread's pending event is: its own, or for a virtual thread one from the pool.
//
// The JVM's thread local storage follows a virtual thread from carrier to carrier. It holds the
// session and the index of the pending event, or a mark that the thread is a platform thread.
struct PendingPlace {
  Pending* pending;
  std::uint32_t index;  // in the pool; PendingPool::kNone for a platform thread's own
};

constexpr std::uint32_t kPlatformThread = 0xFFFFFFFFU;

// Asking for "the current thread" costs no change of the thread's state.
constexpr jthread kCurrentThread = nullptr;

void* encode(std::uint32_t session, std::uint32_t index) {
  return reinterpret_cast<void*>((static_cast<std::uintptr_t>(session) << 32) | index);
}

// Index that the JVM keeps for the current thread, or kNone.
std::uint32_t storedIndex(std::uint32_t session) {
  void* stored = nullptr;
  if (Jvm::ti()->GetThreadLocalStorage(kCurrentThread, &stored) != JVMTI_ERROR_NONE) {
    return PendingPool::kNone;
  }
  const auto bits = reinterpret_cast<std::uintptr_t>(stored);
  return bits >> 32 == session ? static_cast<std::uint32_t>(bits) : PendingPool::kNone;
}

bool store(void* value) {
  return Jvm::ti()->SetThreadLocalStorage(kCurrentThread, value) == JVMTI_ERROR_NONE;
}

// Place for an event that begins now, or nullptr when there is none.
Pending* pendingAtBegin(JNIEnv* env, jthread thread, ThreadState& state, std::uint32_t session) {
  if (!Jvm::hasVirtualThreads()) {
    return &state.own;
  }
  const std::uint32_t stored = storedIndex(session);
  if (stored == kPlatformThread) {
    return &state.own;
  }
  PendingPool& pool = Collector::get().pendings;
  if (stored != PendingPool::kNone) {
    return &pool.at(stored);
  }
  if (!Jvm::isVirtual(env, thread)) {
    return store(encode(session, kPlatformThread)) ? &state.own : nullptr;
  }
  const std::uint32_t index = pool.take(session);
  if (index == PendingPool::kNone) {
    return nullptr;
  }
  if (!store(encode(session, index))) {
    pool.giveBack(index, session);
    return nullptr;
  }
  return &pool.at(index);
}

// Place of an event that ends now; its pending is nullptr when nothing began in this session.
PendingPlace pendingAtEnd(ThreadState& state, std::uint32_t session) {
  if (!Jvm::hasVirtualThreads()) {
    return {&state.own, PendingPool::kNone};
  }
  const std::uint32_t stored = storedIndex(session);
  if (stored == kPlatformThread) {
    return {&state.own, PendingPool::kNone};
  }
  if (stored == PendingPool::kNone) {
    return {nullptr, PendingPool::kNone};
  }
  return {&Collector::get().pendings.at(stored), stored};
}

void release(const PendingPlace& place, std::uint32_t session) {
  place.pending->session = 0;
  if (place.index != PendingPool::kNone) {
    store(nullptr);
    Collector::get().pendings.giveBack(place.index, session);
  }
}

// An acquire blocks, or a wait begins. Everything that takes time happens here, because the thread
// has to wait anyway: the end of an acquire runs inside the critical section.
void begin(JNIEnv* env, jthread thread, jobject lock, Kind kind) {
  const std::uint32_t session = eventState.session.load(std::memory_order_acquire);
  if (session == 0) {
    return;
  }
  const std::uint64_t now = Clock::nowTicks();
  ThreadState& state = threadState;
  Pending* pending = pendingAtBegin(env, thread, state, session);
  jint hash = 0;
  if (pending == nullptr || Jvm::ti()->GetObjectHashCode(lock, &hash) != JVMTI_ERROR_NONE) {
    return;
  }
  const auto unsignedHash = static_cast<std::uint32_t>(hash);
  const Entry* entry = entryFor(state, {env, lock, unsignedHash, kind, session, now});
  if (entry == nullptr) {
    pending->session = 0;
    return;
  }
  pending->startTicks = now;
  pending->block = state.block;
  pending->generation = state.block->generation;
  pending->session = session;
  pending->hash = unsignedHash;
  pending->stackId = entry->stackId;
  pending->kind = kind;
  pending->entry = static_cast<std::uint8_t>(entry - state.block->entries());
}

// The entry that begin() found is still this thread's own, unless a virtual thread changed carriers
// or its carrier filled the block.
Entry* entryOf(JNIEnv* env, ThreadState& state, const Pending& pending, jobject lock) {
  Block* block = state.block;
  if (block != nullptr && block == pending.block && block->generation == pending.generation) {
    return &block->entries()[pending.entry];
  }
  const LockEvent event = {env, lock, pending.hash, pending.kind, pending.session, 0};
  return entryForStack(state, event, pending.stackId);
}

// The acquire or wait is over. HotSpot posts such an event without a beginning, too, when a thread
// comes back from Object.wait: nothing is pending then.
void end(JNIEnv* env, jobject lock, Kind kind) {
  const std::uint64_t now = Clock::nowTicks();
  const std::uint32_t session = eventState.session.load(std::memory_order_acquire);
  ThreadState& state = threadState;
  const PendingPlace place = pendingAtEnd(state, session);
  if (place.pending == nullptr || place.pending->session != session ||
      place.pending->kind != kind || session == 0) {
    return;
  }
  Entry* entry = entryOf(env, state, *place.pending, lock);
  if (entry != nullptr) {
    const std::uint64_t start = place.pending->startTicks;
    const std::uint64_t ticks = now > start ? now - start : 0;
    entry->add(ticks, isLong(kind, ticks));
  }
  release(place, session);
}

void JNICALL onContendedEnter(jvmtiEnv* /*ti*/, JNIEnv* env, jthread thread, jobject lock) {
  begin(env, thread, lock, Kind::kMonitor);
}

void JNICALL onContendedEntered(jvmtiEnv* /*ti*/, JNIEnv* env, jthread /*thread*/, jobject lock) {
  end(env, lock, Kind::kMonitor);
}

void JNICALL onWait(jvmtiEnv* /*ti*/, JNIEnv* env, jthread thread, jobject lock,
                    jlong /*timeoutMillis*/) {
  begin(env, thread, lock, Kind::kMonitorWait);
}

void JNICALL onWaited(jvmtiEnv* /*ti*/, JNIEnv* env, jthread /*thread*/, jobject lock,
                      jboolean /*timedOut*/) {
  end(env, lock, Kind::kMonitorWait);
}

// Ends before beginnings, so that a beginning always finds its end; turned off the other way round.
constexpr jvmtiEvent kEvents[] = {JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, JVMTI_EVENT_MONITOR_WAITED,
                                  JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_WAIT};
constexpr int kEventCount = sizeof kEvents / sizeof kEvents[0];

}  // namespace

const char* prepareMonitorEvents() {
  // Once: while callbacks of a session before may still run, nothing of this may change.
  static bool isPrepared = false;
  if (isPrepared) {
    return nullptr;
  }
  const char* failure = Jvm::addCapabilities();
  if (failure != nullptr) {
    return failure;
  }
  jvmtiEventCallbacks callbacks = {};
  callbacks.MonitorContendedEnter = onContendedEnter;
  callbacks.MonitorContendedEntered = onContendedEntered;
  callbacks.MonitorWait = onWait;
  callbacks.MonitorWaited = onWaited;
  if (Jvm::ti()->SetEventCallbacks(&callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) {
    return "JVMTI refuses the callbacks of the monitor events";
  }
  isPrepared = true;
  return nullptr;
}

const char* enableMonitorEvents() {
  for (const jvmtiEvent event : kEvents) {
    if (Jvm::ti()->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr) != JVMTI_ERROR_NONE) {
      return "JVMTI refuses to turn the monitor events on";
    }
  }
  return nullptr;
}

void disableMonitorEvents() {
  for (int i = kEventCount - 1; i >= 0; i--) {
    // Without the capability nothing was on, and the error says just that.
    Jvm::ti()->SetEventNotificationMode(JVMTI_DISABLE, kEvents[i], nullptr);
  }
}

}  // namespace uncork
