#include "experiment/thread_hold.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace uncork {
namespace {

constexpr std::uint64_t kNoLimit = 0;
constexpr std::uint64_t kLongLimit = 60'000'000'000;

bool until(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) {
      return false;
    }
    std::this_thread::yield();
  }
  return true;
}

CpuMask maskOf(int id) {
  CpuMask mask;
  EXPECT_EQ(0, mask.read(id));
  return mask;
}

CpuMask only(int cpu) {
  std::uint64_t words[CpuMask::kMaxWords] = {};
  words[cpu / 64] = std::uint64_t{1} << (cpu % 64);
  CpuMask mask;
  mask.assign({words, CpuMask::kMaxWords});
  return mask;
}

// A thread that waits, or spins, and does something when it is told to.
class Worker {
 public:
  explicit Worker(const char* name, bool busy = false)
      : thread_([this, name, busy] { run(name, busy); }) {
    until([this] { return id_.load() != 0; });
  }
  ~Worker() {
    tell([this] { ended_ = true; });
    thread_.join();
  }
  int id() const { return id_.load(); }
  void perform(std::function<void()> task) {
    tell([&] { task_ = std::move(task); });
    EXPECT_TRUE(until([this] { return isIdle(); }));
  }

 private:
  template <typename Change>
  void tell(Change change) {
    const std::lock_guard<std::mutex> guard(mutex_);
    change();
    told_.notify_all();
  }
  bool isIdle() {
    const std::lock_guard<std::mutex> guard(mutex_);
    return task_ == nullptr;
  }
  void run(const char* name, bool busy) {
    pthread_setname_np(pthread_self(), name);
    id_.store(static_cast<int>(syscall(SYS_gettid)));
    std::unique_lock<std::mutex> lock(mutex_);
    while (!ended_) {
      if (task_ != nullptr) {
        task_();
        task_ = nullptr;
      } else if (busy) {
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
      } else {
        told_.wait(lock);
      }
    }
  }

  std::atomic<int> id_{0};
  std::mutex mutex_;
  std::condition_variable told_;
  bool ended_ = false;
  std::function<void()> task_;
  std::thread thread_;
};

// The test's own thread is called "uncork-tests", which makes it one of ours.
class ThreadHoldTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* const names[] = {"uncork-", "GC Thread"};
    ASSERT_EQ(nullptr, ThreadHold::get().prepare(names, 2));
    all_ = maskOf(0);
    for (int cpu = 0; cpu < 8192; cpu++) {
      if ((all_.bits().words[cpu / 64] >> (cpu % 64) & 1) != 0) {
        cpus_.push_back(cpu);
      }
    }
    if (cpus_.size() < 2) {
      GTEST_SKIP() << "one CPU";
    }
    one_ = only(cpus_[0]);
  }
  void TearDown() override { ThreadHold::get().finish(); }
  static ThreadHold& hold() { return ThreadHold::get(); }

  CpuMask all_;
  CpuMask one_;
  std::vector<int> cpus_;
};

TEST_F(ThreadHoldTest, holdsTheProgramsThreadsOnly) {
  Worker program("worker");
  Worker collector("GC Thread#0");
  EXPECT_EQ(1, hold().hold(one_.bits(), kLongLimit));
  EXPECT_EQ(one_, maskOf(program.id()));
  EXPECT_EQ(all_, maskOf(collector.id()));
  EXPECT_EQ(all_, maskOf(0));
  EXPECT_EQ(1, hold().release());
  EXPECT_EQ(all_, maskOf(program.id()));
}

TEST_F(ThreadHoldTest, leavesThreadsAloneThatChoseTheirOwnCpus) {
  Worker sameAsHold("same");
  Worker other("other");
  Worker late("late");
  sameAsHold.perform([&] { one_.apply(0); });
  other.perform([&] { only(cpus_[1]).apply(0); });
  EXPECT_EQ(1, hold().hold(one_.bits(), kLongLimit));
  EXPECT_EQ(only(cpus_[1]), maskOf(other.id()));
  late.perform([&] { only(cpus_[1]).apply(0); });
  hold().release();
  EXPECT_EQ(one_, maskOf(sameAsHold.id()));
  EXPECT_EQ(only(cpus_[1]), maskOf(other.id()));
  EXPECT_EQ(only(cpus_[1]), maskOf(late.id()));
}

TEST_F(ThreadHoldTest, givesThreadsBackThatWereBornMeanwhile) {
  Worker parent("parent");
  std::unique_ptr<Worker> child;
  hold().hold(one_.bits(), kLongLimit);
  parent.perform([&] { child = std::make_unique<Worker>("child"); });
  EXPECT_EQ(one_, maskOf(child->id()));
  EXPECT_EQ(2, hold().release());
  EXPECT_EQ(all_, maskOf(child->id()));
}

// Forks a child that forks another one, which waits to be killed; the child may end before.
void fork(int pipeEnd, bool orphan) {
  if (::fork() == 0) {
    const pid_t grandchild = ::fork();
    if (grandchild == 0) {
      const pid_t self = getpid();
      static_cast<void>(write(pipeEnd, &self, sizeof self));
      pause();
      _exit(0);
    }
    if (!orphan) {
      waitpid(grandchild, nullptr, 0);
    }
    _exit(0);
  }
}

