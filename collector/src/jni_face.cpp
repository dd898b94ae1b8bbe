// The native methods of dev.uncork.boot.collect.LockCollector, which documents them.
#include <jvmti.h>

#include "base/clock.h"
#include "base/memory.h"
#include "drain/drainer.h"
#include "event/collector.h"
#include "event/events.h"
#include "event/thread_state.h"
#include "event/watch.h"
#include "experiment/hold_face.h"
#include "jvm/jvm.h"
#include "jvm/natives.h"
#include "jvm/owner.h"
#include "remedy/reserve_face.h"
#include "remedy/slice_face.h"
#include "sample/field_face.h"
#include "sample/socket_face.h"
#include "sample/stack_face.h"
#include "sample/thread_face.h"

namespace uncork {
namespace {

constexpr jint kMaxPermille = 1000;

jstring JNICALL start(JNIEnv* env, jclass /*type*/, jint stackBudgetPermille) {
  if (stackBudgetPermille < 0 || stackBudgetPermille > kMaxPermille) {
    return env->NewStringUTF("the stack budget must be 0 to 1000 thousandths");
  }
  const MutexGuard guard(Drainer::get().mutex);
  const char* failure = startEvents(stackBudgetPermille);
  return failure == nullptr ? nullptr : env->NewStringUTF(failure);
}

void JNICALL stop(JNIEnv* /*env*/, jclass /*type*/) {
  const MutexGuard guard(Drainer::get().mutex);
  stopEvents();
}

void JNICALL blocked(JNIEnv* env, jclass /*type*/, jobject synchronizer, jint identityHash,
                     jlong startNanos, jlong endNanos, jboolean shared) {
  countEnded(env, synchronizer, static_cast<std::uint32_t>(identityHash), {startNanos, endNanos},
             shared != JNI_FALSE ? Kind::kJucShared : Kind::kJuc);
}

void JNICALL waited(JNIEnv* env, jclass /*type*/, jobject synchronizer, jint identityHash,
                    jlong startNanos, jlong endNanos) {
  countEnded(env, synchronizer, static_cast<std::uint32_t>(identityHash), {startNanos, endNanos},
             Kind::kJucWait);
}

jint JNICALL drain(JNIEnv* env, jclass /*type*/, jobject target) {
  auto* records = static_cast<Record*>(env->GetDirectBufferAddress(target));
  const jlong bytes = env->GetDirectBufferCapacity(target);
  const MutexGuard guard(Drainer::get().mutex);
  if (records == nullptr || bytes < static_cast<jlong>(sizeof(Record))) {
    Drainer::get().tend(env);
    return 0;
  }
  const std::size_t capacity = static_cast<std::size_t>(bytes) / sizeof(Record);
  return static_cast<jint>(Drainer::get().drain(env, records, capacity) * sizeof(Record));
}

jstring JNICALL className(JNIEnv* env, jclass /*type*/, jint classId) {
  const MutexGuard guard(Drainer::get().mutex);
  return env->NewStringUTF(Drainer::get().classes().name(static_cast<std::uint32_t>(classId)));
}

jobjectArray JNICALL stackFrames(JNIEnv* env, jclass /*type*/, jint stackId) {
  const MutexGuard guard(Drainer::get().mutex);
  const StackNames& names = Drainer::get().stacks();
  const auto id = static_cast<std::uint32_t>(stackId);
  const std::uint32_t depth = names.depth(id);
  const LocalRef<jclass> stringType(env, env->FindClass("java/lang/String"));
  if (stringType.get() == nullptr) {
    return nullptr;
  }
  jobjectArray frames = env->NewObjectArray(static_cast<jsize>(depth), stringType.get(), nullptr);
  for (std::uint32_t i = 0; frames != nullptr && i < depth; i++) {
    const LocalRef<jstring> text(env, env->NewStringUTF(names.frame(id, i)));
    if (text.get() == nullptr) {
      return nullptr;  // an OutOfMemoryError is pending, for the agent's own thread
    }
    env->SetObjectArrayElement(frames, static_cast<jsize>(i), text.get());
  }
  return frames;
}

void JNICALL watch(JNIEnv* env, jclass /*type*/, jint identityHash) {
  Watch::get().ask(env, static_cast<std::uint32_t>(identityHash));
}

jobject JNICALL watched(JNIEnv* env, jclass /*type*/) { return Watch::get().object(env); }

jobject JNICALL monitorOwner(JNIEnv* env, jclass /*type*/, jobject lock) {
  return ownerOfMonitor(env, lock);
}

jobject JNICALL synchronizerOwner(JNIEnv* env, jclass /*type*/, jobject synchronizer) {
  return ownerOfSynchronizer(env, synchronizer);
}

jlong JNICALL memoryBytes(JNIEnv* /*env*/, jclass /*type*/) {
  constexpr std::size_t kFixedBytes = sizeof(Collector) + sizeof(Drainer) + sizeof(Watch);
  return static_cast<jlong>(memory::bytesInUse()) + static_cast<jlong>(kFixedBytes);
}

bool registerMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("start", "(I)Ljava/lang/String;", start),
      native("stop", "()V", stop),
      native("blocked0", "(Ljava/lang/Object;IJJZ)V", blocked),
      native("waited0", "(Ljava/lang/Object;IJJ)V", waited),
      native("drain", "(Ljava/nio/ByteBuffer;)I", drain),
      native("className", "(I)Ljava/lang/String;", className),
      native("stackFrames", "(I)[Ljava/lang/String;", stackFrames),
      native("watch", "(I)V", watch),
      native("watched", "()Ljava/lang/Object;", watched),
      native("monitorOwner", "(Ljava/lang/Object;)Ljava/lang/Thread;", monitorOwner),
      native("synchronizerOwner", "(Ljava/lang/Object;)Ljava/lang/Thread;", synchronizerOwner),
      native("memoryBytes", "()J", memoryBytes),
  };
  return registerNatives(env, "dev/uncork/boot/collect/LockCollector", methods);
}

// System.load turns the thrown error into the reason that LockCollector.load returns.
jint refuse(JNIEnv* env, const char* reason) {
  const LocalRef<jclass> type(env, env->FindClass("java/lang/UnsatisfiedLinkError"));
  if (type.get() != nullptr) {
    env->ThrowNew(type.get(), reason);
  }
  return JNI_ERR;
}

}  // namespace
}  // namespace uncork

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void* /*reserved*/) {
  void* out = nullptr;
  if (vm->GetEnv(&out, JNI_VERSION_10) != JNI_OK) {
    return JNI_ERR;
  }
  auto* env = static_cast<JNIEnv*>(out);
  uncork::Clock::choose();
  if (!uncork::prepareThreadStates()) {
    return uncork::refuse(env, "libuncork.so: no thread-specific key is left (pthread_key_create)");
  }
  const char* failure = uncork::Jvm::connect(vm);
  if (failure != nullptr) {
    return uncork::refuse(env, failure);
  }
  return uncork::registerMethods(env) && uncork::registerReserveMethods(env) &&
                 uncork::registerSliceMethods(env) && uncork::registerThreadMethods(env) &&
                 uncork::registerFieldMethods(env) && uncork::registerSocketMethods(env) &&
                 uncork::registerStackMethods(env) && uncork::registerHoldMethods(env)
             ? JNI_VERSION_10
             : JNI_ERR;
}
