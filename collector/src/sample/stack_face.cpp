#include "sample/stack_face.h"

#include "jvm/jvm.h"
#include "jvm/natives.h"

namespace uncork {
namespace {

constexpr jlong kThread = 1;
constexpr jlong kFound = 2;

// An environment of its own: nobody else's tags are in it, and they go with it.
class Tagging {
 public:
  explicit Tagging(JNIEnv* env) {
    JavaVM* vm = nullptr;
    void* ti = nullptr;
    jvmtiCapabilities capabilities = {};
    capabilities.can_tag_objects = 1;
    if (env->GetJavaVM(&vm) == JNI_OK && vm->GetEnv(&ti, JVMTI_VERSION_11) == JNI_OK) {
      ti_ = static_cast<jvmtiEnv*>(ti);
      able_ = ti_->AddCapabilities(&capabilities) == JVMTI_ERROR_NONE;
    }
  }
  ~Tagging() {
    if (ti_ != nullptr) {
      ti_->DisposeEnvironment();
    }
  }
  Tagging(const Tagging&) = delete;
  Tagging& operator=(const Tagging&) = delete;
  jvmtiEnv* ti() const { return able_ ? ti_ : nullptr; }

 private:
  jvmtiEnv* ti_ = nullptr;
  bool able_ = false;
};

jvmtiIterationControl JNICALL tagLocal(jvmtiHeapRootKind kind, jlong /*classTag*/, jlong /*size*/,
                                       jlong* tag, jlong threadTag, jint /*depth*/,
                                       jmethodID /*method*/, jint /*slot*/, void* /*data*/) {
  if (kind == JVMTI_HEAP_ROOT_STACK_LOCAL && threadTag == kThread && *tag == 0) {
    *tag = kFound;
  }
  return JVMTI_ITERATION_IGNORE;
}

// HotSpot comes to the threads first, to each with its stack. An end before it follows a reference
// spares it the heap.
jvmtiIterationControl JNICALL endAfterThreads(jvmtiHeapRootKind kind, jlong /*classTag*/,
                                              jlong /*size*/, jlong* /*tag*/, void* /*data*/) {
  return kind == JVMTI_HEAP_ROOT_THREAD ? JVMTI_ITERATION_IGNORE : JVMTI_ITERATION_ABORT;
}

jobjectArray found(JNIEnv* env, jvmtiEnv* ti) {
  jint count = 0;
  TiMemory<jobject> objects;
  if (ti->GetObjectsWithTags(1, &kFound, &count, objects.out(), nullptr) != JVMTI_ERROR_NONE) {
    count = 0;
  }
  return arrayOf(env, "java/lang/Object", count, objects.get());
}

// Stops the VM while it walks the stacks of all threads; null where it can't.
jobjectArray JNICALL locals(JNIEnv* env, jclass /*face*/, jobjectArray threads) {
  const Tagging tagging(env);
  jvmtiEnv* ti = tagging.ti();
  if (ti == nullptr) {
    return nullptr;
  }
  const jsize count = env->GetArrayLength(threads);
  for (jsize i = 0; i < count; i++) {
    const LocalRef<jobject> thread(env, env->GetObjectArrayElement(threads, i));
    if (thread.get() != nullptr && ti->SetTag(thread.get(), kThread) != JVMTI_ERROR_NONE) {
      return nullptr;
    }
  }
  return ti->IterateOverReachableObjects(endAfterThreads, tagLocal, nullptr, nullptr) ==
                 JVMTI_ERROR_NONE
             ? found(env, ti)
             : nullptr;
}

}  // namespace

bool registerStackMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("locals0", "([Ljava/lang/Thread;)[Ljava/lang/Object;", locals),
  };
  return registerNatives(env, "dev/uncork/boot/sample/StackObjects", methods);
}

}  // namespace uncork
