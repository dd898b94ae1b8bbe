#include "remedy/slice_face.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "jvm/jvm.h"
#include "remedy/slice.h"

namespace uncork {
namespace {

__thread int lastError __attribute__((tls_model("initial-exec"))) = 0;

// The address of the two bytes that this thread shares with the kernel, or 0: error0 tells why.
jlong JNICALL attach(JNIEnv* /*env*/, jclass /*type*/) {
  SliceControl* control = attachSlice();
  lastError = control == nullptr ? errno : 0;
  return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(control));
}

jlong JNICALL unshared(JNIEnv* /*env*/, jclass /*type*/) {
  return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(unsharedSlice()));
}

jint JNICALL error(JNIEnv* /*env*/, jclass /*type*/) { return lastError; }

jboolean JNICALL yield(JNIEnv* /*env*/, jclass /*type*/) {
  return yieldSlice() ? JNI_TRUE : JNI_FALSE;
}

jint JNICALL threadId(JNIEnv* /*env*/, jclass /*type*/) {
  return static_cast<jint>(syscall(SYS_gettid));
}

jint JNICALL lengthen(JNIEnv* /*env*/, jclass /*type*/, jint thread, jlong nanos) {
  return setSliceNanos(thread, static_cast<std::uint64_t>(nanos)) ? 0 : errno;
}

template <typename Function>
JNINativeMethod method(const char* name, const char* signature, Function* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature), reinterpret_cast<void*>(function)};
}

}  // namespace

bool registerSliceMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      method("attach0", "()J", attach),
      method("unshared0", "()J", unshared),
      method("error0", "()I", error),
      method("yield0", "()Z", yield),
      method("threadId0", "()I", threadId),
      method("lengthen0", "(IJ)I", lengthen),
  };
  const LocalRef<jclass> face(env, env->FindClass("dev/uncork/boot/nopreempt/SliceKernel"));
  return face.get() != nullptr &&
         env->RegisterNatives(face.get(), methods, sizeof methods / sizeof methods[0]) == JNI_OK;
}

}  // namespace uncork
