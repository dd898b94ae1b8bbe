// The set of waiter stacks seen so far: threads intern a walked stack, the drainer names its
// frames.
//
// A stack is known by a 64-bit hash of its frames; its id is the place of that hash in a fixed
// table, so that interning a known stack touches one word. The frames of a new one travel to the
// drainer in a draft. The drainer gives places free again; the next stack there has another
// generation in its id, so that an id never means two stacks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace uncork {

// One frame as the JVM tells it; same layout as jvmtiFrameInfo.
struct RawFrame {
  void* method;
  std::int64_t location;
};

struct StackDraft {
  static constexpr unsigned kMaxFrames = 24;

  StackDraft* next;
  std::uint32_t stackId;
  std::uint32_t depth;
  RawFrame frames[kMaxFrames];
};

class StackTable {
 public:
  static constexpr std::uint32_t kSlots = 16384;
  static constexpr std::uint32_t kMaxStacks = kSlots / 4 * 3;
  // Id of every stack that came when the table was full.
  static constexpr std::uint32_t kOther = 0x7FFFFFFE;
  // Id of a stack that the JVM refused to walk.
  static constexpr std::uint32_t kUnknown = 0x7FFFFFFF;

  // Place of a stack in the table; not for the two ids above.
  static std::uint32_t placeOf(std::uint32_t stackId) { return (stackId - 1) % kSlots; }

  // Whether the table still holds this stack.
  bool holds(std::uint32_t stackId) const { return stackId == idAt(placeOf(stackId)); }

  // Id of this stack, which has at least one frame.
  std::uint32_t intern(const RawFrame* frames, unsigned depth);

  // Drainer: the stacks that are new since the last call, linked; each must be recycled.
  StackDraft* takeNew();
  void recycle(StackDraft* draft);

  // Drainer: gives the place of a stack, whose draft it has taken, free.
  void release(std::uint32_t stackId);

  // Drainer: keeps some drafts ready.
  void replenish();

  // Whether frames of some stack could not be kept for lack of memory.
  bool hasLostFrames() const { return lostFrames_.load(std::memory_order_relaxed); }

  std::uint32_t size() const { return size_.load(std::memory_order_relaxed); }

 private:
  static constexpr unsigned kPoolSlots = 64;
  // A stack lies this near to the place that its hash says.
  static constexpr std::uint32_t kProbes = 64;
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::uint64_t kReleased = 1;
  static constexpr std::uint32_t kGenerations = 0x10000;

  std::uint32_t idAt(std::uint32_t place) const {
    return generations_[place].load(std::memory_order_relaxed) * kSlots + place + 1;
  }
  void publish(std::uint32_t stackId, const RawFrame* frames, unsigned depth);

  std::atomic<std::uint64_t> hashes_[kSlots] = {};
  std::atomic<std::uint32_t> generations_[kSlots] = {};
  std::atomic<std::uint32_t> size_{0};
  std::atomic<StackDraft*> pool_[kPoolSlots] = {};
  std::atomic<StackDraft*> new_{nullptr};
  std::atomic<bool> lostFrames_{false};
};

}  // namespace uncork
