// A mutual exclusion lock without exceptions, so that libuncork.so needs nothing of libstdc++.
#pragma once

#include <pthread.h>

namespace uncork {

class Mutex {
 public:
  constexpr Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  // A normal mutex that its own thread does not hold: neither call can fail.
  void lock() { static_cast<void>(pthread_mutex_lock(&mutex_)); }
  void unlock() { static_cast<void>(pthread_mutex_unlock(&mutex_)); }

  bool tryLock() { return pthread_mutex_trylock(&mutex_) == 0; }

  // For a condition that is waited for with this mutex.
  pthread_mutex_t* handle() { return &mutex_; }

 private:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

class MutexGuard {
 public:
  explicit MutexGuard(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexGuard() { mutex_.unlock(); }
  MutexGuard(const MutexGuard&) = delete;
  MutexGuard& operator=(const MutexGuard&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace uncork
