// The connection to the JVM: the JVMTI environment and what this JVM can do.
#pragma once

#include <jvmti.h>

#include "base/event_state.h"

namespace uncork {

class Jvm {
 public:
  // Connects; called once, when the library is loaded. Returns nullptr, or what failed.
  static const char* connect(JavaVM* vm);

  // Asks for the capabilities that the collector needs; returns nullptr, or what failed.
  static const char* addCapabilities();

  static jvmtiEnv* ti() { return eventState.ti; }

  // Whether this JVM has virtual threads and posts their events to us.
  static bool hasVirtualThreads() { return eventState.hasVirtualThreads; }

  // Whether a thread is a virtual one; false on a JVM without them.
  static bool isVirtual(JNIEnv* env, jthread thread);
};

// A local reference that is deleted at the end of its scope.
template <typename T>
class LocalRef {
 public:
  LocalRef(JNIEnv* env, T ref) : env_(env), ref_(ref) {}
  ~LocalRef() {
    if (ref_ != nullptr) {
      env_->DeleteLocalRef(ref_);
    }
  }
  LocalRef(const LocalRef&) = delete;
  LocalRef& operator=(const LocalRef&) = delete;
  T get() const { return ref_; }

 private:
  JNIEnv* env_;
  T ref_;
};

// An array of a class for objects to which there are local references, which end here; nullptr with
// a pending exception where there is none.
jobjectArray arrayOf(JNIEnv* env, const char* className, jint count, const jobject* objects);

// Memory that JVMTI allocated and wants back.
template <typename T>
class TiMemory {
 public:
  TiMemory() = default;
  ~TiMemory() {
    if (memory_ != nullptr) {
      Jvm::ti()->Deallocate(reinterpret_cast<unsigned char*>(memory_));
    }
  }
  TiMemory(const TiMemory&) = delete;
  TiMemory& operator=(const TiMemory&) = delete;
  T* get() const { return memory_; }
  T** out() { return &memory_; }

 private:
  T* memory_ = nullptr;
};

}  // namespace uncork
