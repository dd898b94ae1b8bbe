// Where threads may run and where memory lies: the kernel's calls for affinity and memory policy.
//
// Sets of CPUs and of nodes are words of 64 bits, the lowest first. Raw system calls, since the
// C library's cpu_set_t ends at 1,024 CPUs and libnuma may not be installed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace uncork {

struct BitWords {
  const std::uint64_t* words;
  std::size_t count;
};

// How many CPUs or nodes there are in a set.
std::size_t count(BitWords set);

// Lets a thread of this user run on these CPUs only; 0 or an errno (ESRCH: it has ended).
int setAffinity(int threadId, BitWords cpus);

// The CPUs that a thread may run on; 0 or an errno (EINVAL: too few words for this machine).
int getAffinity(int threadId, std::uint64_t* words, std::size_t count);

// Moves the pages of this process that lie on some nodes to others. The number of pages that could
// not be moved, or a negative errno.
long migratePages(BitWords from, BitWords to);

// Makes the calling thread take memory from these nodes while they have some, instead of those that
// an earlier call named; no nodes end it. 0, an errno, or EBUSY where it has another policy.
int preferNodes(BitWords nodes);

}  // namespace uncork
