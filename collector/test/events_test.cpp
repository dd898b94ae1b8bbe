// The library as the JVM drives it: callbacks, virtual threads that change carriers, start and stop
// under load, against a drainer.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "fake_jvm.h"

namespace fake {
namespace {

Class cacheType(77, "Lcom/acme/Cache;");
Method put{&cacheType, "put"};
Method get{&cacheType, "get"};

jvmtiFrameInfo frameOf(Method& method, jlocation location) {
  return {reinterpret_cast<jmethodID>(&method), location};
}

Thread platformThread() { return {false, {frameOf(put, 12), frameOf(get, 0)}}; }

struct Totals {
  std::map<int, std::int64_t> blocked;
  std::map<int, std::int64_t> ofSites;
  std::map<int, std::int64_t> waits;

  void add(const std::vector<Drained>& records) {
    for (const Drained& record : records) {
      if (record.className != "com.acme.Cache") {
        continue;  // of a test before, when all run in one process
      }
      if (record.type == 1) {
        blocked[record.hash] += record.count;
        waits[record.hash] += record.waits;
      } else {
        ofSites[record.hash] += record.count;
      }
    }
  }
};

// Drains all the time, on a thread of its own, while something is done.
template <typename Work>
Totals drainingDuring(Work work) {
  Jvm& jvm = Jvm::get();
  Totals totals;
  std::atomic<bool> done{false};
  std::thread drainer([&] {
    while (!done.load()) {
      totals.add(jvm.drainRound());
    }
  });
  work();
  done.store(true);
  drainer.join();
  totals.add(jvm.drainRound());
  totals.add(jvm.drainRound());
  return totals;
}

class Events : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(jvm.start(10)); }
  void TearDown() override {
    jvm.stop();
    jvm.drainRound();
    jvm.drainRound();
  }

  Jvm& jvm = Jvm::get();
};

TEST_F(Events, countABlockedAcquireWithItsStack) {
  Thread thread = platformThread();
  Jvm::run(&thread);
  Object lock(&cacheType, 4711);
  jvm.enter(thread, lock);
  jvm.entered(thread, lock);
  const std::vector<Drained> drained = jvm.drainRound();
  ASSERT_EQ(2U, drained.size());
  EXPECT_EQ("com.acme.Cache", drained[0].className);
  EXPECT_EQ(4711, drained[0].hash);
  EXPECT_EQ(1, drained[0].count);
  EXPECT_GT(drained[0].nanos, 0);
  EXPECT_EQ(drained[0].nanos, drained[0].maxNanos);
  EXPECT_EQ(1, drained[1].count);
  EXPECT_EQ(drained[0].nanos, drained[1].nanos);
  EXPECT_EQ((std::vector<std::string>{"com.acme.Cache.put(Fake.java:42)",
                                      "com.acme.Cache.get(Fake.java:41)"}),
            jvm.stackFrames(drained[1].stackId));
}

TEST_F(Events, dropAnEndWithoutABeginning) {
  Thread thread = platformThread();
  Jvm::run(&thread);
  Object lock(&cacheType, 4712);
  jvm.entered(thread, lock);
  jvm.waited(thread, lock);
  jvm.wait(thread, lock);  // the caller of wait() did not own the monitor
  jvm.entered(thread, lock);
  EXPECT_TRUE(jvm.drainRound().empty());
}

TEST_F(Events, countAWaitWhenItEnds) {
  Thread thread = platformThread();
  Jvm::run(&thread);
  Object lock(&cacheType, 4713);
  jvm.wait(thread, lock);
  EXPECT_TRUE(jvm.drainRound().empty());
  jvm.waited(thread, lock);
  jvm.entered(thread, lock);  // HotSpot posts it after a wait
  const std::vector<Drained> drained = jvm.drainRound();
  ASSERT_EQ(1U, drained.size());
  EXPECT_EQ(1, drained[0].waits);
  EXPECT_GT(drained[0].waitedNanos, 0);
  EXPECT_EQ(0, drained[0].count);
}

TEST_F(Events, thatBeganBeforeAStopDoNotEndAfterTheNextStart) {
  Object lock(&cacheType, 4714);
  for (const bool isVirtual : {false, true}) {
    Thread thread = platformThread();
    thread.isVirtual = isVirtual;
    Jvm::run(&thread);
    jvm.enter(thread, lock);
    jvm.stop();
    ASSERT_TRUE(jvm.start(10));
    jvm.entered(thread, lock);
    EXPECT_TRUE(jvm.drainRound().empty());
  }
}

TEST_F(Events, nameWhatIsLeftOfUnloadedClasses) {
  static Class type(78, "Lcom/acme/Gone;");
  static Method run{&type, "run"};  // the JVM never takes a method id away
  Thread thread{false, {frameOf(run, 0)}};
  Jvm::run(&thread);
  Object lock(&type, 4715);
  jvm.enter(thread, lock);
  jvm.entered(thread, lock);
  type.unloaded.store(true);
  const std::vector<Drained> drained = jvm.drainRound();
  ASSERT_EQ(2U, drained.size());
  EXPECT_EQ("(unloaded class)", drained[0].className);
  EXPECT_EQ(1, drained[0].count);
  EXPECT_EQ(std::vector<std::string>{"(unloaded)"}, jvm.stackFrames(drained[1].stackId));
}

