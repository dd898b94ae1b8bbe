#include "sample/field_face.h"

#include <cstdint>
#include <cstdio>

#include "jvm/jvm.h"
#include "jvm/natives.h"

namespace uncork {
namespace {

constexpr int kMaxDescription = 1024;

jfieldID fieldOf(jlong number) {
  return reinterpret_cast<jfieldID>(static_cast<std::intptr_t>(number));
}

// Only of a class that is initialized; a call that asks for more would run the program's code.
jlongArray JNICALL fields(JNIEnv* env, jclass /*face*/, jclass type) {
  jint status = 0;
  jint count = 0;
  TiMemory<jfieldID> all;
  if (Jvm::ti()->GetClassStatus(type, &status) != JVMTI_ERROR_NONE ||
      (status & JVMTI_CLASS_STATUS_INITIALIZED) == 0 ||
      Jvm::ti()->GetClassFields(type, &count, all.out()) != JVMTI_ERROR_NONE) {
    count = 0;
  }
  jlongArray result = env->NewLongArray(count);
  for (jint i = 0; result != nullptr && i < count; i++) {
    const auto number = static_cast<jlong>(reinterpret_cast<std::intptr_t>(all.get()[i]));
    env->SetLongArrayRegion(result, i, 1, &number);
  }
  return result;
}

jstring JNICALL describe(JNIEnv* env, jclass /*face*/, jclass type, jlong field) {
  jint modifiers = 0;
  TiMemory<char> name;
  TiMemory<char> signature;
  if (Jvm::ti()->GetFieldModifiers(type, fieldOf(field), &modifiers) != JVMTI_ERROR_NONE ||
      Jvm::ti()->GetFieldName(type, fieldOf(field), name.out(), signature.out(), nullptr) !=
          JVMTI_ERROR_NONE) {
    return nullptr;
  }
  char text[kMaxDescription];
  const int length = std::snprintf(text, sizeof text, "%d %s %s", static_cast<int>(modifiers),
                                   signature.get(), name.get());
  return length < 0 || length >= kMaxDescription ? nullptr : env->NewStringUTF(text);
}

jlong JNICALL longIn(JNIEnv* env, jclass /*face*/, jclass type, jobject holder, jlong field) {
  return holder == nullptr ? env->GetStaticLongField(type, fieldOf(field))
                           : env->GetLongField(holder, fieldOf(field));
}

jint JNICALL intIn(JNIEnv* env, jclass /*face*/, jclass type, jobject holder, jlong field) {
  return holder == nullptr ? env->GetStaticIntField(type, fieldOf(field))
                           : env->GetIntField(holder, fieldOf(field));
}

jboolean JNICALL booleanIn(JNIEnv* env, jclass /*face*/, jclass type, jobject holder, jlong field) {
  return holder == nullptr ? env->GetStaticBooleanField(type, fieldOf(field))
                           : env->GetBooleanField(holder, fieldOf(field));
}

jobject JNICALL objectIn(JNIEnv* env, jclass /*face*/, jclass type, jobject holder, jlong field) {
  return holder == nullptr ? env->GetStaticObjectField(type, fieldOf(field))
                           : env->GetObjectField(holder, fieldOf(field));
}

}  // namespace

bool registerFieldMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("fields0", "(Ljava/lang/Class;)[J", fields),
      native("describe0", "(Ljava/lang/Class;J)Ljava/lang/String;", describe),
      native("long0", "(Ljava/lang/Class;Ljava/lang/Object;J)J", longIn),
      native("int0", "(Ljava/lang/Class;Ljava/lang/Object;J)I", intIn),
      native("boolean0", "(Ljava/lang/Class;Ljava/lang/Object;J)Z", booleanIn),
      native("object0", "(Ljava/lang/Class;Ljava/lang/Object;J)Ljava/lang/Object;", objectIn),
  };
  return registerNatives(env, "dev/uncork/boot/sample/FieldValues", methods);
}

}  // namespace uncork
