#include "event/counting.h"

#include "base/clock.h"
#include "base/event_state.h"
#include "event/collector.h"
#include "event/watch.h"
#include "jvm/jvm.h"

// Keeps what few events need out of the instructions that all of them run through.
#define UNCORK_SELDOM __attribute__((cold, noinline))

namespace uncork {
namespace {

// A walk that took longer, in ticks or nanoseconds, was interrupted; its real cost is unknown.
constexpr std::uint64_t kMaxWalk = 200'000;

static_assert(sizeof(RawFrame) == sizeof(jvmtiFrameInfo), "frames are passed through");

UNCORK_SELDOM std::uint32_t walk() {
  jvmtiFrameInfo frames[StackDraft::kMaxFrames];
  jint depth = 0;
  if (Jvm::ti()->GetStackTrace(nullptr, 0, StackDraft::kMaxFrames, frames, &depth) !=
          JVMTI_ERROR_NONE ||
      depth <= 0) {
    return StackTable::kUnknown;
  }
  RawFrame raw[StackDraft::kMaxFrames];
  for (jint i = 0; i < depth; i++) {
    raw[i] = {frames[i].method, frames[i].location};
  }
  return Collector::get().stacks.intern(raw, static_cast<unsigned>(depth));
}

std::uint64_t nowIn(TimeBase base) {
  return base == kTicks ? Clock::nowTicks() : Clock::monotonicNanos();
}

// Walks, and puts the next walk off by as long as the budget demands for what this one cost.
UNCORK_SELDOM std::uint32_t walkOnBudget(ThreadState& state, const LockEvent& event) {
  Collector& collector = Collector::get();
  const TimeBase base = timeBaseOf(event.kind);
  const std::uint64_t begin = nowIn(base);
  const std::uint32_t stackId = walk();
  std::uint64_t cost = nowIn(base) - begin;
  cost = cost < kMaxWalk ? cost : kMaxWalk;
  const std::uint64_t saving = eventState.walkSaving[base].load(std::memory_order_relaxed);
  const std::uint64_t savedFrom = event.now > saving ? event.now - saving : 0;
  std::uint64_t& walkFrom = state.walkFrom[base];
  walkFrom = (walkFrom > savedFrom ? walkFrom : savedFrom) +
             cost * eventState.walkSpacing.load(std::memory_order_relaxed);
  if (collector.hints.get(event.hash, event.kind) != stackId) {
    collector.hints.put(event.hash, event.kind, stackId);
  }
  return stackId;
}

// The thread's block for this collection, emptied if it was full.
UNCORK_SELDOM Block* roomyBlock(ThreadState& state, std::uint32_t session) {
  Block* block = state.block;
  if (block != nullptr && block->session == session && !block->isFull()) {
    return block;
  }
  Blocks& blocks = Collector::get().blocks;
  const bool wasFilledSoon =
      block != nullptr && block->session == session && blocks.isRecent(*block);
  if (block != nullptr) {
    blocks.retire(block);
  }
  if (!state.endsHere) {
    watchThreadEnd(state);
  }
  state.block = state.endsHere ? blocks.take(session, wasFilledSoon) : nullptr;
  return state.block;
}

// Makes the new entry; the class is only needed here.
UNCORK_SELDOM Entry* addEntry(ThreadState& state, const LockEvent& event, std::uint32_t stackId) {
  Block* block = roomyBlock(state, event.session);
  if (block == nullptr) {
    return nullptr;
  }
  const LocalRef<jclass> type(event.env, event.env->GetObjectClass(event.lock));
  jweak classRef = type.get() == nullptr ? nullptr : event.env->NewWeakGlobalRef(type.get());
  if (classRef == nullptr) {
    event.env->ExceptionClear();
  }
  return block->add(event.hash, event.kind, stackId, classRef);
}

Block* currentBlock(const ThreadState& state, std::uint32_t session) {
  return state.block != nullptr && state.block->session == session ? state.block : nullptr;
}

}  // namespace

Entry* entryFor(ThreadState& state, const LockEvent& event) {
  const Collector& collector = Collector::get();
  if (eventState.watchedHash.load(std::memory_order_relaxed) == event.hash) {
    Watch::get().seen(event.env, event.lock);
  }
  Block* block = currentBlock(state, event.session);
  Entry* entry = block == nullptr ? nullptr : block->find(event.hash, event.kind);
  if (isWait(event.kind)) {
    return entry != nullptr ? entry : addEntry(state, event, 0);
  }
  const bool mayWalk = event.now >= state.walkFrom[timeBaseOf(event.kind)] &&
                       eventState.walkSpacing.load(std::memory_order_relaxed) != 0;
  if (entry != nullptr && !mayWalk) {
    return entry;
  }
  std::uint32_t stackId = mayWalk ? 0 : collector.hints.get(event.hash, event.kind);
  if (stackId == 0 || !collector.stacks.holds(stackId)) {
    stackId = walkOnBudget(state, event);
  }
  return entryForStack(state, event, stackId);
}

Entry* entryForStack(ThreadState& state, const LockEvent& event, std::uint32_t stackId) {
  Block* block = currentBlock(state, event.session);
  Entry* entry = block == nullptr ? nullptr : block->select(event.hash, event.kind, stackId);
  return entry != nullptr ? entry : addEntry(state, event, stackId);
}

}  // namespace uncork
