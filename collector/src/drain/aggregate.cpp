#include "drain/aggregate.h"

#include <algorithm>

namespace uncork {
namespace {

constexpr std::size_t kFirstIndexSlots = 1024;

bool isSame(const LockKey& a, const LockKey& b) {
  return a.hash == b.hash && a.classId == b.classId && a.kind == b.kind;
}

}  // namespace

std::uint32_t* Aggregate::slotOf(const LockKey& key) {
  const std::uint32_t hash = mix(key.hash, key.kind) ^ (key.classId * 0x85EBCA6BU);
  std::size_t at = hash & (indexSlots_ - 1);
  while (index_[at] != 0 && !isSame(locks_.at(index_[at]).key, key)) {
    at = (at + 1) & (indexSlots_ - 1);
  }
  return &index_[at];
}

bool Aggregate::growIndex() {
  const std::size_t slots = indexSlots_ == 0 ? kFirstIndexSlots : indexSlots_ * 2;
  std::uint32_t* old = index_;
  const std::size_t oldSlots = indexSlots_;
  auto* fresh = memory::allocateArray<std::uint32_t>(slots);
  if (fresh == nullptr) {
    return false;
  }
  index_ = fresh;
  indexSlots_ = slots;
  for (std::size_t i = 0; i < oldSlots; i++) {
    if (old[i] != 0) {
      *slotOf(locks_.at(old[i]).key) = old[i];
    }
  }
  memory::releaseArray(old, oldSlots);
  return true;
}

bool Aggregate::add(const LockKey& key, std::uint32_t stackId, std::uint64_t count,
                    std::uint64_t nanos, std::uint64_t maxNanos, std::uint64_t longCount) {
  if ((std::size_t{locks_.count()} + 1) * 2 > indexSlots_ && !growIndex()) {
    return false;
  }
  std::uint32_t* slot = slotOf(key);
  const bool isNew = *slot == 0;
  const std::uint32_t place = isNew ? locks_.take() : *slot;
  if (place == 0) {
    return false;
  }
  Lock& lock = locks_.at(place);
  if (isNew) {
    lock = {key, 0, 0, 0};
  }
  const std::uint32_t sitePlace = siteOf(lock, stackId);
  if (sitePlace == 0) {
    if (isNew) {
      locks_.giveBack(place);
    }
    return false;
  }
  *slot = place;
  Site& site = sites_.at(sitePlace);
  site.count += count;
  site.nanos += nanos;
  if (stackId != kWaits) {
    lock.maxNanos = std::max(lock.maxNanos, maxNanos);
    lock.longCount += longCount;
  }
  return true;
}

std::uint32_t Aggregate::siteOf(Lock& lock, std::uint32_t stackId) {
  for (std::uint32_t place = lock.firstSite; place != 0; place = sites_.at(place).next) {
    if (sites_.at(place).stackId == stackId) {
      return place;
    }
  }
  const std::uint32_t place = sites_.take();
  if (place != 0) {
    sites_.at(place) = {stackId, lock.firstSite, 0, 0};
    lock.firstSite = place;
  }
  return place;
}

// A heap, not a sorted array: what doesn't fit into the records needs no order.
std::size_t Aggregate::rank(Rank* ranks) {
  std::size_t count = 0;
  for (std::size_t slot = 0; slot < indexSlots_; slot++) {
    if (index_[slot] == 0) {
      continue;
    }
    std::uint64_t nanos = 0;
    for (std::uint32_t p = locks_.at(index_[slot]).firstSite; p != 0; p = sites_.at(p).next) {
      nanos += sites_.at(p).stackId == kWaits ? 0 : sites_.at(p).nanos;
    }
    ranks[count++] = {nanos, static_cast<std::uint32_t>(slot)};
  }
  return count;
}

std::size_t Aggregate::write(Record* records, std::size_t capacity, IsNamed isNamed,
                             void* context) {
  const std::size_t locks = locks_.count();
  if (locks == 0 || capacity == 0) {
    return 0;
  }
  auto* ranks = memory::allocateArray<Rank>(locks);
  if (ranks == nullptr) {
    return 0;
  }
  const auto isShorter = [](const Rank& a, const Rank& b) { return a.nanos < b.nanos; };
  const std::size_t count = rank(ranks);
  std::make_heap(ranks, ranks + count, isShorter);
  std::size_t written = 0;
  for (std::size_t left = count; left > 0 && written + 1 < capacity; left--) {
    std::pop_heap(ranks, ranks + left, isShorter);
    Lock& lock = locks_.at(index_[ranks[left - 1].slot]);
    written += writeLock(lock, records + written, capacity - written, isNamed, context);
  }
  memory::releaseArray(ranks, locks);
  forgetEmpty();
  return written;
}

std::size_t Aggregate::writeLock(Lock& lock, Record* records, std::size_t capacity, IsNamed isNamed,
                                 void* context) {
  Record head = {};
  head.type = kRecordLock;
  head.kind = static_cast<std::int32_t>(lock.key.kind);
  head.identityHash = static_cast<std::int32_t>(lock.key.hash);
  head.classId = static_cast<std::int32_t>(lock.key.classId);
  std::size_t written = 1;
  bool isEmpty = true;
  std::uint32_t* link = &lock.firstSite;
  while (*link != 0) {
    const std::uint32_t place = *link;
    Site& site = sites_.at(place);
    if (site.stackId == kWaits) {
      head.lock.waits = static_cast<std::int64_t>(site.count);
      head.lock.waitedNanos = static_cast<std::int64_t>(site.nanos);
    } else if (written == capacity || !isNamed(site.stackId, context)) {
      link = &site.next;
      continue;
    } else {
      Record& record = records[written++];
      record = head;
      record.lock = {};
      record.type = kRecordSite;
      record.site.stackId = static_cast<std::int32_t>(site.stackId);
      record.site.count = static_cast<std::int64_t>(site.count);
      record.site.waitNanos = static_cast<std::int64_t>(site.nanos);
      head.lock.blocked += static_cast<std::int64_t>(site.count);
      head.lock.waitNanos += static_cast<std::int64_t>(site.nanos);
    }
    isEmpty = false;
    *link = site.next;
    sites_.giveBack(place);
  }
  if (isEmpty) {
    return 0;
  }
  if (head.lock.blocked != 0) {
    head.lock.maxWaitNanos = static_cast<std::int64_t>(lock.maxNanos);
    head.lock.longBlocked = static_cast<std::int64_t>(lock.longCount);
    lock.longCount = 0;
  }
  records[0] = head;
  return written;
}

// Forgets the locks of which everything was written; without memory for that they stay, empty.
void Aggregate::forgetEmpty() {
  std::size_t kept = 0;
  for (std::size_t slot = 0; slot < indexSlots_; slot++) {
    kept += index_[slot] != 0 && locks_.at(index_[slot]).firstSite != 0 ? 1 : 0;
  }
  std::size_t slots = kFirstIndexSlots;
  while (slots < kept * 2 + 2) {
    slots *= 2;
  }
  auto* fresh = memory::allocateArray<std::uint32_t>(slots);
  if (fresh == nullptr) {
    return;
  }
  std::uint32_t* old = index_;
  const std::size_t oldSlots = indexSlots_;
  index_ = fresh;
  indexSlots_ = slots;
  for (std::size_t i = 0; i < oldSlots; i++) {
    if (old[i] == 0) {
      continue;
    }
    if (locks_.at(old[i]).firstSite == 0) {
      locks_.giveBack(old[i]);
    } else {
      *slotOf(locks_.at(old[i]).key) = old[i];
    }
  }
  memory::releaseArray(old, oldSlots);
}

}  // namespace uncork
