// The part of the library that is a native agent: replaces classes of the JDK that are loaded
// before the Java agent could rewrite them, by files that the command line rewrote before the start.
//
// -agentpath:libuncork.so=DIR, where DIR has the class files, a file "classes" with their internal
// names, one a line, and uncork-boot.jar, which they need.
#include <jvmti.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct EarlyClass {
  std::string name;
  std::vector<unsigned char> bytes;
};

// Filled before the JVM runs any Java code, then only read.
std::vector<EarlyClass>* classes = nullptr;

bool readFile(const std::string& path, std::vector<unsigned char>& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    return false;
  }
  unsigned char buffer[8192];
  std::size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, file)) > 0) {
    bytes.insert(bytes.end(), buffer, buffer + count);
  }
  const bool good = std::ferror(file) == 0;
  return std::fclose(file) == 0 && good;
}

bool readClasses(const std::string& directory) {
  std::vector<unsigned char> list;
  if (!readFile(directory + "/classes", list)) {
    return false;
  }
  std::string name;
  for (const unsigned char c : list) {
    if (c != '\n') {
      name.push_back(static_cast<char>(c));
      continue;
    }
    EarlyClass early{name, {}};
    if (!readFile(directory + "/" + name + ".class", early.bytes)) {
      return false;
    }
    classes->push_back(early);
    name.clear();
  }
  return true;
}

void JNICALL loading(jvmtiEnv* ti, JNIEnv* /*env*/, jclass redefined, jobject loader,
                     const char* name, jobject /*domain*/, jint /*size*/,
                     const unsigned char* /*bytes*/, jint* newSize, unsigned char** newBytes) {
  if (name == nullptr || redefined != nullptr || loader != nullptr) {
    return;
  }
  for (const EarlyClass& early : *classes) {
    if (early.name == name) {
      unsigned char* copy = nullptr;
      const auto size = static_cast<jint>(early.bytes.size());
      if (ti->Allocate(size, &copy) == JVMTI_ERROR_NONE) {
        std::memcpy(copy, early.bytes.data(), early.bytes.size());
        *newSize = size;
        *newBytes = copy;
      }
      return;
    }
  }
}

// Lets java.base call the boot classes, and only then replaces classes.
void JNICALL started(jvmtiEnv* ti, JNIEnv* env, jthread /*thread*/) {
  jclass hooks = env->FindClass("dev/uncork/boot/reserve/ReserveHooks");
  jclass type = env->FindClass("java/lang/Class");
  jmethodID getModule =
      type == nullptr ? nullptr : env->GetMethodID(type, "getModule", "()Ljava/lang/Module;");
  if (hooks == nullptr || getModule == nullptr) {
    env->ExceptionClear();
    return;
  }
  jobject ours = env->CallObjectMethod(hooks, getModule);
  jobject base = env->CallObjectMethod(type, getModule);
  if (ours != nullptr && base != nullptr && ti->AddModuleReads(base, ours) == JVMTI_ERROR_NONE) {
    ti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr);
  }
}

}  // namespace

// Whatever fails here only leaves the JDK's classes as they are; the JVM starts in any case.
extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void* /*reserved*/) {
  void* out = nullptr;
  if (options == nullptr || vm->GetEnv(&out, JVMTI_VERSION_11) != JNI_OK) {
    return JNI_OK;
  }
  auto* ti = static_cast<jvmtiEnv*>(out);
  const std::string directory = options;
  classes = new std::vector<EarlyClass>();
  jvmtiCapabilities wanted = {};
  wanted.can_generate_all_class_hook_events = 1;
  jvmtiEventCallbacks callbacks = {};
  callbacks.ClassFileLoadHook = loading;
  callbacks.VMInit = started;
  if (readClasses(directory) && ti->AddCapabilities(&wanted) == JVMTI_ERROR_NONE &&
      ti->SetEventCallbacks(&callbacks, sizeof callbacks) == JVMTI_ERROR_NONE &&
      ti->AddToBootstrapClassLoaderSearch((directory + "/uncork-boot.jar").c_str()) ==
          JVMTI_ERROR_NONE) {
    ti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, nullptr);
  }
  return JNI_OK;
}
