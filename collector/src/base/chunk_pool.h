// Objects in numbered places, allocated by the chunk and given back together. Drainer only.
#pragma once

#include <cstdint>

#include "base/memory.h"

namespace uncork {

template <typename T>
class ChunkPool {
 public:
  static constexpr std::uint32_t kNone = 0;

  constexpr ChunkPool() = default;
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;
  ~ChunkPool() {
    for (std::uint32_t i = 0; i < chunkCount_; i++) {
      memory::releaseArray(chunks_[i], kChunkObjects);
    }
  }

  // Place of an object with unspecified content, or kNone when there is no memory.
  std::uint32_t take() {
    if (freed_ != kNone) {
      const std::uint32_t place = freed_;
      freed_ = linkOf(place);
      count_++;
      return place;
    }
    if (used_ == chunkCount_ * kChunkObjects) {
      if (chunkCount_ == kChunks) {
        return kNone;
      }
      chunks_[chunkCount_] = memory::allocateArray<T>(kChunkObjects);
      if (chunks_[chunkCount_] == nullptr) {
        return kNone;
      }
      chunkCount_++;
    }
    count_++;
    return ++used_;
  }

  T& at(std::uint32_t place) {
    return chunks_[(place - 1) / kChunkObjects][(place - 1) % kChunkObjects];
  }

  void giveBack(std::uint32_t place) {
    linkOf(place) = freed_;
    freed_ = place;
    if (--count_ == 0) {
      clear();
    }
  }

  std::uint32_t count() const { return count_; }

 private:
  static constexpr std::uint32_t kChunkObjects = 1024;
  static constexpr std::uint32_t kChunks = 4096;
  static_assert(sizeof(T) >= sizeof(std::uint32_t), "a free object holds a link");

  std::uint32_t& linkOf(std::uint32_t place) {
    return *reinterpret_cast<std::uint32_t*>(&at(place));
  }

  // Everything is free: keeps one chunk.
  void clear() {
    while (chunkCount_ > 1) {
      memory::releaseArray(chunks_[--chunkCount_], kChunkObjects);
    }
    used_ = 0;
    freed_ = kNone;
  }

  T* chunks_[kChunks] = {};
  std::uint32_t chunkCount_ = 0;
  std::uint32_t used_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t freed_ = kNone;
};

}  // namespace uncork
