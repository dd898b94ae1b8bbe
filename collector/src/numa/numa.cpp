#include "numa/numa.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace uncork {
namespace {

// linux/mempolicy.h, which is not installed everywhere.
constexpr int kPolicyDefault = 0;
constexpr int kPolicyPreferred = 1;
constexpr int kPolicyPreferredMany = 5;  // Linux 5.15

constexpr unsigned long kBitsPerWord = 64;

// Whether the thread's policy is of preferNodes.
thread_local bool prefers = false;

// The kernel takes one more than the number of bits.
unsigned long maxNode(BitWords nodes) { return nodes.count * kBitsPerWord + 1; }

}  // namespace

std::size_t count(BitWords set) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < set.count; i++) {
    bits += static_cast<std::size_t>(__builtin_popcountll(set.words[i]));
  }
  return bits;
}

int setAffinity(int threadId, BitWords cpus) {
  return syscall(SYS_sched_setaffinity, threadId, cpus.count * sizeof *cpus.words, cpus.words) == 0
             ? 0
             : errno;
}

int getAffinity(int threadId, std::uint64_t* words, std::size_t count) {
  for (std::size_t i = 0; i < count; i++) {
    words[i] = 0;  // the kernel writes no more words than it has CPUs
  }
  return syscall(SYS_sched_getaffinity, threadId, count * sizeof *words, words) >= 0 ? 0 : errno;
}

long migratePages(BitWords from, BitWords to) {
  if (from.count != to.count) {
    return -EINVAL;  // the kernel takes one length for both
  }
  const long result = syscall(SYS_migrate_pages, 0, maxNode(from), from.words, to.words);
  return result >= 0 ? result : -static_cast<long>(errno);
}

int preferNodes(BitWords nodes) {
  int mode = kPolicyDefault;
  if (syscall(SYS_get_mempolicy, &mode, nullptr, 0UL, nullptr, 0UL) != 0) {
    return errno;
  }
  if (mode != kPolicyDefault && !prefers) {
    return EBUSY;
  }
  const std::size_t bits = count(nodes);
  if (bits == 0) {
    prefers = false;
    return syscall(SYS_set_mempolicy, kPolicyDefault, nullptr, 0UL) == 0 ? 0 : errno;
  }
  const int wanted = bits == 1 ? kPolicyPreferred : kPolicyPreferredMany;
  if (syscall(SYS_set_mempolicy, wanted, nodes.words, maxNode(nodes)) != 0) {
    return errno;
  }
  prefers = true;
  return 0;
}

}  // namespace uncork
