// Holds the program's own threads on some of the CPUs, and gives all of them back.
//
// Held are the threads that may run where this process may: not those of the JVM, JFR and Uncork,
// nor those that have chosen their own CPUs. Since all that are held had the same mask, it is given
// back to whatever has the mask of the hold then: those threads, what they have started meanwhile,
// and its descendants, but not what has chosen its own CPUs meanwhile. A thread or process that
// chose exactly those of the hold can't be told apart.
//
// The scheduler may leave them on the CPUs of the hold for a tenth of a second and more, so the end of
// a hold with a limit moves those that run. What they start in that moment is given back, too.
//
// A hold with a limit ends by itself: a thread of ours that runs no Java sees to it, since the
// agent's may be stopped at a safepoint.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "base/mutex.h"
#include "experiment/cpu_mask.h"
#include "experiment/offspring.h"
#include "experiment/task_table.h"

namespace uncork {

class ThreadHold {
 public:
  static ThreadHold& get();

  // Makes ready; nullptr, or why threads can't be held here. To be called by a thread of ours.
  const char* prepare(const char* const* serviceNames, std::size_t names);

  // Gives back what is held, and undoes prepare().
  void finish();

  // The CPUs that the process may use, as of prepare().
  BitWords allowed() const { return common_.bits(); }

  // Holds the threads on these CPUs until release(), at most for so long; 0 is for ever. Returns how
  // many threads that were, or a negative errno: then none is held. To be called by a thread of ours.
  int hold(BitWords cpus, std::uint64_t limitNanos);

  // Gives all back; returns how many threads and processes, or -1 where that was done already since
  // the hold had lasted too long.
  int release();

  // Puts right, during a hold, what began meanwhile: threads of the program that don't descend from
  // held ones, and service threads that do.
  void tend();

  // Looks which threads there are, for cpuNanos() of a time in which none is held.
  void look();

  // CPU time of the program's own threads, the ended ones included.
  std::int64_t cpuNanos();

  // As the process ends: what it leaves behind shall not stay held.
  void releaseAtExit();

 private:
  const char* prepareLocked(const char* const* serviceNames, std::size_t names);
  int findCommonMask();
  bool startWatchdog();
  static void* watch(void* hold);
  void watchLocked();
  int holdLocked(BitWords cpus, std::uint64_t limitNanos);
  int holdNewThreads(bool first);
  int releaseLocked();
  int releaseThreads();
  void spread(int threadId, std::size_t running) const;
  void restore(int threadId) const;

  Mutex mutex_;
  pthread_cond_t changed_ = {};
  pthread_t watchdog_ = 0;
  bool ready_ = false;
  bool holding_ = false;
  bool limited_ = false;
  bool expired_ = false;
  std::uint64_t deadlineNanos_ = 0;
  CpuMask common_;   // of the threads that have chosen none of their own
  CpuMask restored_; // what makes that of them
  CpuMask held_;
  CpuMask others_; // of the common ones, those that aren't held
  TaskTable tasks_;
  Offspring offspring_;
};

}  // namespace uncork
