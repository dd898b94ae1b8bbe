#include "experiment/cpu_mask.h"

#include <cstring>

namespace uncork {

int CpuMask::read(int threadId) { return getAffinity(threadId, words_, kMaxWords); }

bool CpuMask::assign(BitWords cpus) {
  if (cpus.count > kMaxWords) {
    return false;
  }
  std::memset(words_, 0, sizeof words_);
  std::memcpy(words_, cpus.words, cpus.count * sizeof *cpus.words);
  return true;
}

void CpuMask::remove(const CpuMask& other) {
  for (std::size_t i = 0; i < kMaxWords; i++) {
    words_[i] &= ~other.words_[i];
  }
}

void CpuMask::fill() { std::memset(words_, 0xff, sizeof words_); }

bool CpuMask::operator==(const CpuMask& other) const {
  return std::memcmp(words_, other.words_, sizeof words_) == 0;
}

}  // namespace uncork
