// The clock of the event path: the processor's counter where it is steady, else CLOCK_MONOTONIC.
//
// A tick is whatever the chosen source counts. Only the drainer turns ticks into nanoseconds, with
// a rate measured over all the time since the library was loaded, so nothing is calibrated first.
#pragma once

#include <cstdint>
#include <ctime>

#include "base/event_state.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace uncork {

class Clock {
 public:
  // Picks the source and takes the base point of the rate; called once, when the library is loaded.
  static void choose();

  static std::uint64_t nowTicks() {
    return eventState.clockIsCounter ? counter() : monotonicNanos();
  }

  static std::uint64_t monotonicNanos() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U +
           static_cast<std::uint64_t>(now.tv_nsec);
  }

  // One moment by both clocks.
  struct Moment {
    std::uint64_t nanos;
    std::uint64_t ticks;
  };

  // Now by both; reads again where the processor was taken away between the readings.
  static Moment moment();

  // Nanoseconds per tick, measured since choose().
  static double nanosPerTick();

  static bool usesCounter() { return eventState.clockIsCounter; }

 private:
  static std::uint64_t counter() {
#if defined(__x86_64__)
    return __rdtsc();
#elif defined(__aarch64__)
    std::uint64_t ticks;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return monotonicNanos();
#endif
  }

  static Moment base_;
};

}  // namespace uncork
