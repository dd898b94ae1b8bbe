#include "event/events.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/event_state.h"
#include "event/collector.h"
#include "event/counting.h"
#include "event/monitor_events.h"

namespace uncork {
namespace {

// A thread may save up this much time without walks; at 10 thousandths that is 200 us of walking.
constexpr double kWalkSavingNanos = 20e6;
constexpr double kLongNanos = 1e6;

std::uint32_t lastSession = 0;

}  // namespace

const char* startEvents(int stackBudgetPermille) {
  const char* failure = prepareMonitorEvents();
  if (failure != nullptr) {
    return failure;
  }
  Collector& collector = Collector::get();
  const auto permille = static_cast<std::uint32_t>(stackBudgetPermille);
  collector.walkSpacingPerCpu = permille == 0 ? 0 : 1000 / permille;
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  collector.processors = processors > 0 ? static_cast<std::uint32_t>(processors) : 1;
  eventState.walkSpacing.store(collector.walkSpacingPerCpu, std::memory_order_relaxed);
  eventState.walkSaving[kTicks].store(
      static_cast<std::uint64_t>(kWalkSavingNanos / Clock::nanosPerTick()),
      std::memory_order_relaxed);
  eventState.walkSaving[kNanos].store(static_cast<std::uint64_t>(kWalkSavingNanos),
                                      std::memory_order_relaxed);
  eventState.longFrom[kTicks].store(
      static_cast<std::uint64_t>(kLongNanos / Clock::nanosPerTick()), std::memory_order_relaxed);
  eventState.longFrom[kNanos].store(static_cast<std::uint64_t>(kLongNanos),
                                    std::memory_order_relaxed);
  collector.blocks.replenish();
  collector.stacks.replenish();
  lastSession++;
  collector.pendings.reclaim(lastSession);
  // Release: who sees the number also sees the settings above.
  eventState.session.store(lastSession, std::memory_order_release);
  failure = enableMonitorEvents();
  if (failure != nullptr) {
    stopEvents();
  }
  return failure;
}

void stopEvents() {
  disableMonitorEvents();
  eventState.session.store(0, std::memory_order_release);
}

void countEnded(JNIEnv* env, jobject synchronizer, std::uint32_t hash, const Interval& interval,
                Kind kind) {
  const std::uint32_t session = eventState.session.load(std::memory_order_acquire);
  if (session == 0) {
    return;
  }
  const auto end = static_cast<std::uint64_t>(interval.endNanos);
  Entry* entry = entryFor(threadState, {env, synchronizer, hash, kind, session, end});
  if (entry != nullptr) {
    const std::int64_t signedNanos = interval.endNanos - interval.startNanos;
    const std::uint64_t nanos = signedNanos > 0 ? static_cast<std::uint64_t>(signedNanos) : 0;
    entry->add(nanos, isLong(kind, nanos));
  }
}

}  // namespace uncork
