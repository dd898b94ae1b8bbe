// The classes of drained locks: ids that stay, names that outlive the class. Drainer only.
#pragma once

#include <jni.h>

#include <cstdint>

namespace uncork {

class ClassNames {
 public:
  static constexpr std::uint32_t kUnloaded = 1;

  // Id of the class that a weak reference holds; kUnloaded when it is gone, 0 without memory.
  std::uint32_t idOf(JNIEnv* env, jweak classRef);

  // Binary name of a class with an id.
  const char* name(std::uint32_t classId) const;

  // Forgets the classes that were unloaded some time ago.
  void forgetUnloaded(JNIEnv* env);

 private:
  struct Class {
    jweak ref;  // nullptr once forgotten
    char* name;
    std::uint32_t nameBytes;
    std::uint32_t hash;
    std::uint32_t next;      // id of another class in the same bucket
    std::uint32_t lastUsed;  // sweep number
  };
  static constexpr std::uint32_t kBuckets = 1024;
  static constexpr std::uint32_t kChunkClasses = 1024;
  static constexpr std::uint32_t kChunks = 4096;
  static constexpr std::uint32_t kKeepSweeps = 4;
  static constexpr std::uint32_t kFirstId = kUnloaded + 1;

  Class& at(std::uint32_t id) const {
    return chunks_[(id - kFirstId) / kChunkClasses][(id - kFirstId) % kChunkClasses];
  }
  std::uint32_t add(JNIEnv* env, jclass type, std::uint32_t hash);

  Class* chunks_[kChunks] = {};
  std::uint32_t buckets_[kBuckets] = {};
  std::uint32_t count_ = 0;
  std::uint32_t sweeps_ = 0;
};

}  // namespace uncork
