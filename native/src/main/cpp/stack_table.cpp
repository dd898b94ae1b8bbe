#include "stack_table.h"

#include <cstring>

#include "memory.h"

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
  return hash == 0 ? 1 : hash;
}

}  // namespace

std::uint32_t StackTable::intern(const RawFrame* frames, unsigned depth) {
  const std::uint64_t hash = hashOf(frames, depth);
  for (auto at = static_cast<std::uint32_t>(hash % kSlots);; at = (at + 1) % kSlots) {
    std::uint64_t present = hashes_[at].load(std::memory_order_relaxed);
    if (present == 0) {
      if (size_.load(std::memory_order_relaxed) >= kMaxStacks) {
        return kOther;
      }
      if (hashes_[at].compare_exchange_strong(present, hash, std::memory_order_relaxed)) {
        size_.fetch_add(1, std::memory_order_relaxed);
        publish(at + 1, frames, depth);
        return at + 1;
      }
    }
    if (present == hash) {
      return at + 1;
    }
  }
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
