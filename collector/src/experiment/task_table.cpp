#include "experiment/task_table.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/memory.h"
#include "experiment/small_file.h"

namespace uncork {
namespace {

constexpr std::size_t kLeastCapacity = 256;
constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

bool byId(const Task& one, const Task& other) { return one.id < other.id; }

// The clock of a thread of this process: what pthread_getcpuclockid makes of the kernel's number,
// which it takes from a handle that we don't have. Negative where the thread has ended.
std::int64_t cpuNanos(int threadId) {
  constexpr unsigned kPerThread = 4;
  constexpr unsigned kScheduled = 2;
  const auto clock =
      static_cast<clockid_t>((~static_cast<unsigned>(threadId) << 3) | kPerThread | kScheduled);
  timespec used;
  return clock_gettime(clock, &used) == 0 ? used.tv_sec * kNanosPerSecond + used.tv_nsec : -1;
}

}  // namespace

bool TaskTable::open() {
  if (directory_ == nullptr) {
    directory_ = opendir("/proc/self/task");
  }
  return directory_ != nullptr;
}

void TaskTable::close() {
  if (directory_ != nullptr) {
    closedir(directory_);
    directory_ = nullptr;
  }
  memory::releaseArray(tasks_, capacity_);
  memory::releaseArray(before_, capacity_);
  tasks_ = nullptr;
  before_ = nullptr;
  count_ = 0;
  capacity_ = 0;
  nameCount_ = 0;
  endedNanos_ = 0;
}

void TaskTable::addServiceName(const char* prefix) {
  if (nameCount_ < kMaxNames) {
    std::strncpy(names_[nameCount_], prefix, kNameBytes - 1);
    nameCount_++;
  }
}

bool TaskTable::refresh() {
  if (directory_ == nullptr) {
    return false;
  }
  std::swap(tasks_, before_);
  countBefore_ = count_;
  count_ = 0;
  rewinddir(directory_);
  for (const dirent* entry = readdir(directory_); entry != nullptr; entry = readdir(directory_)) {
    const int id = std::atoi(entry->d_name);
    if (id > 0 && reserve(count_ + 1)) {
      tasks_[count_++] = {id, false, false, 0};
    }
  }
  std::sort(begin(), end(), byId);
  keepKnown();
  return count_ > 0;
}

void TaskTable::keepKnown() {
  const Task* known = before_;
  const Task* const knownEnd = before_ + countBefore_;
  for (Task& task : *this) {
    while (known != knownEnd && known->id < task.id) {
      endedNanos_ += known->cpuNanos;
      known++;
    }
    if (known != knownEnd && known->id == task.id) {
      task = *known++;
    } else {
      task.service = isService(task.id);
    }
  }
  for (; known != knownEnd; known++) {
    endedNanos_ += known->cpuNanos;
  }
}

bool TaskTable::reserve(std::size_t count) {
  if (count <= capacity_) {
    return true;
  }
  const std::size_t larger = std::max(kLeastCapacity, 2 * capacity_);
  Task* tasks = memory::allocateArray<Task>(larger);
  Task* before = memory::allocateArray<Task>(larger);
  if (tasks == nullptr || before == nullptr) {
    memory::releaseArray(tasks, larger);
    memory::releaseArray(before, larger);
    return false;
  }
  std::copy(tasks_, tasks_ + count_, tasks);
  std::copy(before_, before_ + countBefore_, before);
  memory::releaseArray(tasks_, capacity_);
  memory::releaseArray(before_, capacity_);
  tasks_ = tasks;
  before_ = before;
  capacity_ = larger;
  return true;
}

bool TaskTable::isService(int id) const {
  char path[64];
  char name[kNameBytes + 1];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/comm", id);
  if (!readSmallFile(path, name, sizeof name)) {
    return false;
  }
  return std::any_of(names_, names_ + nameCount_, [&](const char* prefix) {
    return std::strncmp(name, prefix, std::strlen(prefix)) == 0;
  });
}

bool TaskTable::isRunning(int id) {
  char path[64];
  char text[512];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", id);
  const char* stat = readStat(path, text, sizeof text);
  return stat != nullptr && *stat == 'R';
}

std::int64_t TaskTable::serviceNanos() {
  std::int64_t sum = endedNanos_;
  for (Task& task : *this) {
    if (task.service) {
      task.cpuNanos = std::max(task.cpuNanos, cpuNanos(task.id));
      sum += task.cpuNanos;
    }
  }
  return sum;
}

}  // namespace uncork
