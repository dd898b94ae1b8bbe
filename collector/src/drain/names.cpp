#include "drain/names.h"

#include <cstring>

#include "base/memory.h"
#include "drain/binary_name.h"
#include "drain/frame_text.h"
#include "jvm/jvm.h"

namespace uncork {
namespace {

bool isLoaded(JNIEnv* env, void* method) {
  jclass declaring = nullptr;
  const jvmtiError error =
      Jvm::ti()->GetMethodDeclaringClass(static_cast<jmethodID>(method), &declaring);
  const LocalRef<jclass> type(env, declaring);
  return error == JVMTI_ERROR_NONE;
}

}  // namespace

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

void StackNames::nameNew(JNIEnv* env, StackTable& table) {
  StackDraft* draft = table.takeNew();
  while (draft != nullptr) {
    StackDraft* next = draft->next;
    name(env, *draft);
    table.recycle(draft);
    draft = next;
  }
  table.replenish();
}

bool StackNames::name(JNIEnv* env, const StackDraft& draft) {
  auto* ids = memory::allocateArray<std::uint32_t>(draft.depth);
  if (ids == nullptr) {
    return false;
  }
  for (std::uint32_t i = 0; i < draft.depth; i++) {
    ids[i] = frameId(env, draft.frames[i]);
    if (ids[i] != 0) {
      frames_.at(ids[i]).stacks++;
    }
  }
  stacks_[StackTable::placeOf(draft.stackId)] = {ids, draft.depth, draft.stackId, sweeps_, false};
  return true;
}

std::uint32_t& StackNames::bucketOf(const void* method, std::int64_t location) {
  const std::uint64_t bits = reinterpret_cast<std::uintptr_t>(method) ^
                             (static_cast<std::uint64_t>(location) * 0x9E3779B97F4A7C15U);
  return buckets_[(bits ^ bits >> 12 ^ bits >> 32) % kBuckets];
}

std::uint32_t StackNames::frameId(JNIEnv* env, const RawFrame& raw) {
  std::uint32_t& bucket = bucketOf(raw.method, raw.location);
  for (std::uint32_t id = bucket; id != 0; id = frames_.at(id).next) {
    if (frames_.at(id).method == raw.method && frames_.at(id).location == raw.location) {
      return id;
    }
  }
  char* text = frameText(env, static_cast<jmethodID>(raw.method), raw.location);
  if (text == nullptr) {
    return 0;
  }
  const auto textBytes = static_cast<std::uint32_t>(std::strlen(text) + 1);
  const std::uint32_t id = frames_.take();
  if (id == 0) {
    memory::releaseArray(text, textBytes);
    return 0;
  }
  frames_.at(id) = {raw.method, raw.location, text, textBytes, bucket, 0, false};
  bucket = id;
  return id;
}

const StackNames::Stack* StackNames::find(std::uint32_t stackId) const {
  if (stackId == 0 || stackId >= StackTable::kOther) {
    return nullptr;
  }
  const Stack& stack = stacks_[StackTable::placeOf(stackId)];
  return stack.frames != nullptr && stack.id == stackId ? &stack : nullptr;
}

bool StackNames::use(std::uint32_t stackId, const StackTable& table) {
  if (find(stackId) != nullptr) {
    stacks_[StackTable::placeOf(stackId)].lastUsed = sweeps_;
    return true;
  }
  return stackId >= StackTable::kOther || !table.holds(stackId);
}

std::uint32_t StackNames::depth(std::uint32_t stackId) const {
  const Stack* stack = find(stackId);
  const bool isNone = stackId == 0 || stackId > StackTable::kUnknown;
  return stack != nullptr ? stack->depth : isNone ? 0 : 1;
}

const char* StackNames::frame(std::uint32_t stackId, std::uint32_t index) const {
  if (stackId == StackTable::kOther) {
    return "(more stacks than can be told apart)";
  }
  const Stack* stack = find(stackId);
  if (stack == nullptr) {
    return stackId == StackTable::kUnknown ? "(stack unknown)" : "(stack forgotten)";
  }
  const std::uint32_t id = stack->frames[index];
  return id == 0 ? "(frame unknown)" : frames_.at(id).text;
}

void StackNames::forget(JNIEnv* env, StackTable& table) {
  sweeps_++;
  findUnloadedFrames(env);
  const bool isCrowded = table.size() > StackTable::kMaxStacks / 4 * 3;
  for (Stack& stack : stacks_) {
    if (stack.frames == nullptr) {
      continue;
    }
    // What was counted with it since the last sweep has been drained by the next.
    if (stack.isUnloaded || (isCrowded && stack.lastUsed + kKeepSweeps < sweeps_)) {
      release(stack, table);
    } else {
      stack.isUnloaded = hasUnloadedFrame(stack);
    }
  }
}

void StackNames::findUnloadedFrames(JNIEnv* env) {
  for (const std::uint32_t bucket : buckets_) {
    for (std::uint32_t id = bucket; id != 0; id = frames_.at(id).next) {
      Frame& frame = frames_.at(id);
      frame.isUnloaded = frame.isUnloaded || !isLoaded(env, frame.method);
    }
  }
}

bool StackNames::hasUnloadedFrame(const Stack& stack) const {
  for (std::uint32_t i = 0; i < stack.depth; i++) {
    if (stack.frames[i] != 0 && frames_.at(stack.frames[i]).isUnloaded) {
      return true;
    }
  }
  return false;
}

void StackNames::release(Stack& stack, StackTable& table) {
  for (std::uint32_t i = 0; i < stack.depth; i++) {
    if (stack.frames[i] != 0 && --frames_.at(stack.frames[i]).stacks == 0) {
      releaseFrame(stack.frames[i]);
    }
  }
  memory::releaseArray(stack.frames, stack.depth);
  const std::uint32_t id = stack.id;
  stack = {};
  table.release(id);
}

void StackNames::releaseFrame(std::uint32_t id) {
  const Frame frame = frames_.at(id);
  std::uint32_t* link = &bucketOf(frame.method, frame.location);
  while (*link != id) {
    link = &frames_.at(*link).next;
  }
  *link = frame.next;
  memory::releaseArray(frame.text, frame.textBytes);
  frames_.giveBack(id);
}

}  // namespace uncork
