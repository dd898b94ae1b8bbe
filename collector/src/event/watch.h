// The one lock whose object the sampler asked for, to look at its owner.
#pragma once

#include <jni.h>

#include <atomic>
#include <cstdint>

#include "base/mutex.h"

namespace uncork {

class Watch {
 public:
  static Watch& get() { return instance; }

  // Asks for the lock with this identity hash; 0 asks for none.
  void ask(JNIEnv* env, std::uint32_t hash);

  // Event path: this lock has the hash that was asked for.
  void seen(JNIEnv* env, jobject lock);

  // The lock, as a local reference, or nullptr.
  jobject object(JNIEnv* env);

 private:
  static Watch instance;

  Mutex mutex_;  // between ask() and object(); never taken by events
  std::atomic<jweak> ref_{nullptr};
};

}  // namespace uncork
