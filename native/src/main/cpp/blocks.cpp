#include "blocks.h"

#include "memory.h"

namespace uncork {
namespace {

// Pushes are release and the drainer's exchange is acquire; a failed push needs no order.
void push(std::atomic<Block*>& head, Block* block, Block* Block::* link) {
  Block* top = head.load(std::memory_order_relaxed);
  do {
    block->*link = top;
  } while (!head.compare_exchange_weak(top, block, std::memory_order_release,
                                       std::memory_order_relaxed));
}

}  // namespace

Block* Blocks::take(std::uint32_t session) {
  Block* block = nullptr;
  const unsigned from = takeFrom_.fetch_add(1, std::memory_order_relaxed);
  for (unsigned i = 0; i < kPoolProbes && block == nullptr; i++) {
    std::atomic<Block*>& slot = pool_[(from + i) % kPoolSlots];
    if (slot.load(std::memory_order_relaxed) != nullptr) {
      block = slot.exchange(nullptr, std::memory_order_acquire);  // pairs with recycle()'s release
    }
  }
  taken_.fetch_add(1, std::memory_order_relaxed);
  if (block == nullptr) {
    block = memory::allocateArray<Block>(1);
    if (block == nullptr) {
      return nullptr;
    }
  }
  block->session = session;
  push(born_, block, &Block::next);
  return block;
}

void Blocks::retire(Block* block) { push(retired_, block, &Block::nextRetired); }

void Blocks::drainRetired(Merge merge, void* context) {
  // In this order: a retired block was born before, so it is among the born or the live ones.
  Block* retired = retired_.exchange(nullptr, std::memory_order_acquire);
  adoptBorn();
  while (retired != nullptr) {
    Block* block = retired;
    retired = block->nextRetired;
    if (merge(*block, context)) {
      unlink(block);
      recycle(block);
    } else {
      retire(block);
    }
  }
}

void Blocks::drainLive(Merge merge, void* context) {
  adoptBorn();
  for (Block* block = live_; block != nullptr; block = block->next) {
    merge(*block, context);
  }
}

void Blocks::replenish() {
  const unsigned taken = taken_.exchange(0, std::memory_order_relaxed);
  const unsigned target = taken < kPoolMinimum ? kPoolMinimum : taken;
  for (unsigned i = 0, present = 0; i < kPoolSlots && present < target; i++) {
    if (pool_[i].load(std::memory_order_relaxed) == nullptr) {
      auto* block = memory::allocateArray<Block>(1);
      if (block == nullptr) {
        return;
      }
      pool_[i].store(block, std::memory_order_release);
    }
    present++;
  }
}

void Blocks::adoptBorn() {
  Block* born = born_.exchange(nullptr, std::memory_order_acquire);
  while (born != nullptr) {
    Block* block = born;
    born = block->next;
    block->previous = nullptr;
    block->next = live_;
    if (live_ != nullptr) {
      live_->previous = block;
    }
    live_ = block;
    liveCount_++;
  }
}

void Blocks::unlink(Block* block) {
  if (block->previous != nullptr) {
    block->previous->next = block->next;
  } else {
    live_ = block->next;
  }
  if (block->next != nullptr) {
    block->next->previous = block->previous;
  }
  liveCount_--;
}

void Blocks::recycle(Block* block) {
  block->recycle();
  for (std::atomic<Block*>& slot : pool_) {
    if (slot.load(std::memory_order_relaxed) == nullptr) {
      slot.store(block, std::memory_order_release);  // only the drainer fills slots
      return;
    }
  }
  memory::releaseArray(block, 1);
}

}  // namespace uncork
