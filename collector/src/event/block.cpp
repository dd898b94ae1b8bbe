#include "event/block.h"

#include <cstring>

#include "base/memory.h"

namespace uncork {
namespace {

// Not counted per block: memory that was given back may become a block again, and whoever remembers
// the old one has to see that.
std::atomic<std::uint32_t> lastGeneration{0};

std::uint32_t nextGeneration() {
  return lastGeneration.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

Block* Block::create(unsigned capacity) {
  auto* block = static_cast<Block*>(memory::allocate(bytes(capacity)));
  if (block != nullptr) {
    block->generation = nextGeneration();
    block->capacity = static_cast<std::uint8_t>(capacity);
  }
  return block;
}

void Block::destroy(Block* block) {
  if (block != nullptr) {
    memory::release(block, bytes(block->capacity));
  }
}

// Index slots outnumber entries almost two to one, so that a free slot always ends the search.
std::uint8_t* Block::slot(std::uint32_t hash, Kind kind) {
  unsigned at = mix(hash, kind) >> 27;
  for (;; at++) {
    if (at >= sizeof index) {
      at = 0;
    }
    const std::uint8_t entry = index[at];
    if (entry == 0 || (entries()[entry - 1].hash == hash && entries()[entry - 1].kind == kind)) {
      return &index[at];
    }
  }
}

Entry* Block::find(std::uint32_t hash, Kind kind) {
  const std::uint8_t entry = *slot(hash, kind);
  return entry == 0 ? nullptr : &entries()[entry - 1];
}

Entry* Block::select(std::uint32_t hash, Kind kind, std::uint32_t stackId) {
  std::uint8_t* current = slot(hash, kind);
  if (*current == 0) {
    return nullptr;
  }
  // Chains are only searched when a stack was walked, which costs far more.
  for (unsigned i = 0; i < used.load(std::memory_order_relaxed); i++) {
    Entry& entry = entries()[i];
    if (entry.hash == hash && entry.kind == kind && entry.stackId == stackId) {
      *current = static_cast<std::uint8_t>(i + 1);
      return &entry;
    }
  }
  return nullptr;
}

Entry* Block::add(std::uint32_t hash, Kind kind, std::uint32_t stackId, ClassRef classRef) {
  const std::uint8_t place = used.load(std::memory_order_relaxed);
  if (place == capacity) {
    return nullptr;
  }
  std::uint8_t* current = slot(hash, kind);
  Entry& entry = entries()[place];
  entry.hash = hash;
  entry.kind = kind;
  entry.stackId = stackId;
  entry.classRef = classRef;
  *current = static_cast<std::uint8_t>(place + 1);
  used.store(static_cast<std::uint8_t>(place + 1), std::memory_order_release);
  return &entry;
}

void Block::recycle() {
  const std::uint8_t keptCapacity = capacity;
  // Every member is trivially copyable apart from the atomics, for which zero is a valid state.
  std::memset(static_cast<void*>(this), 0, bytes(keptCapacity));
  generation = nextGeneration();
  capacity = keptCapacity;
}

}  // namespace uncork
