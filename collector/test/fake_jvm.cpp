#include "fake_jvm.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#ifdef UNCORK_SANITIZED
// A library with a sanitizer's run time can't come in late; the test is linked with its sources.
extern "C" jint JNI_OnLoad(JavaVM* vm, void* reserved);
#endif

namespace fake {
namespace {

thread_local Thread* current = nullptr;
std::atomic<int> weakCount{0};
JNIEnv_ env;
jvmtiEnv ti;
JavaVM_ vm;

template <typename T>
T* as(void* reference) {
  return static_cast<T*>(reference);
}

char* copyOf(const char* text) { return strdup(text); }

// JNI.
jint JNICALL getVersion(JNIEnv*) { return 0x00150000; }
jclass JNICALL findClass(JNIEnv*, const char*) {
  static Class any{1, "Lany;"};
  return reinterpret_cast<jclass>(&any);
}
jclass JNICALL getObjectClass(JNIEnv*, jobject object) {
  return reinterpret_cast<jclass>(as<Object>(object)->type);
}
jweak JNICALL newWeakGlobalRef(JNIEnv*, jobject object) {
  weakCount.fetch_add(1);
  return object;
}
void JNICALL deleteWeakGlobalRef(JNIEnv*, jweak) { weakCount.fetch_sub(1); }
jobject JNICALL newLocalRef(JNIEnv*, jobject weak) {
  return as<Class>(weak)->unloaded.load() ? nullptr : weak;
}
void JNICALL deleteLocalRef(JNIEnv*, jobject) {}
jboolean JNICALL isSameObject(JNIEnv*, jobject a, jobject b) {
  return b == nullptr ? as<Class>(a)->unloaded.load() : a == b;
}
void JNICALL exceptionClear(JNIEnv*) {}
jboolean JNICALL isVirtualThread(JNIEnv*, jobject thread) { return as<Thread>(thread)->isVirtual; }
jint JNICALL registerNatives(JNIEnv*, jclass, const JNINativeMethod* methods, jint count) {
  std::vector<JNINativeMethod>& all = Jvm::get().methods;
  all.insert(all.end(), methods, methods + count);
  return JNI_OK;
}
void* JNICALL getDirectBufferAddress(JNIEnv*, jobject buffer) {
  return as<std::vector<char>>(buffer)->data();
}
jlong JNICALL getDirectBufferCapacity(JNIEnv*, jobject buffer) {
  return static_cast<jlong>(as<std::vector<char>>(buffer)->size());
}
jstring JNICALL newStringUtf(JNIEnv*, const char* text) {
  return reinterpret_cast<jstring>(copyOf(text));
}
jobjectArray JNICALL newObjectArray(JNIEnv*, jsize size, jclass, jobject) {
  return reinterpret_cast<jobjectArray>(
      new std::vector<std::string>(static_cast<std::size_t>(size)));
}
void JNICALL setElement(JNIEnv*, jobjectArray array, jsize index, jobject text) {
  (*as<std::vector<std::string>>(array))[static_cast<std::size_t>(index)] = as<char>(text);
}

jsize JNICALL getArrayLength(JNIEnv*, jarray array) {
  return static_cast<jsize>(as<std::vector<jlong>>(array)->size());
}
void JNICALL setLongs(JNIEnv*, jlongArray array, jsize from, jsize count, const jlong* values) {
  std::copy(values, values + count, as<std::vector<jlong>>(array)->begin() + from);
}

// JVMTI.
jvmtiError JNICALL getPotentialCapabilities(jvmtiEnv*, jvmtiCapabilities* out) {
  std::memset(out, 0xFF, sizeof *out);
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL addCapabilities(jvmtiEnv*, const jvmtiCapabilities*) { return JVMTI_ERROR_NONE; }
jvmtiError JNICALL setEventCallbacks(jvmtiEnv*, const jvmtiEventCallbacks* in, jint) {
  static std::atomic<bool> isSet{false};
  if (!isSet.exchange(true)) {
    Jvm::get().callbacks = *in;
  }
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL setEventMode(jvmtiEnv*, jvmtiEventMode mode, jvmtiEvent event, jthread, ...) {
  const int bit = 1 << (event - JVMTI_EVENT_MONITOR_WAIT);
  if (mode == JVMTI_ENABLE) {
    Jvm::get().eventsOn.fetch_or(bit);
  } else {
    Jvm::get().eventsOn.fetch_and(~bit);
  }
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getObjectHashCode(jvmtiEnv*, jobject object, jint* out) {
  *out = as<Hashed>(object)->hash;
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getStackTrace(jvmtiEnv*, jthread, jint, jint max, jvmtiFrameInfo* frames,
                                 jint* count) {
  *count = 0;
  for (const jvmtiFrameInfo& frame : current->stack) {
    if (*count < max) {
      frames[(*count)++] = frame;
    }
  }
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getThreadCpuTime(jvmtiEnv*, jthread thread, jlong* out) {
  *out = as<Thread>(thread)->cpuNanos;
  return *out < 0 ? JVMTI_ERROR_THREAD_NOT_ALIVE : JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getStorage(jvmtiEnv*, jthread, void** out) {
  *out = current->storage;
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL setStorage(jvmtiEnv*, jthread, const void* value) {
  current->storage = const_cast<void*>(value);
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getClassSignature(jvmtiEnv*, jclass type, char** out, char**) {
  *out = copyOf(as<Class>(type)->signature);
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getDeclaringClass(jvmtiEnv*, jmethodID method, jclass* out) {
  Class* type = as<Method>(method)->type;
  *out = reinterpret_cast<jclass>(type);
  return type->unloaded.load() ? JVMTI_ERROR_INVALID_METHODID : JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getMethodName(jvmtiEnv*, jmethodID method, char** name, char**, char**) {
  *name = copyOf(as<Method>(method)->name);
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getSourceFileName(jvmtiEnv*, jclass, char** out) {
  *out = copyOf("Fake.java");
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL getLines(jvmtiEnv*, jmethodID, jint* count, jvmtiLineNumberEntry** out) {
  *count = 3;
  *out = static_cast<jvmtiLineNumberEntry*>(std::malloc(3 * sizeof(jvmtiLineNumberEntry)));
  for (int i = 0; i < 3; i++) {
    (*out)[i] = {i * 10, 41 + i};
  }
  return JVMTI_ERROR_NONE;
}
jvmtiError JNICALL deallocate(jvmtiEnv*, unsigned char* memory) {
  std::free(memory);
  return JVMTI_ERROR_NONE;
}

jint JNICALL getEnv(JavaVM*, void** out, jint version) {
  *out = version == JVMTI_VERSION_11 ? static_cast<void*>(&ti) : static_cast<void*>(&env);
  return JNI_OK;
}

// The table of JDK 21 is one entry longer than that of the headers that this may be built with.
struct JniTable {
  JNINativeInterface_ upTo9;
  jboolean(JNICALL* isVirtualThread)(JNIEnv*, jobject);
};
static_assert(offsetof(JniTable, isVirtualThread) == 234 * sizeof(void*), "JDK 17's headers");

void fillTables() {
  static JniTable jni = {};
  jni.upTo9.GetVersion = getVersion;
  jni.upTo9.FindClass = findClass;
  jni.upTo9.GetObjectClass = getObjectClass;
  jni.upTo9.NewWeakGlobalRef = newWeakGlobalRef;
  jni.upTo9.DeleteWeakGlobalRef = deleteWeakGlobalRef;
  jni.upTo9.NewLocalRef = newLocalRef;
  jni.upTo9.DeleteLocalRef = deleteLocalRef;
  jni.upTo9.IsSameObject = isSameObject;
  jni.upTo9.ExceptionClear = exceptionClear;
  jni.upTo9.RegisterNatives = registerNatives;
  jni.upTo9.GetDirectBufferAddress = getDirectBufferAddress;
  jni.upTo9.GetDirectBufferCapacity = getDirectBufferCapacity;
  jni.upTo9.NewStringUTF = newStringUtf;
  jni.upTo9.NewObjectArray = newObjectArray;
  jni.upTo9.SetObjectArrayElement = setElement;
  jni.upTo9.GetArrayLength = getArrayLength;
  jni.upTo9.SetLongArrayRegion = setLongs;
  jni.isVirtualThread = isVirtualThread;
  env.functions = &jni.upTo9;

  static jvmtiInterface_1 tiTable = {};
  tiTable.GetPotentialCapabilities = getPotentialCapabilities;
  tiTable.AddCapabilities = addCapabilities;
  tiTable.SetEventCallbacks = setEventCallbacks;
  tiTable.SetEventNotificationMode = setEventMode;
  tiTable.GetObjectHashCode = getObjectHashCode;
  tiTable.GetStackTrace = getStackTrace;
  tiTable.GetThreadCpuTime = getThreadCpuTime;
  tiTable.GetThreadLocalStorage = getStorage;
  tiTable.SetThreadLocalStorage = setStorage;
  tiTable.GetClassSignature = getClassSignature;
  tiTable.GetMethodDeclaringClass = getDeclaringClass;
  tiTable.GetMethodName = getMethodName;
  tiTable.GetSourceFileName = getSourceFileName;
  tiTable.GetLineNumberTable = getLines;
  tiTable.Deallocate = deallocate;
  ti.functions = &tiTable;

  static JNIInvokeInterface_ vmTable = {};
  vmTable.GetEnv = getEnv;
  vm.functions = &vmTable;
}

void load() {
  fillTables();
#ifdef UNCORK_SANITIZED
  auto onLoad = JNI_OnLoad;
#else
  void* library = dlopen(UNCORK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(nullptr, library) << dlerror();
  auto onLoad = reinterpret_cast<jint (*)(JavaVM*, void*)>(dlsym(library, "JNI_OnLoad"));
#endif
  ASSERT_EQ(JNI_VERSION_10, onLoad(&vm, nullptr));
}

std::string taken(jstring text) {
  if (text == nullptr) {
    return "";
  }
  std::string copy = as<char>(text);
  std::free(text);
  return copy;
}

}  // namespace

Jvm::Jvm() = default;

Jvm& Jvm::get() {
  static Jvm jvm;
  static std::atomic<bool> isLoaded{false};
  if (!isLoaded.exchange(true)) {
    load();
  }
  return jvm;
}

void Jvm::run(Thread* thread) { current = thread; }
int Jvm::weakReferences() { return weakCount.load(); }

void* Jvm::method(const char* name) const {
  for (const JNINativeMethod& method : methods) {
    if (std::strcmp(method.name, name) == 0) {
      return method.fnPtr;
    }
  }
  return nullptr;
}

namespace {
bool isOn(const Jvm& jvm, jvmtiEvent event) {
  return (jvm.eventsOn.load() >> (event - JVMTI_EVENT_MONITOR_WAIT) & 1) != 0;
}
jthread refOf(Thread& thread) { return reinterpret_cast<jthread>(&thread); }
}  // namespace

void Jvm::enter(Thread& thread, Object& lock) {
  if (isOn(*this, JVMTI_EVENT_MONITOR_CONTENDED_ENTER)) {
    callbacks.MonitorContendedEnter(&ti, &env, refOf(thread), ref(lock));
  }
}

void Jvm::entered(Thread& thread, Object& lock) {
  if (isOn(*this, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED)) {
    callbacks.MonitorContendedEntered(&ti, &env, refOf(thread), ref(lock));
  }
}

void Jvm::wait(Thread& thread, Object& lock) {
  if (isOn(*this, JVMTI_EVENT_MONITOR_WAIT)) {
    callbacks.MonitorWait(&ti, &env, refOf(thread), ref(lock), 0);
  }
}

void Jvm::waited(Thread& thread, Object& lock) {
  if (isOn(*this, JVMTI_EVENT_MONITOR_WAITED)) {
    callbacks.MonitorWaited(&ti, &env, refOf(thread), ref(lock), JNI_FALSE);
  }
}

bool Jvm::start(int permille) {
  auto function = reinterpret_cast<jstring (*)(JNIEnv*, jclass, jint)>(method("start"));
  return taken(function(&env, nullptr, permille)).empty();
}

void Jvm::stop() { reinterpret_cast<void (*)(JNIEnv*, jclass)>(method("stop"))(&env, nullptr); }

void Jvm::blocked(Object& lock, std::int64_t startNanos, std::int64_t endNanos) {
  auto function =
      reinterpret_cast<void (*)(JNIEnv*, jclass, jobject, jint, jlong, jlong, jboolean)>(
          method("blocked0"));
  function(&env, nullptr, ref(lock), lock.hash, startNanos, endNanos, JNI_FALSE);
}

std::vector<Drained> Jvm::drainRound() {
  auto drain = reinterpret_cast<jint (*)(JNIEnv*, jclass, jobject)>(method("drain"));
  auto className = reinterpret_cast<jstring (*)(JNIEnv*, jclass, jint)>(method("className"));
  std::vector<Drained> all;
  std::vector<char> buffer(640);
  for (jint bytes; (bytes = drain(&env, nullptr, reinterpret_cast<jobject>(&buffer))) > 0;) {
    for (const char* at = buffer.data(); at < buffer.data() + bytes; at += 64) {
      std::int32_t ints[6];
      std::int64_t longs[8];
      std::memcpy(ints, at, sizeof ints);
      std::memcpy(longs, at, sizeof longs);
      const std::string name = taken(className(&env, nullptr, ints[3]));
      if (ints[0] == 1) {
        all.push_back(
            {1, ints[1], ints[2], name, 0, longs[2], longs[3], longs[4], longs[5], longs[6]});
      } else {
        all.push_back({2, ints[1], ints[2], name, ints[4], longs[3], longs[4], 0, 0, 0});
      }
    }
  }
  return all;
}

std::vector<std::string> Jvm::stackFrames(std::int32_t stackId) {
  auto function = reinterpret_cast<jobjectArray (*)(JNIEnv*, jclass, jint)>(method("stackFrames"));
  auto* frames = as<std::vector<std::string>>(function(&env, nullptr, stackId));
  std::vector<std::string> copy = *frames;
  delete frames;
  return copy;
}

std::vector<jlong> Jvm::walk(Thread& thread, std::size_t longs) {
  auto function = reinterpret_cast<jint (*)(JNIEnv*, jclass, jobject, jlongArray)>(method("walk0"));
  std::vector<jlong> words(longs);
  const jint count = function(&env, nullptr, refOf(thread), reinterpret_cast<jlongArray>(&words));
  words.resize(2 * static_cast<std::size_t>(count));
  return words;
}

std::string Jvm::frame(jlong itsMethod, jlong location) {
  auto function = reinterpret_cast<jstring (*)(JNIEnv*, jclass, jlong, jlong)>(method("frame0"));
  return taken(function(&env, nullptr, itsMethod, location));
}

jlong Jvm::cpuNanos(Thread& thread) {
  auto function = reinterpret_cast<jlong (*)(JNIEnv*, jclass, jobject)>(method("cpuNanos0"));
  return function(&env, nullptr, refOf(thread));
}

}  // namespace fake