void givesProcessesBack(bool orphan, std::uint64_t limit, ThreadHold& hold, const CpuMask& one,
                        const CpuMask& all) {
  Worker parent("parent");
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  hold.hold(one.bits(), limit);
  parent.perform([&] { fork(ends[1], orphan); });
  pid_t grandchild = 0;
  ASSERT_EQ(static_cast<ssize_t>(sizeof grandchild), read(ends[0], &grandchild, sizeof grandchild));
  EXPECT_EQ(one, maskOf(grandchild));
  hold.release();
  EXPECT_EQ(all, maskOf(grandchild));
  kill(grandchild, SIGKILL);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ThreadHoldTest, givesChildProcessesAndTheirsBack) {
  givesProcessesBack(false, kLongLimit, hold(), one_, all_);
}

TEST_F(ThreadHoldTest, givesProcessesBackWhoseParentHasEnded) {
  givesProcessesBack(true, kLongLimit, hold(), one_, all_);
}

TEST_F(ThreadHoldTest, givesProcessesBackAfterAHoldWithoutLimit) {
  givesProcessesBack(false, kNoLimit, hold(), one_, all_);
}

TEST_F(ThreadHoldTest, endsByItselfWhenNobodyEndsIt) {
  Worker program("worker");
  constexpr std::uint64_t kLimit = 50'000'000;
  EXPECT_EQ(1, hold().hold(one_.bits(), kLimit));
  EXPECT_TRUE(until([&] { return maskOf(program.id()) == all_; }));
  EXPECT_EQ(-1, hold().release());
  EXPECT_EQ(1, hold().hold(one_.bits(), kLongLimit)) << "and can be held again";
  EXPECT_EQ(1, hold().release());
}

// On which CPU a thread of this process is, or was last.
int processorOf(int id) {
  std::ifstream file("/proc/self/task/" + std::to_string(id) + "/stat");
  std::string text;
  std::getline(file, text);
  std::istringstream fields(text.substr(text.rfind(')') + 2));
  constexpr int kFieldsBefore = 36;  // proc(5): the state is the 3rd, the processor the 39th
  for (int i = 0; i < kFieldsBefore; i++) {
    fields >> text;
  }
  int processor = -1;
  fields >> processor;
  return processor;
}

TEST_F(ThreadHoldTest, threadsThatRunDontStayTogetherAfterIt) {
  Worker one("one", true);
  Worker other("other", true);
  constexpr int kRounds = 20;
  int apart = 0;
  for (int i = 0; i < kRounds; i++) {
    EXPECT_EQ(2, hold().hold(one_.bits(), kLongLimit));
    EXPECT_EQ(processorOf(one.id()), processorOf(other.id()));
    EXPECT_EQ(2, hold().release());
    apart += processorOf(one.id()) == processorOf(other.id()) ? 0 : 1;
    EXPECT_EQ(all_, maskOf(one.id()));
    EXPECT_EQ(all_, maskOf(other.id()));
  }
  EXPECT_GT(apart, kRounds / 2) << "the scheduler may have moved some already";
}

TEST_F(ThreadHoldTest, holdsNobodyWhereItCant) {
  Worker program("worker");
  EXPECT_GE(0, hold().hold(only(8000).bits(), kLongLimit));
  EXPECT_EQ(all_, maskOf(program.id()));
}

TEST_F(ThreadHoldTest, tellsTheProgramsCpuTime) {
  hold().look();
  const std::int64_t before = hold().cpuNanos();
  {
    Worker program("worker", true);
    Worker collector("GC Thread#0", true);
    hold().look();
    EXPECT_TRUE(until([&] {
      std::int64_t all = hold().cpuNanos();
      return all - before > 20'000'000;
    }));
  }
  const std::int64_t after = hold().cpuNanos();
  hold().look();
  EXPECT_GE(hold().cpuNanos(), before + 20'000'000) << "of threads that have ended, too";
  EXPECT_LT(hold().cpuNanos() - after, 1'000'000);
}

TEST_F(ThreadHoldTest, isFastWithAThousandThreads) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (int i = 0; i < 1000; i++) {
    workers.push_back(std::make_unique<Worker>("worker"));
  }
  hold().hold(one_.bits(), kLongLimit);
  hold().release();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(1000, hold().hold(one_.bits(), kLongLimit));
  const auto held = std::chrono::steady_clock::now();
  EXPECT_EQ(1000, hold().release());
  const auto end = std::chrono::steady_clock::now();
  using std::chrono::duration;
  RecordProperty("holdMillis", std::to_string(duration<double, std::milli>(held - begin).count()));
  RecordProperty("releaseMillis", std::to_string(duration<double, std::milli>(end - held).count()));
  for (const auto& worker : workers) {
    EXPECT_EQ(all_, maskOf(worker->id()));
  }
}

}  // namespace
}  // namespace uncork
