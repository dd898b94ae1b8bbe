#include "experiment/hold_face.h"

#include <algorithm>

#include "experiment/processors.h"
#include "experiment/thread_hold.h"
#include "jvm/jvm.h"
#include "jvm/natives.h"

namespace uncork {
namespace {

constexpr jsize kMaxNames = 64;
constexpr jsize kNameBytes = 16;

jstring JNICALL prepare(JNIEnv* env, jclass /*type*/, jobjectArray serviceNames) {
  char names[kMaxNames][kNameBytes] = {};
  const char* pointers[kMaxNames];
  const jsize count = std::min(env->GetArrayLength(serviceNames), kMaxNames);
  for (jsize i = 0; i < count; i++) {
    const LocalRef<jstring> name(
        env, static_cast<jstring>(env->GetObjectArrayElement(serviceNames, i)));
    const jsize length = std::min(env->GetStringLength(name.get()), kNameBytes - 1);
    env->GetStringUTFRegion(name.get(), 0, length, names[i]);  // which are ASCII
    pointers[i] = names[i];
  }
  const char* reason = ThreadHold::get().prepare(pointers, static_cast<std::size_t>(count));
  return reason == nullptr ? nullptr : env->NewStringUTF(reason);
}

jlongArray JNICALL allowed(JNIEnv* env, jclass /*type*/) {
  const BitWords cpus = ThreadHold::get().allowed();
  const auto count = static_cast<jsize>(cpus.count);
  jlongArray words = env->NewLongArray(count);
  if (words != nullptr) {
    env->SetLongArrayRegion(words, 0, count, reinterpret_cast<const jlong*>(cpus.words));
  }
  return words;
}

jint JNICALL availableOnes(JNIEnv* /*env*/, jclass /*type*/) { return jvmProcessors(); }

jint JNICALL hold(JNIEnv* env, jclass /*type*/, jlongArray cpus, jlong limitNanos, jint answer) {
  std::uint64_t words[CpuMask::kMaxWords] = {};
  const jsize count =
      std::min(env->GetArrayLength(cpus), static_cast<jsize>(CpuMask::kMaxWords));
  env->GetLongArrayRegion(cpus, 0, count, reinterpret_cast<jlong*>(words));
  answerProcessors(answer);
  const int held = ThreadHold::get().hold({words, static_cast<std::size_t>(count)},
                                          static_cast<std::uint64_t>(limitNanos));
  if (held <= 0) {
    answerProcessors(0);
  }
  return held;
}

jint JNICALL release(JNIEnv* /*env*/, jclass /*type*/) {
  const int given = ThreadHold::get().release();
  answerProcessors(0);
  return given;
}

void JNICALL tend(JNIEnv* /*env*/, jclass /*type*/) { ThreadHold::get().tend(); }

void JNICALL look(JNIEnv* /*env*/, jclass /*type*/) { ThreadHold::get().look(); }

jlong JNICALL cpuNanos(JNIEnv* /*env*/, jclass /*type*/) { return ThreadHold::get().cpuNanos(); }

void JNICALL finish(JNIEnv* /*env*/, jclass /*type*/) {
  ThreadHold::get().finish();
  answerProcessors(0);
}

jstring JNICALL bind(JNIEnv* env, jclass /*type*/, jclass runtime, jclass management) {
  const char* reason = bindProcessors(env, runtime, management);
  return reason == nullptr ? nullptr : env->NewStringUTF(reason);
}

void JNICALL unbind(JNIEnv* env, jclass /*type*/, jclass runtime, jclass management) {
  unbindProcessors(env, runtime, management);
}

}  // namespace

bool registerHoldMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("prepare0", "([Ljava/lang/String;)Ljava/lang/String;", prepare),
      native("allowed0", "()[J", allowed),
      native("available0", "()I", availableOnes),
      native("hold0", "([JJI)I", hold),
      native("release0", "()I", release),
      native("tend0", "()V", tend),
      native("look0", "()V", look),
      native("cpuNanos0", "()J", cpuNanos),
      native("finish0", "()V", finish),
      native("bind0", "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/String;", bind),
      native("unbind0", "(Ljava/lang/Class;Ljava/lang/Class;)V", unbind),
  };
  return registerNatives(env, "dev/uncork/boot/cores/ProgramCores", methods);
}

}  // namespace uncork
