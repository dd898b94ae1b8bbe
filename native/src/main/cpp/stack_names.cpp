#include "stack_names.h"

#include "frame_text.h"

namespace uncork {

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
  }
  stacks_[draft.stackId] = {ids, draft.depth};
  return true;
}

std::uint32_t StackNames::frameId(JNIEnv* env, const RawFrame& raw) {
  const auto bits = reinterpret_cast<std::uintptr_t>(raw.method) ^
                    static_cast<std::uint64_t>(raw.location) * 0x9E3779B97F4A7C15U;
  std::uint32_t& bucket = buckets_[(bits ^ bits >> 12 ^ bits >> 32) % kBuckets];
  for (std::uint32_t id = bucket; id != 0; id = frames_.at(id).next) {
    if (frames_.at(id).method == raw.method && frames_.at(id).location == raw.location) {
      return id;
    }
  }
  char* text = frameText(env, static_cast<jmethodID>(raw.method), raw.location);
  const std::uint32_t id = text == nullptr ? 0 : frames_.take();
  if (id != 0) {
    frames_.at(id) = {raw.method, raw.location, text, bucket};
    bucket = id;
  }
  return id;
}

bool StackNames::isNamed(std::uint32_t stackId) const {
  return stackId > StackTable::kSlots || stacks_[stackId].frames != nullptr;
}

std::uint32_t StackNames::depth(std::uint32_t stackId) const {
  if (stackId > StackTable::kSlots) {
    return stackId <= StackTable::kUnknown ? 1 : 0;
  }
  return stacks_[stackId].depth;
}

const char* StackNames::frame(std::uint32_t stackId, std::uint32_t index) const {
  if (stackId == StackTable::kOther) {
    return "(more stacks than can be told apart)";
  }
  if (stackId == StackTable::kUnknown) {
    return "(stack unknown)";
  }
  const std::uint32_t id = stacks_[stackId].frames[index];
  return id == 0 ? "(frame unknown)" : frames_.at(id).text;
}

}  // namespace uncork
