#include "drain/class_names.h"

#include <cstring>

#include "base/memory.h"
#include "drain/binary_name.h"
#include "jvm/jvm.h"

namespace uncork {

std::uint32_t ClassNames::idOf(JNIEnv* env, jweak classRef) {
  const LocalRef<jclass> type(env, static_cast<jclass>(env->NewLocalRef(classRef)));
  jint hash = 0;
  if (type.get() == nullptr ||
      Jvm::ti()->GetObjectHashCode(type.get(), &hash) != JVMTI_ERROR_NONE) {
    return kUnloaded;
  }
  const auto unsignedHash = static_cast<std::uint32_t>(hash);
  for (std::uint32_t id = buckets_[unsignedHash % kBuckets]; id != 0; id = at(id).next) {
    Class& candidate = at(id);
    if (candidate.hash == unsignedHash && env->IsSameObject(candidate.ref, type.get()) != 0) {
      candidate.lastUsed = sweeps_;
      return id;
    }
  }
  return add(env, type.get(), unsignedHash);
}

std::uint32_t ClassNames::add(JNIEnv* env, jclass type, std::uint32_t hash) {
  if (count_ == kChunks * kChunkClasses) {
    return kUnloaded;
  }
  Class*& chunk = chunks_[count_ / kChunkClasses];
  if (chunk == nullptr) {
    chunk = memory::allocateArray<Class>(kChunkClasses);
  }
  TiMemory<char> signature;
  if (chunk == nullptr ||
      Jvm::ti()->GetClassSignature(type, signature.out(), nullptr) != JVMTI_ERROR_NONE) {
    return 0;
  }
  const std::size_t nameBytes = binaryNameBytes(signature.get());
  char* name = memory::allocateArray<char>(nameBytes);
  if (name == nullptr) {
    return 0;
  }
  writeBinaryName(signature.get(), name);
  jweak ref = env->NewWeakGlobalRef(type);
  if (ref == nullptr) {
    env->ExceptionClear();
    memory::releaseArray(name, nameBytes);
    return 0;
  }
  const std::uint32_t id = kFirstId + count_++;
  std::uint32_t& bucket = buckets_[hash % kBuckets];
  at(id) = {ref, name, static_cast<std::uint32_t>(nameBytes), hash, bucket, sweeps_};
  bucket = id;
  return id;
}

const char* ClassNames::name(std::uint32_t classId) const {
  if (classId < kFirstId || classId - kFirstId >= count_ || at(classId).name == nullptr) {
    return "(unloaded class)";
  }
  return at(classId).name;
}

void ClassNames::forgetUnloaded(JNIEnv* env) {
  sweeps_++;
  for (std::uint32_t& bucket : buckets_) {
    std::uint32_t* link = &bucket;
    while (*link != 0) {
      Class& type = at(*link);
      if (type.lastUsed + kKeepSweeps < sweeps_ && env->IsSameObject(type.ref, nullptr) != 0) {
        env->DeleteWeakGlobalRef(type.ref);
        memory::releaseArray(type.name, type.nameBytes);
        *link = type.next;
        type = {};
      } else {
        link = &type.next;
      }
    }
  }
}

}  // namespace uncork
