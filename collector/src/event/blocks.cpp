#include "event/blocks.h"

namespace uncork {
namespace {

constexpr unsigned kPoolProbes = 16;

// Pushes are release and the drainer's exchange is acquire; a failed push needs no order.
void push(std::atomic<Block*>& head, Block* block, Block* Block::* link) {
  Block* top = head.load(std::memory_order_relaxed);
  do {
    block->*link = top;
  } while (!head.compare_exchange_weak(top, block, std::memory_order_release,
                                       std::memory_order_relaxed));
}

}  // namespace

Block* Blocks::take(std::uint32_t session, bool wasFilledSoon) {
  Pool& pool = wasFilledSoon ? large_ : small_;
  Block* block = pool.take();
  if (block == nullptr) {
    block = Block::create(wasFilledSoon ? Block::kLargeEntries : Block::kSmallEntries);
    if (block == nullptr) {
      return nullptr;
    }
  }
  block->session = session;
  block->round = round();
  push(born_, block, &Block::next);
  return block;
}

Block* Blocks::Pool::take() {
  taken.fetch_add(1, std::memory_order_relaxed);
  const unsigned from = takeFrom.fetch_add(1, std::memory_order_relaxed);
  for (unsigned i = 0; i < kPoolProbes; i++) {
    std::atomic<Block*>& slot = slots[(from + i) % kSlots];
    if (slot.load(std::memory_order_relaxed) != nullptr) {
      // Pairs with the release of giveBack() and replenish().
      Block* block = slot.exchange(nullptr, std::memory_order_acquire);
      if (block != nullptr) {
        return block;
      }
    }
  }
  return nullptr;
}

void Blocks::retire(Block* block) { push(retired_, block, &Block::nextRetired); }

void Blocks::drainRetired(Merge merge, void* context) {
  round_.store(static_cast<std::uint16_t>(round() + 1), std::memory_order_relaxed);
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
  small_.replenish(Block::kSmallEntries, kMinimumSmall);
  large_.replenish(Block::kLargeEntries, kMinimumLarge);
}

void Blocks::Pool::replenish(unsigned capacity, unsigned minimum) {
  const unsigned lately = taken.exchange(0, std::memory_order_relaxed);
  const unsigned target = lately < minimum ? minimum : lately;
  for (unsigned i = 0; i < kSlots && i < target; i++) {
    if (slots[i].load(std::memory_order_relaxed) == nullptr) {
      Block* block = Block::create(capacity);
      if (block == nullptr) {
        return;
      }
      slots[i].store(block, std::memory_order_release);
    }
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
  Pool& pool = block->capacity == Block::kLargeEntries ? large_ : small_;
  if (!pool.giveBack(block)) {
    Block::destroy(block);
  }
}

bool Blocks::Pool::giveBack(Block* block) {
  for (std::atomic<Block*>& slot : slots) {
    if (slot.load(std::memory_order_relaxed) == nullptr) {
      slot.store(block, std::memory_order_release);  // only the drainer fills slots
      return true;
    }
  }
  return false;
}

}  // namespace uncork
