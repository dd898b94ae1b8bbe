#include "event/pending_place.h"

#include "event/collector.h"
#include "jvm/jvm.h"

namespace uncork {
namespace {

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

}  // namespace

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

}  // namespace uncork
