#include "drain/drainer.h"

#include <algorithm>

#include "base/clock.h"
#include "base/event_state.h"
#include "event/collector.h"

namespace uncork {
namespace {

constexpr unsigned kRoundsPerSweep = 64;

std::uint64_t toNanos(std::uint64_t duration, Kind kind, double nanosPerTick) {
  return timeBaseOf(kind) == kTicks
             ? static_cast<std::uint64_t>(static_cast<double>(duration) * nanosPerTick)
             : duration;
}

// Every thread has its own budget for walking stacks; together they may spend no more than as many
// threads as there are processors.
void fitWalkBudgets(Collector& collector) {
  const std::uint32_t threadsPerCpu =
      (collector.blocks.liveCount() + collector.processors - 1) / collector.processors;
  eventState.walkSpacing.store(collector.walkSpacingPerCpu * std::max(threadsPerCpu, 1U),
                               std::memory_order_relaxed);
}

}  // namespace

NeverDestroyed<Drainer> Drainer::instance;

void Drainer::tend(JNIEnv* env) {
  Collector& collector = Collector::get();
  Merge merge = {this, env, Clock::nanosPerTick()};
  collector.blocks.drainRetired(mergeBlock, &merge);
  collector.blocks.replenish();
  fitWalkBudgets(collector);
  stackNames_.nameNew(env, collector.stacks);
}

std::size_t Drainer::drain(JNIEnv* env, Record* records, std::size_t capacity) {
  // Under load there is always something new: only the first call of a round merges, so that a
  // caller who asks until nothing is left comes to an end.
  if (!isInRound_) {
    mergeAll(env);
  }
  const std::size_t written = aggregate_.write(records, capacity, isNamed, this);
  isInRound_ = written != 0;
  return written;
}

void Drainer::mergeAll(JNIEnv* env) {
  tend(env);
  Merge merge = {this, env, Clock::nanosPerTick()};
  Collector::get().blocks.drainLive(mergeBlock, &merge);
  // What was counted with a new stack just now should be able to go out now.
  stackNames_.nameNew(env, Collector::get().stacks);
  if (++rounds_ % kRoundsPerSweep == 0) {
    classes_.forgetUnloaded(env);
    stackNames_.forget(env, Collector::get().stacks);
  }
}

bool Drainer::mergeBlock(Block& block, void* context) {
  const Merge& merge = *static_cast<Merge*>(context);
  const unsigned used = block.used.load(std::memory_order_acquire);
  bool isComplete = true;
  for (unsigned i = 0; i < used; i++) {
    isComplete &= merge.drainer->mergeEntry(merge, block.entries()[i]);
  }
  return isComplete;
}

bool Drainer::mergeEntry(const Merge& merge, Entry& entry) {
  if (entry.classId == 0) {
    entry.classId = entry.classRef == nullptr
                        ? ClassNames::kUnloaded
                        : classes_.idOf(merge.env, static_cast<jweak>(entry.classRef));
    if (entry.classId == 0) {
      return false;
    }
    if (entry.classRef != nullptr) {
      merge.env->DeleteWeakGlobalRef(static_cast<jweak>(entry.classRef));
      entry.classRef = nullptr;
    }
  }
  // Pairs with the release store of Entry::add().
  const std::uint64_t count = entry.count.load(std::memory_order_acquire) - entry.seenCount;
  if (count == 0) {
    return true;
  }
  const std::uint64_t duration =
      entry.duration.load(std::memory_order_relaxed) - entry.seenDuration;
  const std::uint64_t max = entry.maxDuration.exchange(0, std::memory_order_relaxed);
  const std::uint16_t longCount = entry.longCount.exchange(0, std::memory_order_relaxed);
  const LockKey key = {entry.hash, entry.classId, reportedKind(entry.kind)};
  const std::uint32_t stackId = isWait(entry.kind) ? Aggregate::kWaits : entry.stackId;
  if (!aggregate_.add(key, stackId, count, toNanos(duration, entry.kind, merge.nanosPerTick),
                      toNanos(max, entry.kind, merge.nanosPerTick), longCount)) {
    entry.longCount.fetch_add(longCount, std::memory_order_relaxed);
    return false;
  }
  entry.seenCount += count;
  entry.seenDuration += duration;
  return true;
}

bool Drainer::isNamed(std::uint32_t stackId, void* context) {
  const StackTable& table = Collector::get().stacks;
  return static_cast<Drainer*>(context)->stackNames_.use(stackId, table) || table.hasLostFrames();
}

}  // namespace uncork
