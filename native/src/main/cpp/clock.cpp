#include "clock.h"

#include <cstdio>
#include <cstring>

namespace uncork {
namespace {

// Below this the two readings of each end are too large a part of the interval.
constexpr std::uint64_t kMinRateNanos = 5'000'000;

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

std::uint64_t Clock::baseTicks_ = 0;
std::uint64_t Clock::baseNanos_ = 0;

void Clock::choose() {
  eventState.clockIsCounter = counterIsSteady();
  baseNanos_ = monotonicNanos();
  baseTicks_ = nowTicks();
}

double Clock::nanosPerTick() {
  if (!eventState.clockIsCounter) {
    return 1.0;
  }
  std::uint64_t nanos = monotonicNanos() - baseNanos_;
  while (nanos < kMinRateNanos) {
    nanos = monotonicNanos() - baseNanos_;
  }
  const std::uint64_t ticks = nowTicks() - baseTicks_;
  return static_cast<double>(nanos) / static_cast<double>(ticks);
}

}  // namespace uncork
