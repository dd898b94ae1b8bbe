#include "remedy/slice_face.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "jvm/jvm.h"
#include "jvm/natives.h"
#include "remedy/slice.h"

namespace uncork {
namespace {

__thread int lastError = 0;

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

}  // namespace

bool registerSliceMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("attach0", "()J", attach),
      native("unshared0", "()J", unshared),
      native("error0", "()I", error),
      native("yield0", "()Z", yield),
      native("threadId0", "()I", threadId),
      native("lengthen0", "(IJ)I", lengthen),
  };
  return registerNatives(env, "dev/uncork/boot/nopreempt/SliceKernel", methods);
}

}  // namespace uncork