TEST_F(Events, ofPlatformThreadsAreExact) {
  constexpr int kThreads = 3;
  constexpr int kEvents = 6000;
  constexpr int kLocks = 40;
  std::vector<std::unique_ptr<Object>> locks;
  for (int i = 0; i < kLocks; i++) {
    locks.push_back(std::make_unique<Object>(&cacheType, 10'000 + i));
  }
  const Totals totals = drainingDuring([&] {
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; t++) {
      threads.emplace_back([&, t] {
        Thread thread = platformThread();
        thread.stack.push_back(frameOf(put, t));
        Jvm::run(&thread);
        for (int i = 0; i < kEvents; i++) {
          Object& lock = *locks[static_cast<std::size_t>(i % kLocks)];
          jvm.enter(thread, lock);
          jvm.entered(thread, lock);
          jvm.wait(thread, lock);
          jvm.waited(thread, lock);
          jvm.blocked(lock, i, i + 10);
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  });
  for (const auto& lock : locks) {
    EXPECT_EQ(2 * kThreads * kEvents / kLocks, totals.blocked.at(lock->hash));
    EXPECT_EQ(kThreads * kEvents / kLocks, totals.waits.at(lock->hash));
    EXPECT_EQ(totals.blocked.at(lock->hash), totals.ofSites.at(lock->hash));
  }
}

// Virtual threads in a queue; each carrier lets the first one run up to where it blocks, or from
// there on.
class Scheduler {
 public:
  struct Task {
    Thread thread;
    Object* lock;
    int rounds;
    bool isBlocked;
  };

  void add(std::unique_ptr<Task> task) {
    const std::lock_guard<std::mutex> guard(mutex_);
    tasks_.push_back(std::move(task));
  }

  std::unique_ptr<Task> take() {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (tasks_.empty()) {
      return nullptr;
    }
    std::unique_ptr<Task> task = std::move(tasks_.front());
    tasks_.pop_front();
    return task;
  }

 private:
  std::mutex mutex_;
  std::deque<std::unique_ptr<Task>> tasks_;
};

void carry(Scheduler& scheduler, std::atomic<int>& alive) {
  Jvm& jvm = Jvm::get();
  Thread carrier = platformThread();
  while (alive.load() > 0) {
    std::unique_ptr<Scheduler::Task> task = scheduler.take();
    if (task == nullptr) {
      std::this_thread::yield();
      continue;
    }
    Jvm::run(&task->thread);
    if (task->isBlocked) {
      jvm.entered(task->thread, *task->lock);
      task->rounds--;
    } else {
      jvm.enter(task->thread, *task->lock);
    }
    Jvm::run(&carrier);
    task->isBlocked = !task->isBlocked;
    if (task->rounds > 0) {
      scheduler.add(std::move(task));
    } else {
      alive.fetch_sub(1);
    }
  }
}

TEST_F(Events, ofVirtualThreadsAreExactOnWhateverCarrierTheyEnd) {
  constexpr int kTasks = 60;
  constexpr int kRounds = 150;
  constexpr int kLocks = 20;  // more than a block has entries
  std::vector<std::unique_ptr<Object>> locks;
  Scheduler scheduler;
  std::atomic<int> alive{kTasks};
  for (int i = 0; i < kLocks; i++) {
    locks.push_back(std::make_unique<Object>(&cacheType, 20'000 + i));
  }
  for (int i = 0; i < kTasks; i++) {
    Thread thread = platformThread();
    thread.isVirtual = true;
    scheduler.add(std::make_unique<Scheduler::Task>(Scheduler::Task{
        thread, locks[static_cast<std::size_t>(i % kLocks)].get(), kRounds, false}));
  }
  const Totals totals = drainingDuring([&] {
    std::vector<std::thread> carriers;
    for (int i = 0; i < 3; i++) {
      carriers.emplace_back([&] { carry(scheduler, alive); });
    }
    for (std::thread& carrier : carriers) {
      carrier.join();
    }
  });
  for (const auto& lock : locks) {
    EXPECT_EQ(kTasks / kLocks * kRounds, totals.blocked.at(lock->hash));
    EXPECT_EQ(totals.blocked.at(lock->hash), totals.ofSites.at(lock->hash));
  }
}

TEST_F(Events, surviveStartAndStopUnderLoad) {
  constexpr int kStarts = 300;
  constexpr int kEvents = 20'000;
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  Object lock(&cacheType, 30'000);
  for (int t = 0; t < 3; t++) {
    threads.emplace_back([&, t] {
      Thread thread = platformThread();
      while (!done.load()) {
        thread.isVirtual = t == 0;
        Jvm::run(&thread);
        jvm.enter(thread, lock);
        jvm.entered(thread, lock);
        if (t == 0) {
          thread.storage = nullptr;  // another virtual thread
        }
      }
    });
  }
  Totals totals;
  for (int i = 0; i < kStarts || totals.blocked[30'000] < kEvents; i++) {
    std::this_thread::yield();
    jvm.stop();
    totals.add(jvm.drainRound());
    ASSERT_TRUE(jvm.start(i % 20));
  }
  done.store(true);
  for (std::thread& thread : threads) {
    thread.join();
  }
  jvm.stop();
  totals.add(jvm.drainRound());
  totals.add(jvm.drainRound());
  EXPECT_EQ(totals.blocked[30'000], totals.ofSites[30'000]);
  EXPECT_LT(Jvm::weakReferences(), 100) << "one per class, and those of blocks in use";
}

}  // namespace
}  // namespace fake
