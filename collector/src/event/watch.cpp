#include "event/watch.h"

#include "base/event_state.h"
#include "jvm/jvm.h"

namespace uncork {

Watch Watch::instance;

void Watch::ask(JNIEnv* env, std::uint32_t hash) {
  const MutexGuard guard(mutex_);
  eventState.watchedHash.store(hash, std::memory_order_relaxed);
  jweak old = ref_.exchange(nullptr, std::memory_order_acq_rel);
  if (old != nullptr) {
    env->DeleteWeakGlobalRef(old);
  }
}

void Watch::seen(JNIEnv* env, jobject lock) {
  if (ref_.load(std::memory_order_relaxed) != nullptr) {
    return;
  }
  jweak ref = env->NewWeakGlobalRef(lock);
  if (ref == nullptr) {
    env->ExceptionClear();
    return;
  }
  jweak none = nullptr;
  // The release pairs with object()'s acquire.
  if (!ref_.compare_exchange_strong(none, ref, std::memory_order_acq_rel)) {
    env->DeleteWeakGlobalRef(ref);
  }
}

jobject Watch::object(JNIEnv* env) {
  const MutexGuard guard(mutex_);
  const std::uint32_t wanted = eventState.watchedHash.load(std::memory_order_relaxed);
  jweak ref = ref_.load(std::memory_order_acquire);
  if (wanted == 0 || ref == nullptr) {
    return nullptr;
  }
  jobject lock = env->NewLocalRef(ref);
  jint hash = 0;
  // An event of the lock asked for before may have come late.
  if (lock != nullptr && Jvm::ti()->GetObjectHashCode(lock, &hash) == JVMTI_ERROR_NONE &&
      static_cast<std::uint32_t>(hash) == wanted) {
    return lock;
  }
  if (lock != nullptr) {
    env->DeleteLocalRef(lock);
  }
  ref_.store(nullptr, std::memory_order_release);
  env->DeleteWeakGlobalRef(ref);
  return nullptr;
}

}  // namespace uncork
