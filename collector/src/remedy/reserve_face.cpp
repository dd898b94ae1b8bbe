#include "remedy/reserve_face.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "jvm/jvm.h"
#include "jvm/natives.h"
#include "remedy/old_code.h"

namespace uncork {
namespace {

jint JNICALL membarrier(JNIEnv* /*env*/, jclass /*type*/, jint command) {
#ifdef SYS_membarrier
  const long result = syscall(SYS_membarrier, command, 0, 0);
  return result < 0 ? -errno : static_cast<jint>(result);
#else
  static_cast<void>(command);
  return -ENOSYS;
#endif
}

void JNICALL monitorEnter(JNIEnv* env, jclass /*type*/, jobject object) {
  env->MonitorEnter(object);
}

void JNICALL monitorExit(JNIEnv* env, jclass /*type*/, jobject object) { env->MonitorExit(object); }

jvmtiIterationControl JNICALL tagOne(jlong /*classTag*/, jlong /*size*/, jlong* tag, void* mark) {
  *tag = *static_cast<const jlong*>(mark);
  return JVMTI_ITERATION_CONTINUE;
}

// All instances of a class; null with a pending exception when the JVM does not tell them.
jobjectArray JNICALL instances(JNIEnv* env, jclass /*type*/, jclass wanted) {
  static jlong marks = 0;
  const jlong mark = ++marks;  // one caller at a time: it is synchronized
  jvmtiCapabilities tagging = {};
  tagging.can_tag_objects = 1;
  jvmtiEnv* ti = Jvm::ti();
  jint count = 0;
  TiMemory<jobject> found;
  if (ti->AddCapabilities(&tagging) != JVMTI_ERROR_NONE ||
      ti->IterateOverInstancesOfClass(wanted, JVMTI_HEAP_OBJECT_EITHER, tagOne, &mark) !=
          JVMTI_ERROR_NONE ||
      ti->GetObjectsWithTags(1, &mark, &count, found.out(), nullptr) != JVMTI_ERROR_NONE) {
    const LocalRef<jclass> error(env, env->FindClass("java/lang/UnsupportedOperationException"));
    if (error.get() != nullptr) {
      env->ThrowNew(error.get(), "JVMTI can't find the objects of a class (can_tag_objects)");
    }
    return nullptr;
  }
  for (jint i = 0; i < count; i++) {
    ti->SetTag(found.get()[i], 0);
  }
  return arrayOf(env, "java/lang/Object", count, found.get());
}

constexpr jint kStatic = 0x0008;
constexpr jint kSynchronized = 0x0020;

// "name" of the first method, declared by this very class, that is synchronized and either static
// or not, as wanted.
jstring stockMethodOf(JNIEnv* env, jclass type, jint wanted, bool& failed) {
  jint count = 0;
  TiMemory<jmethodID> methods;
  if (Jvm::ti()->GetClassMethods(type, &count, methods.out()) != JVMTI_ERROR_NONE) {
    failed = true;
    return nullptr;
  }
  for (jint i = 0; i < count; i++) {
    jint modifiers = 0;
    TiMemory<char> name;
    jmethodID method = methods.get()[i];
    if (Jvm::ti()->GetMethodModifiers(method, &modifiers) != JVMTI_ERROR_NONE ||
        Jvm::ti()->GetMethodName(method, name.out(), nullptr, nullptr) != JVMTI_ERROR_NONE) {
      failed = true;
      return nullptr;
    }
    if ((modifiers & (kStatic | kSynchronized)) == wanted) {
      return env->NewStringUTF(name.get());
    }
  }
  return nullptr;
}

jstring JNICALL stockMethod(JNIEnv* env, jclass /*face*/, jclass type) {
  bool failed = false;
  auto at = static_cast<jclass>(env->NewLocalRef(type));
  jstring found = nullptr;
  while (at != nullptr && found == nullptr && !failed) {
    found = stockMethodOf(env, at, kSynchronized, failed);
    jclass above = env->GetSuperclass(at);
    env->DeleteLocalRef(at);
    at = above;
  }
  return failed ? env->NewStringUTF("(its methods are not told)") : found;
}

jstring JNICALL stockStaticMethod(JNIEnv* env, jclass /*face*/, jclass type) {
  bool failed = false;
  jstring found = stockMethodOf(env, type, kStatic | kSynchronized, failed);
  return failed ? env->NewStringUTF("(its methods are not told)") : found;
}

jstring JNICALL oldCodeOf(JNIEnv* env, jclass /*face*/, jobjectArray classes,
                          jobjectArray virtualThreads) {
  return oldCode(env, classes, virtualThreads);
}

// Whether a class has been initialized, or is being.
jboolean JNICALL initialized(JNIEnv* /*env*/, jclass /*face*/, jclass type) {
  jint status = 0;
  return Jvm::ti()->GetClassStatus(type, &status) == JVMTI_ERROR_NONE &&
                 (status & JVMTI_CLASS_STATUS_INITIALIZED) == 0
             ? JNI_FALSE
             : JNI_TRUE;
}

// What JNI's MonitorEnter did before us, and whom it tells now. Set once, before they are used.
jint(JNICALL* stockMonitorEnter)(JNIEnv*, jobject) = nullptr;
jclass hooks = nullptr;
jmethodID beforeMonitor = nullptr;

jint JNICALL watchedMonitorEnter(JNIEnv* env, jobject object) {
  if (env->ExceptionCheck() == JNI_FALSE) {
    env->CallStaticVoidMethod(hooks, beforeMonitor, object);
    env->ExceptionClear();
  }
  return stockMonitorEnter(env, object);
}

jstring JNICALL watchNativeCode(JNIEnv* env, jclass /*type*/) {
  if (stockMonitorEnter != nullptr) {
    return nullptr;
  }
  const LocalRef<jclass> type(env, env->FindClass("dev/uncork/boot/monitor/MonitorHooks"));
  if (type.get() == nullptr) {
    return nullptr;  // NoClassDefFoundError is pending
  }
  beforeMonitor = env->GetStaticMethodID(type.get(), "beforeMonitor", "(Ljava/lang/Object;)V");
  if (beforeMonitor == nullptr) {
    return nullptr;
  }
  hooks = static_cast<jclass>(env->NewGlobalRef(type.get()));
  TiMemory<jniNativeInterface> table;
  if (Jvm::ti()->GetJNIFunctionTable(table.out()) == JVMTI_ERROR_NONE) {
    stockMonitorEnter = table.get()->MonitorEnter;
    table.get()->MonitorEnter = watchedMonitorEnter;
    if (Jvm::ti()->SetJNIFunctionTable(table.get()) == JVMTI_ERROR_NONE) {
      return nullptr;
    }
    stockMonitorEnter = nullptr;
  }
  return env->NewStringUTF("JVMTI doesn't let us see what native code locks");
}

}  // namespace

bool registerReserveMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("membarrier0", "(I)I", membarrier),
      native("monitorEnter0", "(Ljava/lang/Object;)V", monitorEnter),
      native("monitorExit0", "(Ljava/lang/Object;)V", monitorExit),
      native("instances0", "(Ljava/lang/Class;)[Ljava/lang/Object;", instances),
      native("stockMethod0", "(Ljava/lang/Class;)Ljava/lang/String;", stockMethod),
      native("stockStaticMethod0", "(Ljava/lang/Class;)Ljava/lang/String;", stockStaticMethod),
      native("oldCode0", "([Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/String;", oldCodeOf),
      native("initialized0", "(Ljava/lang/Class;)Z", initialized),
      native("watchNativeCode0", "()Ljava/lang/String;", watchNativeCode),
  };
  return registerNatives(env, "dev/uncork/boot/jvm/Fence", methods);
}

}  // namespace uncork
