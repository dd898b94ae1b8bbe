// The kernel's time-slice extension (restartable sequences, Linux 7.0): a thread that is about to
// lose its processor keeps it some microseconds longer if it asked for that.
//
// Asking is one store to memory that thread and kernel share; this is the slow path around it.
#pragma once

#include <cstdint>

namespace uncork {

// What thread and kernel share, byte 28 of struct rseq. The kernel clears `request` and sets
// `granted` when it extends a slice; the thread never writes `granted`.
struct SliceControl {
  volatile std::uint8_t request;
  volatile std::uint8_t granted;
};

// Makes the extension available to the calling thread, until its end; null where that is
// impossible, with errno as the kernel set it (ENOSYS: the kernel's area has no such field).
SliceControl* attachSlice();

// The same bytes where no kernel looks at them: what a thread notes there, it alone reads. They last
// as long as the thread.
SliceControl* unsharedSlice();

// Gives the processor back; true when the thread still had more time than was its own.
bool yieldSlice();

// The length of the ordinary time slices of a thread of this process, Linux 6.12: 0 is the system's
// own. False with errno when the kernel refuses, or (ENOTSUP) takes no notice. Threads and
// processes that it forks don't inherit it.
bool setSliceNanos(int threadId, std::uint64_t nanos);

}  // namespace uncork
