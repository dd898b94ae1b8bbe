// The native methods of dev.uncork.transport.ucx.UcxNative, which documents them. A library of its
// own, libuncork-ucx.so, that belongs to the class loader of the transport.
#include <jni.h>

#include <algorithm>

#include "jvm/natives.h"
#include "ucx/ucx_port.h"

namespace uncork::ucx {
namespace {

// As many completions are handed over at once.
constexpr int kMaxCompletions = 64;

Port* port(jlong handle) { return reinterpret_cast<Port*>(handle); }

Bytes bytesOf(JNIEnv* env, jbyteArray array) {
  Bytes bytes(static_cast<std::size_t>(env->GetArrayLength(array)));
  env->GetByteArrayRegion(array, 0, static_cast<jsize>(bytes.size()),
                          reinterpret_cast<jbyte*>(bytes.data()));
  return bytes;
}

jbyteArray javaBytes(JNIEnv* env, const Bytes& bytes) {
  const auto length = static_cast<jsize>(bytes.size());
  jbyteArray array = env->NewByteArray(length);
  if (array != nullptr) {
    env->SetByteArrayRegion(array, 0, length, reinterpret_cast<const jbyte*>(bytes.data()));
  }
  return array;
}

// An id, or a negative status.
jlong idOr(Status status, Id id) { return status == kOk ? static_cast<jlong>(id) : status; }

jstring JNICALL load(JNIEnv* env, jclass /*type*/, jstring file) {
  const char* name = env->GetStringUTFChars(file, nullptr);
  if (name == nullptr) {
    return nullptr;  // an OutOfMemoryError is pending
  }
  const std::string reason = Library::load(name);
  env->ReleaseStringUTFChars(file, name);
  return reason.empty() ? nullptr : env->NewStringUTF(reason.c_str());
}

jstring JNICALL version(JNIEnv* env, jclass /*type*/) {
  return env->NewStringUTF(Library::loaded()->version().c_str());
}

jstring JNICALL describe(JNIEnv* env, jclass /*type*/, jint status) {
  return env->NewStringUTF(Library::loaded()->functions().ucs_status_string(status));
}

jstring JNICALL open(JNIEnv* env, jclass /*type*/, jstring transports, jlongArray handle) {
  const char* names = env->GetStringUTFChars(transports, nullptr);
  if (names == nullptr) {
    return nullptr;
  }
  std::string reason;
  const jlong opened =
      reinterpret_cast<jlong>(Port::open(*Library::loaded(), names, &reason));
  env->ReleaseStringUTFChars(transports, names);
  env->SetLongArrayRegion(handle, 0, 1, &opened);
  return opened != 0 ? nullptr : env->NewStringUTF(reason.c_str());
}

jstring JNICALL devices(JNIEnv* env, jclass /*type*/, jlong handle) {
  return env->NewStringUTF(port(handle)->devices().c_str());
}

jbyteArray JNICALL address(JNIEnv* env, jclass /*type*/, jlong handle) {
  return javaBytes(env, port(handle)->address());
}

jlong JNICALL memoryAddress(JNIEnv* env, jclass /*type*/, jobject buffer) {
  return reinterpret_cast<jlong>(env->GetDirectBufferAddress(buffer));
}

jlong JNICALL addMemory(JNIEnv* env, jclass /*type*/, jlong handle, jlong start, jlong length,
                        jobjectArray key) {
  Id id = 0;
  Bytes packed;
  const Status status = port(handle)->addMemory(reinterpret_cast<void*>(start),
                                                static_cast<std::size_t>(length), &id, &packed);
  if (status == kOk) {
    env->SetObjectArrayElement(key, 0, javaBytes(env, packed));
  }
  return idOr(status, id);
}

void JNICALL removeMemory(JNIEnv* /*env*/, jclass /*type*/, jlong handle, jint id) {
  port(handle)->removeMemory(static_cast<Id>(id));
}

jlong JNICALL connect(JNIEnv* env, jclass /*type*/, jlong handle, jbyteArray to) {
  Id id = 0;
  const Status status = port(handle)->connect(bytesOf(env, to), &id);
  return idOr(status, id);
}

void JNICALL disconnect(JNIEnv* /*env*/, jclass /*type*/, jlong handle, jint peer) {
  port(handle)->disconnect(static_cast<Id>(peer));
}

jint JNICALL status(JNIEnv* /*env*/, jclass /*type*/, jlong handle, jint peer) {
  return port(handle)->statusOf(static_cast<Id>(peer));
}

jlong JNICALL openRemote(JNIEnv* env, jclass /*type*/, jlong handle, jint peer, jbyteArray key) {
  Id id = 0;
  const Status status =
      port(handle)->openRemote(static_cast<Id>(peer), bytesOf(env, key), &id);
  return idOr(status, id);
}

void JNICALL closeRemote(JNIEnv* /*env*/, jclass /*type*/, jlong handle, jint peer, jint remote) {
  port(handle)->closeRemote(static_cast<Id>(peer), static_cast<Id>(remote));
}

jint JNICALL get(JNIEnv* /*env*/, jclass /*type*/, jlong handle, jint peer, jint remote,
                 jlong from, jlong into, jlong length, jlong token) {
  return port(handle)->get(static_cast<Id>(peer), static_cast<Id>(remote),
                           static_cast<std::uint64_t>(from), reinterpret_cast<void*>(into),
                           static_cast<std::size_t>(length), static_cast<std::uint64_t>(token));
}

jint JNICALL await(JNIEnv* env, jclass /*type*/, jlong handle, jlongArray tokens, jintArray statuses,
                   jint timeoutMillis) {
  Completion completions[kMaxCompletions];
  const int capacity =
      std::min({kMaxCompletions, env->GetArrayLength(tokens), env->GetArrayLength(statuses)});
  const int count = port(handle)->await(completions, capacity, timeoutMillis);
  jlong ended[kMaxCompletions];
  jint how[kMaxCompletions];
  for (int i = 0; i < count; i++) {
    ended[i] = static_cast<jlong>(completions[i].token);
    how[i] = completions[i].status;
  }
  if (count > 0) {
    env->SetLongArrayRegion(tokens, 0, count, ended);
    env->SetIntArrayRegion(statuses, 0, count, how);
  }
  return count;
}

void JNICALL stop(JNIEnv* /*env*/, jclass /*type*/, jlong handle) { port(handle)->stop(); }

void JNICALL close(JNIEnv* /*env*/, jclass /*type*/, jlong handle) { port(handle)->close(); }

}  // namespace

static bool registerMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("load", "(Ljava/lang/String;)Ljava/lang/String;", load),
      native("version", "()Ljava/lang/String;", version),
      native("describe", "(I)Ljava/lang/String;", describe),
      native("open", "(Ljava/lang/String;[J)Ljava/lang/String;", open),
      native("devices", "(J)Ljava/lang/String;", devices),
      native("address", "(J)[B", address),
      native("memoryAddress", "(Ljava/nio/ByteBuffer;)J", memoryAddress),
      native("addMemory", "(JJJ[[B)J", addMemory),
      native("removeMemory", "(JI)V", removeMemory),
      native("connect", "(J[B)J", connect),
      native("disconnect", "(JI)V", disconnect),
      native("status", "(JI)I", status),
      native("openRemote", "(JI[B)J", openRemote),
      native("closeRemote", "(JII)V", closeRemote),
      native("get", "(JIIJJJJ)I", get),
      native("await", "(J[J[II)I", await),
      native("stop", "(J)V", stop),
      native("close", "(J)V", close),
  };
  return registerNatives(env, "dev/uncork/transport/ucx/UcxNative", methods);
}

}  // namespace uncork::ucx

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void* /*reserved*/) {
  void* out = nullptr;
  if (vm->GetEnv(&out, JNI_VERSION_10) != JNI_OK) {
    return JNI_ERR;
  }
  return uncork::ucx::registerMethods(static_cast<JNIEnv*>(out)) ? JNI_VERSION_10 : JNI_ERR;
}
