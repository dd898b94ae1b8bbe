// Words for the classes and stacks of what was drained, which outlive them. Drainer only.
#pragma once

#include <jvmti.h>

#include <cstdint>

#include "base/chunk_pool.h"
#include "event/stack_table.h"

namespace uncork {

// The classes of locks: ids that stay, names that outlive the class.
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

// The frames of waiter stacks in words, each frame kept once.
class StackNames {
 public:
  // Names the stacks that are new in the table, while their classes are most likely still loaded.
  void nameNew(JNIEnv* env, StackTable& table);

  // Whether a stack has its words; stacks that are forgotten count as such. Keeps it from being
  // forgotten soon.
  bool use(std::uint32_t stackId, const StackTable& table);

  // Number of frames of a stack; 0 for an unknown id.
  std::uint32_t depth(std::uint32_t stackId) const;

  // "com.acme.Cache.put(Cache.java:42)".
  const char* frame(std::uint32_t stackId, std::uint32_t index) const;

  // Forgets stacks of classes that were found unloaded already the last time, and, when the table
  // gets full, those that were not used for some time.
  void forget(JNIEnv* env, StackTable& table);

 private:
  struct Stack {
    std::uint32_t* frames;  // ids in frames_; nullptr while there is no stack
    std::uint32_t depth;
    std::uint32_t id;
    std::uint32_t lastUsed;  // sweep number
    bool isUnloaded;
  };
  struct Frame {
    void* method;
    std::int64_t location;
    char* text;
    std::uint32_t textBytes;
    std::uint32_t next;    // id of another frame in the same bucket
    std::uint32_t stacks;  // that have this frame
    bool isUnloaded;
  };
  static constexpr std::uint32_t kBuckets = 4096;
  static constexpr std::uint32_t kKeepSweeps = 4;

  const Stack* find(std::uint32_t stackId) const;
  bool name(JNIEnv* env, const StackDraft& draft);
  std::uint32_t& bucketOf(const void* method, std::int64_t location);
  std::uint32_t frameId(JNIEnv* env, const RawFrame& raw);
  void findUnloadedFrames(JNIEnv* env);
  bool hasUnloadedFrame(const Stack& stack) const;
  void releaseFrame(std::uint32_t id);
  void release(Stack& stack, StackTable& table);

  Stack stacks_[StackTable::kSlots] = {};
  std::uint32_t buckets_[kBuckets] = {};
  mutable ChunkPool<Frame> frames_;
  std::uint32_t sweeps_ = 0;
};

}  // namespace uncork
