// What identifies a lock and what an entry counts of it.
#pragma once

#include <cstdint>

namespace uncork {

// The first three are the kinds of LockKind.java; the others exist inside the collector only.
enum class Kind : std::uint8_t {
  kMonitor = 0,
  kJuc = 1,
  kJucShared = 2,
  kMonitorWait = 3,
  kJucWait = 4,
};

// Waits are counted in entries of their own and drained as part of the lock's record.
constexpr bool isWait(Kind kind) { return kind == Kind::kMonitorWait || kind == Kind::kJucWait; }

// The time base of an event: monitors are timed in ticks of Clock, java.util.concurrent arrives
// with times of System.nanoTime. Each has its own budget for walking stacks.
enum TimeBase : unsigned { kTicks = 0, kNanos = 1, kTimeBases = 2 };

constexpr TimeBase timeBaseOf(Kind kind) {
  return kind == Kind::kMonitor || kind == Kind::kMonitorWait ? kTicks : kNanos;
}

// The kind under which a count is reported.
constexpr Kind reportedKind(Kind kind) {
  return kind == Kind::kMonitorWait ? Kind::kMonitor : kind == Kind::kJucWait ? Kind::kJuc : kind;
}

// Mixes an identity hash, whose low bits alone would cluster.
constexpr std::uint32_t mix(std::uint32_t hash, Kind kind) {
  return (hash + static_cast<std::uint32_t>(kind)) * 2654435769U;
}

}  // namespace uncork
