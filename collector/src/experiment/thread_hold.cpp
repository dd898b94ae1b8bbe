#include "experiment/thread_hold.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "base/clock.h"
#include "base/never_destroyed.h"
#include "experiment/passes.h"

namespace uncork {
namespace {

constexpr std::uint64_t kNanosPerSecond = 1'000'000'000;
constexpr std::size_t kWatchdogStackBytes = 256 << 10;

NeverDestroyed<ThreadHold> theHold;

// A procfs of another pid namespace would tell numbers that the kernel's calls don't know here.
bool procIsOurs() {
  char target[32];
  const ssize_t length = readlink("/proc/self", target, sizeof target - 1);
  if (length <= 0) {
    return false;
  }
  target[length] = '\0';
  return std::atoi(target) == getpid();
}

__attribute__((destructor)) void atExit() { theHold.value.releaseAtExit(); }

}  // namespace

ThreadHold& ThreadHold::get() { return theHold.value; }

const char* ThreadHold::prepare(const char* const* serviceNames, std::size_t names) {
  const MutexGuard guard(mutex_);
  if (ready_) {
    return nullptr;
  }
  const char* reason = prepareLocked(serviceNames, names);
  if (reason != nullptr) {
    tasks_.close();
    offspring_.close();
  }
  ready_ = reason == nullptr;
  return reason;
}

const char* ThreadHold::prepareLocked(const char* const* serviceNames, std::size_t names) {
  if (!procIsOurs() || !tasks_.open()) {
    return "/proc isn't that of this process's namespace, so that its threads can't be listed";
  }
  if (!offspring_.open()) {
    return "/proc/loadavg doesn't tell the last process, so that child processes couldn't be given "
           "their CPUs back";
  }
  const int error = findCommonMask();
  if (error != 0) {
    return error == EPERM || error == ENOSYS
               ? "sched_setaffinity isn't permitted here (container sandboxes may forbid it)"
               : "sched_setaffinity fails here";
  }
  for (std::size_t i = 0; i < names; i++) {
    tasks_.addServiceName(serviceNames[i]);
  }
  return startWatchdog() ? nullptr : "no thread could be started that watches over the hold";
}

// That of the calling thread, which is ours. Where it is all that the process's control group may
// use, it is restored as "all", so that the group may be given more CPUs later.
int ThreadHold::findCommonMask() {
  int error = common_.read(0);
  if (error == 0) {
    restored_.fill();
    error = restored_.apply(0);
  }
  CpuMask most;
  if (error == 0) {
    error = most.read(0);
  }
  if (error == 0 && !(most == common_)) {
    restored_ = common_;
    error = restored_.apply(0);
  }
  return error;
}

bool ThreadHold::startWatchdog() {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&changed_, &monotonic);
  pthread_condattr_destroy(&monotonic);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kWatchdogStackBytes);
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // no signal of the JVM's shall end up there
  const bool started = pthread_create(&watchdog_, &attributes, watch, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (started) {
    pthread_setname_np(watchdog_, "uncork-watchdog");
  } else {
    pthread_cond_destroy(&changed_);
  }
  return started;
}

void* ThreadHold::watch(void* hold) {
  auto* watched = static_cast<ThreadHold*>(hold);
  const MutexGuard guard(watched->mutex_);
  watched->watchLocked();
  return nullptr;
}

void ThreadHold::watchLocked() {
  // prepare() holds the mutex until ready_ is set.
  while (ready_) {
    if (!holding_ || !limited_) {
      pthread_cond_wait(&changed_, mutex_.handle());
    } else if (Clock::monotonicNanos() < deadlineNanos_) {
      const timespec deadline = {static_cast<time_t>(deadlineNanos_ / kNanosPerSecond),
                                 static_cast<long>(deadlineNanos_ % kNanosPerSecond)};
      pthread_cond_timedwait(&changed_, mutex_.handle(), &deadline);
    } else {
      releaseLocked();
      expired_ = true;
    }
  }
}

void ThreadHold::finish() {
  {
    const MutexGuard guard(mutex_);
    if (!ready_) {
      return;
    }
    releaseLocked();
    ready_ = false;
    pthread_cond_signal(&changed_);
  }
  pthread_join(watchdog_, nullptr);
  pthread_cond_destroy(&changed_);
  const MutexGuard guard(mutex_);
  tasks_.close();
  offspring_.close();
}

