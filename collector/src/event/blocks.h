// All blocks of the process: taken and retired by threads, merged and recycled by the drainer.
//
// Threads only ever push to lists and take from slots, without locks; the drainer takes whole lists
// at once, so that no list suffers from ABA.
#pragma once

#include <atomic>
#include <cstdint>

#include "event/block.h"

namespace uncork {

class Blocks {
 public:
  // Merges a block's counts; says whether that could be done completely.
  using Merge = bool (*)(Block& block, void* context);

  // An empty block for the calling thread, or nullptr when there is no memory. It is a large one
  // where a block that the thread has just filled lasted no longer than a round of the drainer.
  Block* take(std::uint32_t session, bool wasFilledSoon = false);

  // Whether the drainer came by at most once since the block was taken.
  bool isRecent(const Block& block) const {
    const auto age = static_cast<std::uint16_t>(round() - block.round);
    return age <= 1;
  }

  // Gives up a block that the calling thread wrote to. The release push pairs with the drainer's
  // acquire: it sees the last counts.
  void retire(Block* block);

  // Drainer: merges and recycles the retired blocks, keeping those that can't be merged now.
  void drainRetired(Merge merge, void* context);

  // Drainer: merges the blocks in use.
  void drainLive(Merge merge, void* context);

  // Drainer: keeps as many blocks ready as threads have lately needed, within bounds.
  void replenish();

  std::uint32_t liveCount() const { return liveCount_; }

 private:
  // Blocks of one size that are ready to be taken.
  struct Pool {
    static constexpr unsigned kSlots = 192;

    Block* take();
    bool giveBack(Block* block);
    // Keeps as many as were taken since the last call, at least `minimum`.
    void replenish(unsigned capacity, unsigned minimum);

    std::atomic<Block*> slots[kSlots] = {};
    std::atomic<unsigned> takeFrom{0};
    std::atomic<unsigned> taken{0};
  };
  static constexpr unsigned kMinimumSmall = 32;
  static constexpr unsigned kMinimumLarge = 4;

  std::uint16_t round() const { return round_.load(std::memory_order_relaxed); }
  void adoptBorn();
  void unlink(Block* block);
  void recycle(Block* block);

  Pool small_;
  Pool large_;
  std::atomic<std::uint16_t> round_{0};  // of the drainer
  alignas(64) std::atomic<Block*> born_{nullptr};
  alignas(64) std::atomic<Block*> retired_{nullptr};

  Block* live_ = nullptr;  // drainer's
  std::uint32_t liveCount_ = 0;
};

}  // namespace uncork
