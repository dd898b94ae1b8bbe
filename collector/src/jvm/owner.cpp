#include "jvm/owner.h"

#include "jvm/jvm.h"

namespace uncork {

jobject ownerOfMonitor(JNIEnv* env, jobject lock) {
  jvmtiMonitorUsage usage = {};
  if (lock == nullptr || Jvm::ti()->GetObjectMonitorUsage(lock, &usage) != JVMTI_ERROR_NONE) {
    return nullptr;
  }
  for (jint i = 0; i < usage.waiter_count; i++) {
    env->DeleteLocalRef(usage.waiters[i]);
  }
  for (jint i = 0; i < usage.notify_waiter_count; i++) {
    env->DeleteLocalRef(usage.notify_waiters[i]);
  }
  Jvm::ti()->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
  Jvm::ti()->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
  return usage.owner;
}

jobject ownerOfSynchronizer(JNIEnv* env, jobject synchronizer) {
  const LocalRef<jclass> type(
      env, env->FindClass("java/util/concurrent/locks/AbstractOwnableSynchronizer"));
  if (synchronizer == nullptr || type.get() == nullptr ||
      env->IsInstanceOf(synchronizer, type.get()) == JNI_FALSE) {
    env->ExceptionClear();
    return nullptr;
  }
  const jfieldID owner = env->GetFieldID(type.get(), "exclusiveOwnerThread", "Ljava/lang/Thread;");
  if (owner == nullptr) {
    env->ExceptionClear();
    return nullptr;
  }
  return env->GetObjectField(synchronizer, owner);
}

}  // namespace uncork