int ThreadHold::hold(BitWords cpus, std::uint64_t limitNanos) {
  const MutexGuard guard(mutex_);
  return ready_ ? holdLocked(cpus, limitNanos) : -ENXIO;
}

int ThreadHold::holdLocked(BitWords cpus, std::uint64_t limitNanos) {
  releaseLocked();
  CpuMask now;
  if (now.read(0) != 0 || !(now == common_)) {  // the control group's CPUs have changed
    const int error = findCommonMask();
    if (error != 0) {
      return -error;
    }
  }
  if (!held_.assign(cpus)) {
    return -EINVAL;
  }
  others_ = common_;
  others_.remove(held_);
  offspring_.begin();
  expired_ = false;
  holding_ = true;
  limited_ = limitNanos != 0;
  deadlineNanos_ = Clock::monotonicNanos() + limitNanos;
  pthread_cond_signal(&changed_);
  bool first = true;
  const int held = repeated([&] {
    const int more = tasks_.refresh() ? holdNewThreads(first) : 0;
    first = false;
    return more;
  });
  if (held == 0) {
    releaseLocked();
  }
  return held;
}

int ThreadHold::holdNewThreads(bool first) {
  int held = 0;
  CpuMask mask;
  for (Task& task : tasks_) {
    if (task.service || mask.read(task.id) != 0) {
      continue;
    }
    if (mask == common_) {
      held += held_.apply(task.id) == 0 ? 1 : 0;
    } else if (first) {
      task.spared = mask == held_;
    }
  }
  return held;
}

int ThreadHold::release() {
  const MutexGuard guard(mutex_);
  if (expired_) {
    expired_ = false;
    return -1;
  }
  return releaseLocked();
}

int ThreadHold::releaseLocked() {
  if (!holding_) {
    return 0;
  }
  const int before = limited_ ? offspring_.lastNumber() : 0;
  int given = releaseThreads();
  given += limited_ ? offspring_.giveBack(held_, restored_)
                    : Offspring::giveBackAll(held_, restored_);
  given += releaseThreads();  // a parent may have been given back after it had started one more
  if (limited_) {
    given += offspring_.giveBack(others_, restored_, before);  // what began while it was moved
  }
  for (Task& task : tasks_) {
    task.spared = false;
  }
  holding_ = false;
  return given;
}

int ThreadHold::releaseThreads() {
  std::size_t running = 0;
  return repeated([&] {
    int given = 0;
    CpuMask mask;
    if (tasks_.refresh()) {
      for (const Task& task : tasks_) {
        if (!task.spared && mask.read(task.id) == 0 && mask == held_) {
          if (limited_ && TaskTable::isRunning(task.id)) {
            spread(task.id, running++);
          }
          restore(task.id);
          given++;
        }
      }
    }
    return given;
  });
}

// Moves threads that run to the CPUs that weren't held, as many as these are of all.
void ThreadHold::spread(int threadId, std::size_t running) const {
  const std::size_t all = count(common_.bits());
  const std::size_t others = count(others_.bits());
  if ((running + 1) * others / all > running * others / all) {
    others_.apply(threadId);
  }
}

void ThreadHold::restore(int threadId) const {
  if (restored_.apply(threadId) != 0) {
    CpuMask all;  // the control group has none of these CPUs any more
    all.fill();
    all.apply(threadId);
  }
}

void ThreadHold::tend() {
  const MutexGuard guard(mutex_);
  if (!holding_ || !tasks_.refresh()) {
    return;
  }
  holdNewThreads(false);
  CpuMask mask;
  for (const Task& task : tasks_) {
    if (task.service && mask.read(task.id) == 0 && mask == held_) {
      restore(task.id);
    }
  }
}

void ThreadHold::look() {
  const MutexGuard guard(mutex_);
  tasks_.refresh();
}

std::int64_t ThreadHold::cpuNanos() {
  const MutexGuard guard(mutex_);
  timespec used;
  if (!ready_ || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) {
    return -1;
  }
  return used.tv_sec * static_cast<std::int64_t>(kNanosPerSecond) + used.tv_nsec -
         tasks_.serviceNanos();
}

void ThreadHold::releaseAtExit() {
  if (mutex_.tryLock()) {
    if (ready_) {
      releaseLocked();
    }
    mutex_.unlock();
  }
}

}  // namespace uncork
