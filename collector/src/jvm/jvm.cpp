#include "jvm/jvm.h"

#include <cstddef>
#include <cstring>

namespace uncork {
namespace {

constexpr jint kJniVersion21 = 0x00150000;
// The function table of JDK 21 has IsVirtualThread right behind the last entry of JDK 9's. Going
// through the table lets one library, built with any JDK's headers, serve all.
constexpr std::size_t kIsVirtualThread =
    offsetof(JNINativeInterface_, GetModule) / sizeof(void*) + 1;

// JDK 21 put can_support_virtual_threads into the bit after the last one of JDK 11.
unsigned virtualThreadsBit() {
  jvmtiCapabilities last = {};
  last.can_generate_sampled_object_alloc_events = 1;
  unsigned char bytes[sizeof last];
  std::memcpy(bytes, &last, sizeof last);
  for (unsigned bit = 0; bit < sizeof last * 8; bit++) {
    if ((bytes[bit / 8] >> (bit % 8) & 1) != 0) {
      return bit + 1;
    }
  }
  return 0;
}

bool testBit(const jvmtiCapabilities& capabilities, unsigned bit) {
  unsigned char bytes[sizeof capabilities];
  std::memcpy(bytes, &capabilities, sizeof bytes);
  return (bytes[bit / 8] >> (bit % 8) & 1) != 0;
}

void setBit(jvmtiCapabilities& capabilities, unsigned bit) {
  unsigned char bytes[sizeof capabilities];
  std::memcpy(bytes, &capabilities, sizeof bytes);
  bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] | (1U << (bit % 8)));
  std::memcpy(&capabilities, bytes, sizeof bytes);
}

}  // namespace

const char* Jvm::connect(JavaVM* vm) {
  void* ti = nullptr;
  if (vm->GetEnv(&ti, JVMTI_VERSION_11) != JNI_OK) {
    return "this JVM has no JVMTI of version 11 or later; a HotSpot JVM of JDK 17 or later is "
           "needed";
  }
  eventState.ti = static_cast<jvmtiEnv*>(ti);
  return nullptr;
}

const char* Jvm::addCapabilities() {
  jvmtiCapabilities potential = {};
  if (ti()->GetPotentialCapabilities(&potential) != JVMTI_ERROR_NONE) {
    return "JVMTI does not tell its capabilities";
  }
  if (potential.can_generate_monitor_events == 0) {
    return "this JVM offers no monitor events (JVMTI can_generate_monitor_events); another agent "
           "may own them";
  }
  jvmtiCapabilities wanted = {};
  wanted.can_generate_monitor_events = 1;
  wanted.can_get_monitor_info = potential.can_get_monitor_info;
  wanted.can_get_line_numbers = potential.can_get_line_numbers;
  wanted.can_get_source_file_name = potential.can_get_source_file_name;
  wanted.can_get_thread_cpu_time = potential.can_get_thread_cpu_time;
  const unsigned bit = virtualThreadsBit();
  const bool virtualThreads = testBit(potential, bit);
  if (virtualThreads) {
    setBit(wanted, bit);
  }
  if (ti()->AddCapabilities(&wanted) != JVMTI_ERROR_NONE) {
    return "JVMTI refuses the capabilities for monitor events, which it said it has";
  }
  eventState.hasVirtualThreads = virtualThreads;
  return nullptr;
}

bool Jvm::isVirtual(JNIEnv* env, jthread thread) {
  if (!eventState.hasVirtualThreads || env->GetVersion() < kJniVersion21) {
    return false;
  }
  using IsVirtualThread = jboolean(JNICALL*)(JNIEnv*, jobject);
  IsVirtualThread isVirtualThread = nullptr;
  const auto* table = reinterpret_cast<const unsigned char*>(env->functions);
  std::memcpy(reinterpret_cast<unsigned char*>(&isVirtualThread),
              table + kIsVirtualThread * sizeof(void*), sizeof isVirtualThread);
  return isVirtualThread(env, thread) == JNI_TRUE;
}

jobjectArray arrayOf(JNIEnv* env, const char* className, jint count, const jobject* objects) {
  const LocalRef<jclass> type(env, env->FindClass(className));
  jobjectArray array =
      type.get() == nullptr ? nullptr : env->NewObjectArray(count, type.get(), nullptr);
  for (jint i = 0; i < count; i++) {
    const LocalRef<jobject> object(env, objects[i]);
    if (array != nullptr) {
      env->SetObjectArrayElement(array, i, object.get());
    }
  }
  return array;
}

}  // namespace uncork
