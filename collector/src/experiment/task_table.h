// The threads of this process as the kernel lists them, and which of them aren't the program's.
//
// Threads of the JVM, of JFR and of Uncork are told by their names; native threads that a library of
// the program has started are the program's, too. One thread at a time.
#pragma once

#include <dirent.h>

#include <cstddef>
#include <cstdint>

namespace uncork {

struct Task {
  int id;
  bool service;           // the JVM's, JFR's or Uncork's
  bool spared;            // its own mask happens to be that of a hold
  std::int64_t cpuNanos;  // of a service thread, as last read
};

class TaskTable {
 public:
  // Opens the list of threads; false where there is none. The directory stays open, so that threads
  // can be listed when the program has used up its file descriptors.
  bool open();
  void close();

  // From now on threads whose names begin so are service threads. The kernel keeps 15 characters.
  void addServiceName(const char* prefix);

  // Lists the threads anew; what was known of those that are still there stays known.
  bool refresh();

  Task* begin() { return tasks_; }
  Task* end() { return tasks_ + count_; }

  // Whether a thread of this process has a CPU or waits for one.
  static bool isRunning(int id);

  // CPU time of the service threads, of those that have ended as last read.
  std::int64_t serviceNanos();

 private:
  static constexpr std::size_t kNameBytes = 16;
  static constexpr std::size_t kMaxNames = 96;

  bool reserve(std::size_t count);
  void keepKnown();
  bool isService(int id) const;

  DIR* directory_ = nullptr;
  char names_[kMaxNames][kNameBytes] = {};
  std::size_t nameCount_ = 0;
  Task* tasks_ = nullptr;
  Task* before_ = nullptr;
  std::size_t count_ = 0;
  std::size_t countBefore_ = 0;
  std::size_t capacity_ = 0;
  std::int64_t endedNanos_ = 0;
};

}  // namespace uncork
