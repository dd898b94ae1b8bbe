// A JVM of a few functions, so that the event path runs without a real one: under sanitizers, and
// for aarch64 under qemu-user.
//
// Objects, classes, methods and threads are structs of this file, and references to them are their
// addresses. A thread "runs" on the operating-system thread that called run() last.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace fake {

// What has an identity hash: a class is an object, too.
struct Hashed {
  jint hash;
};

struct Class : Hashed {
  Class(jint itsHash, const char* itsSignature) : Hashed{itsHash}, signature(itsSignature) {}
  const char* signature;
  std::atomic<bool> unloaded{false};
};

struct Object : Hashed {
  Object(Class* itsType, jint itsHash) : Hashed{itsHash}, type(itsType) {}
  Class* type;
};

struct Method {
  Class* type;
  const char* name;
};

struct Thread {
  bool isVirtual;
  std::vector<jvmtiFrameInfo> stack;
  void* storage = nullptr;
  jlong cpuNanos = -1;
};

// One drained lock or site, in the words that the collector gives.
struct Drained {
  std::int32_t type, kind, hash;
  std::string className;
  std::int32_t stackId;
  std::int64_t count, nanos, maxNanos, waits, waitedNanos;
};

class Jvm {
 public:
  // The JVM, into which the collector was loaded when it was first asked for.
  static Jvm& get();

  // Lets a thread run on this operating-system thread.
  static void run(Thread* thread);

  void enter(Thread& thread, Object& lock);
  void entered(Thread& thread, Object& lock);
  void wait(Thread& thread, Object& lock);
  void waited(Thread& thread, Object& lock);

  bool start(int permille);
  void stop();
  void blocked(Object& lock, std::int64_t startNanos, std::int64_t endNanos);
  std::vector<Drained> drainRound();
  std::vector<std::string> stackFrames(std::int32_t stackId);

  // What a sampler of threads asks for.
  std::vector<jlong> walk(Thread& thread, std::size_t longs);
  std::string frame(jlong itsMethod, jlong location);
  jlong cpuNanos(Thread& thread);

  // Weak references made and not deleted.
  static int weakReferences();

  // Events posted, like a JVM, only while they are on.
  std::atomic<int> eventsOn{0};
  jvmtiEventCallbacks callbacks = {};
  std::vector<JNINativeMethod> methods;

 private:
  Jvm();
  void* method(const char* name) const;
};

inline jobject ref(Object& object) { return reinterpret_cast<jobject>(&object); }

}  // namespace fake
