// All blocks of the process: taken and retired by threads, merged and recycled by the drainer.
//
// Threads only ever push to lists and take from slots, without locks; the drainer takes whole lists
// at once, so that no list suffers from ABA.
#pragma once

#include <atomic>

#include "block.h"

namespace uncork {

class Blocks {
 public:
  // Merges a block's counts; says whether that could be done completely.
  using Merge = bool (*)(Block& block, void* context);

  // An empty block for the calling thread, or nullptr when there is no memory.
  Block* take(std::uint32_t session);

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
  static constexpr unsigned kPoolSlots = 256;
  static constexpr unsigned kPoolMinimum = 32;
  static constexpr unsigned kPoolProbes = 16;

  void adoptBorn();
  void unlink(Block* block);
  void recycle(Block* block);

  std::atomic<Block*> pool_[kPoolSlots] = {};
  std::atomic<unsigned> takeFrom_{0};
  std::atomic<unsigned> taken_{0};  // since the last replenish()
  alignas(64) std::atomic<Block*> born_{nullptr};
  alignas(64) std::atomic<Block*> retired_{nullptr};

  Block* live_ = nullptr;  // drainer's
  std::uint32_t liveCount_ = 0;
};

}  // namespace uncork
