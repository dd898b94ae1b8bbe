// A set of CPUs as the kernel has it for a thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numa/numa.h"

namespace uncork {

class CpuMask {
 public:
  static constexpr std::size_t kMaxWords = 128;  // 8,192 CPUs, the most that Linux has

  // Takes the CPUs that a thread may run on; 0 or an errno.
  int read(int threadId);

  // Takes these; false where they are more than there can be.
  bool assign(BitWords cpus);

  // Takes all that there could be.
  void fill();

  // Takes those of another one out.
  void remove(const CpuMask& other);

  int apply(int threadId) const { return setAffinity(threadId, {words_, kMaxWords}); }
  BitWords bits() const { return {words_, kMaxWords}; }
  bool operator==(const CpuMask& other) const;

 private:
  std::uint64_t words_[kMaxWords] = {};
};

}  // namespace uncork
