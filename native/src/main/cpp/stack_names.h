// The frames of waiter stacks in words, each frame kept once. Drainer only.
#pragma once

#include <jvmti.h>

#include <cstdint>

#include "chunk_pool.h"
#include "stack_table.h"

namespace uncork {

class StackNames {
 public:
  // Names the stacks that are new in the table, while their classes are most likely still loaded.
  void nameNew(JNIEnv* env, StackTable& table);

  bool isNamed(std::uint32_t stackId) const;

  // Number of frames of a stack; 0 for an unknown id.
  std::uint32_t depth(std::uint32_t stackId) const;

  // "com.acme.Cache.put(Cache.java:42)".
  const char* frame(std::uint32_t stackId, std::uint32_t index) const;

 private:
  struct Stack {
    std::uint32_t* frames;  // ids in frames_
    std::uint32_t depth;
  };
  struct Frame {
    void* method;
    std::int64_t location;
    char* text;
    std::uint32_t next;  // id of another frame in the same bucket
  };
  static constexpr std::uint32_t kBuckets = 4096;

  bool name(JNIEnv* env, const StackDraft& draft);
  std::uint32_t frameId(JNIEnv* env, const RawFrame& raw);

  Stack stacks_[StackTable::kSlots + 1] = {};
  std::uint32_t buckets_[kBuckets] = {};
  mutable ChunkPool<Frame> frames_;
};

}  // namespace uncork
