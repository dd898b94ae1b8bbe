#include "remedy/old_code.h"

#include <string>
#include <vector>

#include "jvm/jvm.h"

namespace uncork {
namespace {

constexpr jint kSlack = 16;
constexpr unsigned char kMonitorEnter = 0xc2;

bool isConditionalOrGoto(unsigned char byte) {
  return (byte >= 0x99 && byte <= 0xa7) || byte == 0xc6 || byte == 0xc7;
}

// Branches of other forms: jsr, ret, the switches, goto_w, jsr_w.
bool isOtherBranch(unsigned char byte) {
  return (byte >= 0xa8 && byte <= 0xab) || byte == 0xc8 || byte == 0xc9;
}

// Whether a thread at this place of a method may come to a monitorenter. It takes each byte for an
// instruction, so it may say yes in vain, never no, as long as handlers follow what they handle, as
// they do in the classes of the JDK. To return from Object.wait is to enter too: a method that was
// hooked for something else than a monitorenter may wait; none does both, a test sees to that.
bool mayEnter(const unsigned char* code, jint length, jint at) {
  jint last = -1;
  for (jint i = 0; i < length; i++) {
    last = code[i] == kMonitorEnter ? i : last;
  }
  if (last < 0 || at <= last) {
    return true;
  }
  for (jint i = last + 1; i < length; i++) {
    if (isOtherBranch(code[i])) {
      return true;
    }
    if (isConditionalOrGoto(code[i]) && i + 2 < length) {
      const auto offset = static_cast<jshort>(code[i + 1] << 8 | code[i + 2]);
      if (i + offset <= last) {
        return true;
      }
    }
  }
  return false;
}

class OldCode {
 public:
  OldCode(JNIEnv* env, jobjectArray classes) : env_(env), classes_(classes) {}

  // "CLASS.METHOD" of the first frame of a thread that may still enter a monitor, or "".
  std::string in(jthread thread) {
    jint count = 0;
    jvmtiError error = Jvm::ti()->GetFrameCount(thread, &count);
    do {  // It may go on meanwhile.
      frames_.resize(static_cast<std::size_t>(count) + kSlack);
      const auto most = static_cast<jint>(frames_.size());
      if (error == JVMTI_ERROR_NONE) {
        error = Jvm::ti()->GetStackTrace(thread, 0, most, frames_.data(), &count);
      }
    } while (error == JVMTI_ERROR_NONE && static_cast<std::size_t>(count) == frames_.size());
    if (error == JVMTI_ERROR_THREAD_NOT_ALIVE) {
      return "";
    }
    if (error != JVMTI_ERROR_NONE) {
      return "a thread whose frames are not told";
    }
    for (jint i = 0; i < count; i++) {
      const jvmtiFrameInfo& frame = frames_[static_cast<std::size_t>(i)];
      std::string found = matters(frame.method, frame.location);
      if (!found.empty()) {
        return found;
      }
    }
    return "";
  }

 private:
  std::string matters(jmethodID method, jlocation at) {
    jboolean old = JNI_FALSE;
    if (Jvm::ti()->IsMethodObsolete(method, &old) == JVMTI_ERROR_NONE && old == JNI_FALSE) {
      return "";
    }
    jclass found = nullptr;
    if (Jvm::ti()->GetMethodDeclaringClass(method, &found) != JVMTI_ERROR_NONE) {
      return "a method that is not told";
    }
    const LocalRef<jclass> type(env_, found);
    if (!isOneOfThem(type.get())) {
      return "";
    }
    jobject loader = nullptr;
    Jvm::ti()->GetClassLoader(type.get(), &loader);
    const LocalRef<jobject> of(env_, loader);
    jint length = 0;
    TiMemory<unsigned char> code;
    if (loader == nullptr &&
        Jvm::ti()->GetBytecodes(method, &length, code.out()) == JVMTI_ERROR_NONE &&
        !mayEnter(code.get(), length, static_cast<jint>(at))) {
      return "";
    }
    return name(type.get(), method);
  }

  bool isOneOfThem(jclass type) {
    const jsize count = env_->GetArrayLength(classes_);
    for (jsize i = 0; i < count; i++) {
      const LocalRef<jobject> one(env_, env_->GetObjectArrayElement(classes_, i));
      if (env_->IsSameObject(one.get(), type) == JNI_TRUE) {
        return true;
      }
    }
    return false;
  }

  static std::string name(jclass type, jmethodID method) {
    TiMemory<char> signature;
    TiMemory<char> name;
    if (Jvm::ti()->GetClassSignature(type, signature.out(), nullptr) != JVMTI_ERROR_NONE ||
        Jvm::ti()->GetMethodName(method, name.out(), nullptr, nullptr) != JVMTI_ERROR_NONE) {
      return "a method whose name is not told";
    }
    std::string text = signature.get() + 1;
    text.pop_back();
    for (char& c : text) {
      c = c == '/' ? '.' : c;
    }
    return text + "." + name.get();
  }

  JNIEnv* env_;
  jobjectArray classes_;
  std::vector<jvmtiFrameInfo> frames_;
};

}  // namespace

jstring oldCode(JNIEnv* env, jobjectArray classes, jobjectArray virtualThreads) {
  jvmtiCapabilities wanted = {};
  wanted.can_get_bytecodes = 1;
  Jvm::ti()->AddCapabilities(&wanted);  // Without it every old frame matters.
  jint count = 0;
  TiMemory<jthread> threads;
  if (Jvm::ti()->GetAllThreads(&count, threads.out()) != JVMTI_ERROR_NONE) {
    return env->NewStringUTF("the threads are not told");
  }
  OldCode old(env, classes);
  std::string found;
  for (jint i = 0; i < count; i++) {
    const LocalRef<jthread> thread(env, threads.get()[i]);
    if (found.empty()) {
      found = old.in(thread.get());
    }
  }
  const jsize more = env->GetArrayLength(virtualThreads);
  for (jsize i = 0; i < more && found.empty(); i++) {
    const LocalRef<jobject> thread(env, env->GetObjectArrayElement(virtualThreads, i));
    found = old.in(thread.get());
  }
  return found.empty() ? nullptr : env->NewStringUTF(found.c_str());
}

}  // namespace uncork
