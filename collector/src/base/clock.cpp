#include "base/clock.h"

#include <cstdio>
#include <cstring>

namespace uncork {
namespace {

// Below this the two readings of each end are too large a part of the interval.
constexpr std::uint64_t kMinRateNanos = 5'000'000;

// Readings further apart were interrupted.
constexpr std::uint64_t kMaxGapNanos = 2'000;
constexpr int kMaxReadings = 50;

#if defined(__x86_64__)

bool fileContains(const char* path, const char* firstLinePrefix, const char* word) {
  std::FILE* file = std::fopen(path, "re");
  if (file == nullptr) {
    return false;
  }
  char line[8192];
  bool found = false;
  while (!found && std::fgets(line, sizeof line, file) != nullptr) {
    found = std::strncmp(line, firstLinePrefix, std::strlen(firstLinePrefix)) == 0 &&
            std::strstr(line, word) != nullptr;
  }
  std::fclose(file);
  return found;
}

// The kernel's own choice of the TSC says that it found it synchronous on all processors.
bool counterIsSteady() {
  return fileContains("/proc/cpuinfo", "flags", " constant_tsc") &&
         fileContains("/proc/cpuinfo", "flags", " nonstop_tsc") &&
         fileContains("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc",
                      "tsc");
}

#elif defined(__aarch64__)

// The architecture guarantees one counter for all cores, at a fixed rate.
bool counterIsSteady() { return true; }

#else

bool counterIsSteady() { return false; }

#endif

}  // namespace

Clock::Moment Clock::base_ = {};

void Clock::choose() {
  eventState.clockIsCounter = counterIsSteady();
  base_ = moment();
}

Clock::Moment Clock::moment() {
  Moment best = {};
  std::uint64_t bestGap = ~std::uint64_t{0};
  for (int i = 0; i < kMaxReadings && bestGap > kMaxGapNanos; i++) {
    const std::uint64_t before = monotonicNanos();
    const std::uint64_t ticks = nowTicks();
    const std::uint64_t gap = monotonicNanos() - before;
    if (gap < bestGap) {
      best = {before + gap / 2, ticks};
      bestGap = gap;
    }
  }
  return best;
}

double Clock::nanosPerTick() {
  if (!eventState.clockIsCounter) {
    return 1.0;
  }
  Moment now = moment();
  while (now.nanos - base_.nanos < kMinRateNanos) {
    now = moment();
  }
  return static_cast<double>(now.nanos - base_.nanos) /
         static_cast<double>(now.ticks - base_.ticks);
}

}  // namespace uncork
