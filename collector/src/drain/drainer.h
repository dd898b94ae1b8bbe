// The reader of all blocks: merges counts per lock, names classes and stacks, writes records.
//
// One thread at a time; its callers hold `mutex`, which no event ever takes.
#pragma once

#include <jni.h>

#include <cstddef>

#include "base/mutex.h"
#include "base/never_destroyed.h"
#include "drain/aggregate.h"
#include "drain/names.h"
#include "event/block.h"

namespace uncork {

class Drainer {
 public:
  constexpr Drainer() = default;

  static Drainer& get() { return instance.value; }

  Mutex mutex;

  // Merges retired blocks and names new stacks; cheap enough for ten times a second.
  void tend(JNIEnv* env);

  // Merges everything and writes at most `capacity` records; returns their number. Calls up to the
  // one that returns 0 are one round and write what the first of them merged.
  std::size_t drain(JNIEnv* env, Record* records, std::size_t capacity);

  const ClassNames& classes() const { return classes_; }
  const StackNames& stacks() const { return stackNames_; }

 private:
  struct Merge {
    Drainer* drainer;
    JNIEnv* env;
    double nanosPerTick;
  };

  void mergeAll(JNIEnv* env);
  static bool mergeBlock(Block& block, void* context);
  bool mergeEntry(const Merge& merge, Entry& entry);
  static bool isNamed(std::uint32_t stackId, void* context);

  static NeverDestroyed<Drainer> instance;

  Aggregate aggregate_;
  ClassNames classes_;
  StackNames stackNames_;
  unsigned rounds_ = 0;
  bool isInRound_ = false;
};

}  // namespace uncork
