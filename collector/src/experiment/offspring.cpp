#include "experiment/offspring.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "experiment/passes.h"
#include "experiment/small_file.h"

namespace uncork {
namespace {

constexpr int kMostGenerations = 64;
constexpr int kInit = 1;

bool isOwnThread(int id) { return syscall(SYS_tgkill, getpid(), id, 0) == 0; }

// The parent's number; 0 where the process has ended.
int parentOf(int id) {
  char path[64];
  char text[512];
  std::snprintf(path, sizeof path, "/proc/%d/stat", id);
  const char* stat = readStat(path, text, sizeof text);
  return stat == nullptr ? 0 : std::atoi(stat + 1);
}

// Whether its parents have ended so that another process has adopted it, and it is still in our
// session and group.
bool isOrphanOfOurs(int id, int parent) {
  return (parent == kInit || getsid(parent) != getsid(0)) && getsid(id) == getsid(0) &&
         getpgid(id) == getpgid(0);
}

bool descendsFromUs(int id) {
  const int parent = parentOf(id);
  int ancestor = parent;
  for (int i = 0; i < kMostGenerations && ancestor > kInit; i++) {
    if (ancestor == getpid()) {
      return true;
    }
    ancestor = parentOf(ancestor);
  }
  return parent > 0 && isOrphanOfOurs(id, parent);
}

bool giveBackOne(int id, const CpuMask& held, const CpuMask& instead) {
  CpuMask mask;
  return mask.read(id) == 0 && mask == held && (isOwnThread(id) || descendsFromUs(id)) &&
         instead.apply(id) == 0;
}

int giveBackThreadsOf(const char* process, const CpuMask& held, const CpuMask& instead) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%.20s/task", process);
  DIR* threads = opendir(path);
  int count = 0;
  if (threads != nullptr) {
    for (const dirent* entry = readdir(threads); entry != nullptr; entry = readdir(threads)) {
      const int id = std::atoi(entry->d_name);
      count += id > 0 && giveBackOne(id, held, instead) ? 1 : 0;
    }
    closedir(threads);
  }
  return count;
}

}  // namespace

bool Offspring::open() {
  if (loadFile_ < 0) {
    loadFile_ = ::open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  }
  return lastNumber() > 0;
}

void Offspring::close() {
  if (loadFile_ >= 0) {
    ::close(loadFile_);
    loadFile_ = -1;
  }
}

int Offspring::lastNumber() const {
  char text[128];
  if (loadFile_ < 0 || !readSmallFile(loadFile_, text, sizeof text)) {
    return 0;
  }
  const char* last = std::strrchr(text, ' ');  // "0.20 0.18 0.12 1/80 11206"
  return last == nullptr ? 0 : std::atoi(last + 1);
}

int Offspring::giveBack(const CpuMask& held, const CpuMask& instead, int after) {
  return repeated([&] { return giveBackBetween(after, lastNumber(), held, instead); });
}

int Offspring::giveBackBetween(int after, int last, const CpuMask& held,
                               const CpuMask& instead) const {
  char text[32];
  // Behind the largest number the kernel begins again.
  int end = last;
  if (last < after) {
    end = readSmallFile("/proc/sys/kernel/pid_max", text, sizeof text) ? std::atoi(text) : after;
  }
  int count = 0;
  for (int id = after + 1; id <= end; id++) {
    count += giveBackOne(id, held, instead) ? 1 : 0;
  }
  for (int id = 1; last < after && id <= last; id++) {
    count += giveBackOne(id, held, instead) ? 1 : 0;
  }
  return count;
}

int Offspring::giveBackAll(const CpuMask& held, const CpuMask& instead) {
  return repeated([&] {
    int count = 0;
    DIR* processes = opendir("/proc");
    if (processes != nullptr) {
      for (const dirent* entry = readdir(processes); entry != nullptr;
           entry = readdir(processes)) {
        const int process = std::atoi(entry->d_name);
        if (process > 0 && process != getpid()) {
          count += giveBackThreadsOf(entry->d_name, held, instead);
        }
      }
      closedir(processes);
    }
    return count;
  });
}

}  // namespace uncork
