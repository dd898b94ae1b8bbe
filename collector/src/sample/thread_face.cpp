#include "sample/thread_face.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/memory.h"
#include "drain/frame_text.h"
#include "jvm/jvm.h"
#include "jvm/natives.h"

namespace uncork {
namespace {

constexpr jint kMaxFrames = 64;
constexpr int kMaxSuperclasses = 4;
constexpr jint kStatic = 0x0008;
constexpr const char* kRunnable = "Ljava/lang/Runnable;";

jobjectArray JNICALL threads(JNIEnv* env, jclass /*type*/) {
  jint count = 0;
  TiMemory<jthread> all;
  if (Jvm::ti()->GetAllThreads(&count, all.out()) != JVMTI_ERROR_NONE) {
    count = 0;
  }
  return arrayOf(env, "java/lang/Thread", count, all.get());
}

jlong cpuNanosOf(jthread thread) {
  jlong nanos = -1;
  return Jvm::ti()->GetThreadCpuTime(thread, &nanos) == JVMTI_ERROR_NONE ? nanos : -1;
}

jlong JNICALL cpuNanos(JNIEnv* /*env*/, jclass /*type*/, jobject thread) {
  return cpuNanosOf(thread);
}

jint JNICALL state(JNIEnv* /*env*/, jclass /*type*/, jobject thread) {
  jint bits = 0;
  return Jvm::ti()->GetThreadState(thread, &bits) == JVMTI_ERROR_NONE ? bits : 0;
}

void JNICALL allCpuNanos(JNIEnv* env, jclass /*type*/, jobjectArray threads, jlongArray nanos) {
  const jsize count = std::min(env->GetArrayLength(threads), env->GetArrayLength(nanos));
  for (jsize i = 0; i < count; i++) {
    const LocalRef<jobject> thread(env, env->GetObjectArrayElement(threads, i));
    const jlong used = thread.get() == nullptr ? -1 : cpuNanosOf(thread.get());
    env->SetLongArrayRegion(nanos, i, 1, &used);
  }
}

// GetStackTrace stops that one thread only, and a thread that is blocked isn't even woken for it.
jint JNICALL walk(JNIEnv* env, jclass /*type*/, jobject thread, jlongArray target) {
  jvmtiFrameInfo frames[kMaxFrames];
  jint count = 0;
  const jint most = std::min(kMaxFrames, env->GetArrayLength(target) / 2);
  if (Jvm::ti()->GetStackTrace(thread, 0, most, frames, &count) != JVMTI_ERROR_NONE) {
    return -1;
  }
  jlong words[2 * kMaxFrames];
  for (jint i = 0; i < count; i++) {
    words[2 * i] = static_cast<jlong>(reinterpret_cast<std::intptr_t>(frames[i].method));
    words[2 * i + 1] = frames[i].location;
  }
  env->SetLongArrayRegion(target, 0, 2 * count, words);
  return count;
}

jstring JNICALL frame(JNIEnv* env, jclass /*type*/, jlong method, jlong location) {
  char* text =
      frameText(env, reinterpret_cast<jmethodID>(static_cast<std::intptr_t>(method)), location);
  if (text == nullptr) {
    return nullptr;
  }
  jstring result = env->NewStringUTF(text);
  memory::releaseArray(text, std::strlen(text) + 1);
  return result;
}

// Whether a field is one of an object and is declared to hold a Runnable; its type isn't loaded.
bool holdsRunnable(jclass type, jfieldID field) {
  jint modifiers = 0;
  TiMemory<char> name;
  TiMemory<char> signature;
  return Jvm::ti()->GetFieldModifiers(type, field, &modifiers) == JVMTI_ERROR_NONE &&
         (modifiers & kStatic) == 0 &&
         Jvm::ti()->GetFieldName(type, field, name.out(), signature.out(), nullptr) ==
             JVMTI_ERROR_NONE &&
         std::strcmp(signature.get(), kRunnable) == 0;
}

// The first Runnable that a field of this very class holds, as a local reference, or nullptr.
jobject runnableOf(JNIEnv* env, jobject holder, jclass type) {
  jint count = 0;
  TiMemory<jfieldID> fields;
  if (Jvm::ti()->GetClassFields(type, &count, fields.out()) != JVMTI_ERROR_NONE) {
    return nullptr;
  }
  for (jint i = 0; i < count; i++) {
    if (holdsRunnable(type, fields.get()[i])) {
      jobject value = env->GetObjectField(holder, fields.get()[i]);
      if (value != nullptr) {
        return value;
      }
    }
  }
  return nullptr;
}

jobject JNICALL runnableIn(JNIEnv* env, jclass /*type*/, jobject holder) {
  jclass type = env->GetObjectClass(holder);
  jobject found = nullptr;
  for (int i = 0; i < kMaxSuperclasses && type != nullptr && found == nullptr; i++) {
    found = runnableOf(env, holder, type);
    jclass above = env->GetSuperclass(type);
    env->DeleteLocalRef(type);
    type = above;
  }
  if (type != nullptr) {
    env->DeleteLocalRef(type);
  }
  return found;
}

}  // namespace

bool registerThreadMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("threads0", "()[Ljava/lang/Thread;", threads),
      native("cpuNanos0", "(Ljava/lang/Thread;)J", cpuNanos),
      native("cpuNanos0", "([Ljava/lang/Thread;[J)V", allCpuNanos),
      native("state0", "(Ljava/lang/Thread;)I", state),
      native("walk0", "(Ljava/lang/Thread;[J)I", walk),
      native("frame0", "(JJ)Ljava/lang/String;", frame),
      native("runnableIn0", "(Ljava/lang/Object;)Ljava/lang/Object;", runnableIn),
  };
  return registerNatives(env, "dev/uncork/boot/sample/ThreadStacks", methods);
}

}  // namespace uncork
