#include "base/memory.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace uncork::memory {
namespace {

constexpr std::size_t kCacheLineBytes = 64;
// What is smaller than any block has no need to keep to its own cache lines.
constexpr std::size_t kAlignedFromBytes = 256;
// Large tables are mapped: the kernel zeroes a page when it is first touched, and takes it back
// when the table is released.
constexpr std::size_t kMappedFromBytes = std::size_t{64} * 1024;

std::atomic<std::int64_t> inUseBytes{0};

}  // namespace

void* allocate(std::size_t bytes) {
  void* address = nullptr;
  if (bytes >= kMappedFromBytes) {
    address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED) {
      return nullptr;
    }
  } else if (bytes < kAlignedFromBytes) {
    address = std::calloc(1, bytes);
    if (address == nullptr) {
      return nullptr;
    }
  } else {
    if (posix_memalign(&address, kCacheLineBytes, bytes) != 0) {
      return nullptr;
    }
    std::memset(address, 0, bytes);
  }
  inUseBytes.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  return address;
}

void release(void* address, std::size_t bytes) {
  if (address == nullptr) {
    return;
  }
  inUseBytes.fetch_sub(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  if (bytes >= kMappedFromBytes) {
    munmap(address, bytes);
  } else {
    std::free(address);
  }
}

std::int64_t bytesInUse() { return inUseBytes.load(std::memory_order_relaxed); }

}  // namespace uncork::memory
