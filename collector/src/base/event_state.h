// What every event reads of the collector, in one cache line: after a thread was descheduled each
// other line, and each other page, would cost a miss.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/lock_key.h"

// As jvmti.h declares it, which the parts without a JVM don't include.
struct _jvmtiEnv;  // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

namespace uncork {

struct alignas(64) EventState {
  // Number of the running collection; 0 while stopped. Everything that a thread remembers carries
  // it, so that nothing that began in one collection ends in another.
  std::atomic<std::uint32_t> session;
  // Time without walking that the same time of walking a stack costs; 0 walks no second stack of a
  // lock.
  std::atomic<std::uint32_t> walkSpacing;
  // Identity hash of the lock whose object is asked for; 0 for none.
  std::atomic<std::uint32_t> watchedHash;
  bool clockIsCounter;
  bool hasVirtualThreads;
  _jvmtiEnv* ti;
  // Time without walking that a thread may save up.
  std::atomic<std::uint64_t> walkSaving[kTimeBases];
  // Duration from which an acquire counts as long: one millisecond, less than a scheduler's slice.
  std::atomic<std::uint64_t> longFrom[kTimeBases];
};
static_assert(sizeof(EventState) == 64, "one cache line");

extern EventState eventState;

// Whether an acquire (not a wait) took so long that a thread must have lost its processor, or slept.
inline bool isLong(Kind kind, std::uint64_t duration) {
  return !isWait(kind) &&
         duration >= eventState.longFrom[timeBaseOf(kind)].load(std::memory_order_relaxed);
}

}  // namespace uncork
