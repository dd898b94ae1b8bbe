#include "event/pending.h"

#include "base/memory.h"

namespace uncork {
namespace {

constexpr std::uint64_t kIndexMask = 0xFFFFFFFFU;

std::uint64_t changed(std::uint64_t head, std::uint32_t index) {
  return (((head >> 32) + 1) << 32) | index;
}

}  // namespace

std::uint32_t PendingPool::take(std::uint32_t session) {
  // The acquire load pairs with push(): a node's `next` is seen as it was when it became free.
  std::uint64_t head = free_.load(std::memory_order_acquire);
  for (;;) {
    const auto index = static_cast<std::uint32_t>(head & kIndexMask);
    if (index == kNone) {
      if (!grow()) {
        return kNone;
      }
      head = free_.load(std::memory_order_acquire);
      continue;
    }
    Node& taken = node(index);
    const std::uint32_t next = taken.next.load(std::memory_order_relaxed);
    if (free_.compare_exchange_weak(head, changed(head, next), std::memory_order_acquire)) {
      taken.session.store(session, std::memory_order_relaxed);
      return index;
    }
  }
}

void PendingPool::giveBack(std::uint32_t index, std::uint32_t session) {
  // Only one of giveBack() and reclaim() wins the node.
  if (node(index).session.compare_exchange_strong(session, 0, std::memory_order_relaxed)) {
    push(index, index);
  }
}

void PendingPool::reclaim(std::uint32_t session) {
  const std::uint32_t slabs = slabCount_.load(std::memory_order_acquire);
  for (std::uint32_t index = 1; index <= slabs * kSlabNodes; index++) {
    if (slabs_[(index - 1) / kSlabNodes].load(std::memory_order_acquire) == nullptr) {
      continue;
    }
    const std::uint32_t of = node(index).session.load(std::memory_order_relaxed);
    if (of != 0 && of + kGraceSessions < session) {
      giveBack(index, of);
    }
  }
}

bool PendingPool::grow() {
  const std::uint32_t slab = slabCount_.fetch_add(1, std::memory_order_relaxed);
  if (slab >= kSlabs) {
    slabCount_.store(kSlabs, std::memory_order_relaxed);
    return false;
  }
  Node* nodes = memory::allocateArray<Node>(kSlabNodes);
  if (nodes == nullptr) {
    return false;  // the slab's place stays empty
  }
  const std::uint32_t first = slab * kSlabNodes + 1;
  for (std::uint32_t i = 0; i + 1 < kSlabNodes; i++) {
    nodes[i].next.store(first + i + 1, std::memory_order_relaxed);
  }
  slabs_[slab].store(nodes, std::memory_order_release);
  push(first, first + kSlabNodes - 1);
  return true;
}

void PendingPool::push(std::uint32_t first, std::uint32_t last) {
  std::uint64_t head = free_.load(std::memory_order_relaxed);
  do {
    node(last).next.store(static_cast<std::uint32_t>(head & kIndexMask), std::memory_order_relaxed);
  } while (!free_.compare_exchange_weak(head, changed(head, first), std::memory_order_release,
                                        std::memory_order_relaxed));
}

}  // namespace uncork
