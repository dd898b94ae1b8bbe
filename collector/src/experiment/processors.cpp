#include "experiment/processors.h"

#include <dlfcn.h>

#include <atomic>

#include "jvm/natives.h"

namespace uncork {
namespace {

using Ask = jint(JNICALL*)();

std::atomic<jint> fixedAnswer{0};
std::atomic<Ask> askJvm{nullptr};

// The address of a symbol in a library that is loaded already, or nullptr.
void* symbolIn(const char* library, const char* name) {
  void* loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (loaded == nullptr) {
    return nullptr;
  }
  void* symbol = dlsym(loaded, name);
  dlclose(loaded);
  return symbol;
}

// The function of the JVM which the JDK's own native methods call. The JVM's library may have been
// loaded without making its symbols known to others.
Ask findAsk(JNIEnv* env) {
  constexpr const char* kName = "JVM_ActiveProcessorCount";
  Dl_info jvm = {};
  void* function = nullptr;
  void* const anyOfJvm = reinterpret_cast<void*>(env->functions->GetVersion);
  if (dladdr(anyOfJvm, &jvm) != 0 && jvm.dli_fname != nullptr) {
    function = symbolIn(jvm.dli_fname, kName);
  }
  if (function == nullptr) {
    function = dlsym(RTLD_DEFAULT, kName);
  }
  return reinterpret_cast<Ask>(function);
}

jint JNICALL available(JNIEnv* /*env*/, jobject /*self*/) {
  const jint fixed = fixedAnswer.load(std::memory_order_relaxed);
  return fixed > 0 ? fixed : jvmProcessors();
}

bool bind(JNIEnv* env, jclass type, const char* method, void* function) {
  const JNINativeMethod methods[] = {native(method, "()I", function)};
  const bool bound = env->RegisterNatives(type, methods, 1) == JNI_OK;
  env->ExceptionClear();
  return bound;
}

void restore(JNIEnv* env, jclass type, const char* method, const char* library,
             const char* symbol) {
  void* const function = symbolIn(library, symbol);
  if (type != nullptr && function != nullptr) {
    bind(env, type, method, function);
  }
}

constexpr const char* kOfRuntime = "availableProcessors";
constexpr const char* kOfManagement = "getAvailableProcessors";

}  // namespace

const char* bindProcessors(JNIEnv* env, jclass runtime, jclass management) {
  askJvm.store(findAsk(env), std::memory_order_relaxed);
  if (askJvm.load(std::memory_order_relaxed) == nullptr) {
    return "this JVM has no JVM_ActiveProcessorCount";
  }
  void* const ours = reinterpret_cast<void*>(available);
  if (!bind(env, runtime, kOfRuntime, ours) ||
      (management != nullptr && !bind(env, management, kOfManagement, ours))) {
    return "this JVM's Runtime.availableProcessors() can't be kept constant";
  }
  return nullptr;
}

void unbindProcessors(JNIEnv* env, jclass runtime, jclass management) {
  restore(env, runtime, kOfRuntime, "libjava.so", "Java_java_lang_Runtime_availableProcessors");
  restore(env, management, kOfManagement, "libmanagement.so",
          "Java_sun_management_VMManagementImpl_getAvailableProcessors");
}

void answerProcessors(jint number) { fixedAnswer.store(number, std::memory_order_relaxed); }

jint jvmProcessors() { return askJvm.load(std::memory_order_relaxed)(); }

}  // namespace uncork
