// Native methods, and how a Java class gets them; needs no JVMTI.
#pragma once

#include <jni.h>

#include <cstddef>

namespace uncork {

template <typename Function>
JNINativeMethod native(const char* name, const char* signature, Function* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature), reinterpret_cast<void*>(function)};
}

// Gives a class its native methods; false where there is no such class, or it lacks one of them.
template <std::size_t kCount>
bool registerNatives(JNIEnv* env, const char* className, const JNINativeMethod (&methods)[kCount]) {
  jclass face = env->FindClass(className);
  if (face == nullptr) {
    return false;
  }
  const bool registered =
      env->RegisterNatives(face, methods, static_cast<jint>(kCount)) == JNI_OK;
  env->DeleteLocalRef(face);
  return registered;
}

}  // namespace uncork
