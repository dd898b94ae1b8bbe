#include "event/stack_table.h"

#include <cstring>

#include "base/memory.h"

namespace uncork {
namespace {

std::uint64_t hashOf(const RawFrame* frames, unsigned depth) {
  std::uint64_t hash = depth;
  for (unsigned i = 0; i < depth; i++) {
    hash = (hash ^ reinterpret_cast<std::uintptr_t>(frames[i].method)) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
    hash = (hash ^ static_cast<std::uint64_t>(frames[i].location)) * 0xC2B2AE3D27D4EB4FU;
    hash ^= hash >> 29;
  }
  return hash < 2 ? hash + 2 : hash;  // kEmpty and kReleased are no hashes
}

}  // namespace

std::uint32_t StackTable::intern(const RawFrame* frames, unsigned depth) {
  const std::uint64_t hash = hashOf(frames, depth);
  for (;;) {
    std::uint32_t free = kSlots;
    std::uint64_t present = kReleased;
    for (std::uint32_t i = 0; i < kProbes && present != kEmpty; i++) {
      const auto place = static_cast<std::uint32_t>((hash + i) % kSlots);
      present = hashes_[place].load(std::memory_order_acquire);  // pairs with release()
      if (present == hash) {
        return idAt(place);
      }
      free = present <= kReleased && free == kSlots ? place : free;
    }
    if (free == kSlots || size_.load(std::memory_order_relaxed) >= kMaxStacks) {
      return kOther;
    }
    present = hashes_[free].load(std::memory_order_relaxed);
    if (present <= kReleased &&
        hashes_[free].compare_exchange_strong(present, hash, std::memory_order_acquire)) {
      size_.fetch_add(1, std::memory_order_relaxed);
      const std::uint32_t stackId = idAt(free);
      publish(stackId, frames, depth);
      return stackId;
    }
    // Another thread took the place, perhaps for this very stack: look again.
  }
}

void StackTable::release(std::uint32_t stackId) {
  const std::uint32_t place = placeOf(stackId);
  const std::uint32_t generation = generations_[place].load(std::memory_order_relaxed);
  generations_[place].store((generation + 1) % kGenerations, std::memory_order_relaxed);
  hashes_[place].store(kReleased, std::memory_order_release);
  size_.fetch_sub(1, std::memory_order_relaxed);
}

void StackTable::publish(std::uint32_t stackId, const RawFrame* frames, unsigned depth) {
  StackDraft* draft = nullptr;
  for (unsigned i = 0; i < kPoolSlots && draft == nullptr; i++) {
    std::atomic<StackDraft*>& slot = pool_[(stackId + i) % kPoolSlots];
    if (slot.load(std::memory_order_relaxed) != nullptr) {
      draft = slot.exchange(nullptr, std::memory_order_acquire);
    }
  }
  if (draft == nullptr) {
    draft = memory::allocateArray<StackDraft>(1);
  }
  if (draft == nullptr) {
    lostFrames_.store(true, std::memory_order_relaxed);
    return;
  }
  draft->stackId = stackId;
  draft->depth = depth;
  std::memcpy(draft->frames, frames, depth * sizeof(RawFrame));
  StackDraft* top = new_.load(std::memory_order_relaxed);
  do {
    draft->next = top;
  } while (!new_.compare_exchange_weak(top, draft, std::memory_order_release,
                                       std::memory_order_relaxed));
}

StackDraft* StackTable::takeNew() { return new_.exchange(nullptr, std::memory_order_acquire); }

void StackTable::recycle(StackDraft* draft) {
  for (std::atomic<StackDraft*>& slot : pool_) {
    if (slot.load(std::memory_order_relaxed) == nullptr) {
      slot.store(draft, std::memory_order_release);  // only the drainer fills slots
      return;
    }
  }
  memory::releaseArray(draft, 1);
}

void StackTable::replenish() {
  for (std::atomic<StackDraft*>& slot : pool_) {
    if (slot.load(std::memory_order_relaxed) == nullptr) {
      auto* draft = memory::allocateArray<StackDraft>(1);
      if (draft == nullptr) {
        return;
      }
      slot.store(draft, std::memory_order_release);
    }
  }
}

}  // namespace uncork
