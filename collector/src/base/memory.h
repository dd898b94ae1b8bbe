// The collector's own allocations, counted, so that its memory use can be told exactly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace uncork::memory {

// Zeroed memory, from 256 bytes on aligned to a cache line; nullptr when there is none.
void* allocate(std::size_t bytes);

// Gives back what allocate() returned for the same size; nullptr is allowed.
void release(void* address, std::size_t bytes);

// Bytes allocated and not released.
std::int64_t bytesInUse();

template <typename T>
T* allocateArray(std::size_t count) {
  return static_cast<T*>(allocate(count * sizeof(T)));
}

template <typename T>
void releaseArray(T* array, std::size_t count) {
  release(array, count * sizeof(T));
}

}  // namespace uncork::memory
