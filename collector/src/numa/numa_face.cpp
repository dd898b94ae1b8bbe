// The native methods of dev.uncork.spark.numa.NumaKernel, which documents them. A library of its own,
// libuncork-numa.so: it needs nothing of the JVM's tool interface and belongs to another class
// loader than the collector.
#include <jni.h>

#include <cerrno>

#include "jvm/natives.h"
#include "numa/numa.h"

namespace uncork {
namespace {

// More CPUs and nodes than Linux can have.
constexpr jsize kMaxWords = 256;

// A set of bits that came as a long[].
class JavaBits {
 public:
  JavaBits(JNIEnv* env, jlongArray array) : count_(env->GetArrayLength(array)) {
    if (valid()) {
      env->GetLongArrayRegion(array, 0, count_, reinterpret_cast<jlong*>(words_));
    }
  }
  bool valid() const { return count_ > 0 && count_ <= kMaxWords; }
  BitWords bits() const { return {words_, static_cast<std::size_t>(count_)}; }

 private:
  jsize count_;
  std::uint64_t words_[kMaxWords];
};

jint JNICALL set(JNIEnv* env, jclass /*type*/, jint thread, jlongArray cpus) {
  const JavaBits wanted(env, cpus);
  return wanted.valid() ? setAffinity(thread, wanted.bits()) : EINVAL;
}

jint JNICALL get(JNIEnv* env, jclass /*type*/, jint thread, jlongArray cpus) {
  const jsize count = env->GetArrayLength(cpus);
  std::uint64_t words[kMaxWords];
  if (count <= 0 || count > kMaxWords) {
    return EINVAL;
  }
  const int error = getAffinity(thread, words, static_cast<std::size_t>(count));
  if (error == 0) {
    env->SetLongArrayRegion(cpus, 0, count, reinterpret_cast<const jlong*>(words));
  }
  return error;
}

jlong JNICALL migrate(JNIEnv* env, jclass /*type*/, jlongArray from, jlongArray to) {
  const JavaBits source(env, from);
  const JavaBits target(env, to);
  return source.valid() && target.valid()
             ? static_cast<jlong>(migratePages(source.bits(), target.bits()))
             : -EINVAL;
}

jint JNICALL prefer(JNIEnv* env, jclass /*type*/, jlongArray nodes) {
  const JavaBits wanted(env, nodes);
  return wanted.valid() ? preferNodes(wanted.bits()) : EINVAL;
}

}  // namespace
}  // namespace uncork

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void* /*reserved*/) {
  void* out = nullptr;
  if (vm->GetEnv(&out, JNI_VERSION_10) != JNI_OK) {
    return JNI_ERR;
  }
  auto* env = static_cast<JNIEnv*>(out);
  const JNINativeMethod methods[] = {
      uncork::native("setAffinity", "(I[J)I", uncork::set),
      uncork::native("getAffinity", "(I[J)I", uncork::get),
      uncork::native("migratePages", "([J[J)J", uncork::migrate),
      uncork::native("preferNodes", "([J)I", uncork::prefer),
  };
  return uncork::registerNatives(env, "dev/uncork/spark/numa/NumaKernel", methods)
             ? JNI_VERSION_10
             : JNI_ERR;
}
