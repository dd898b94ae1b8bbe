// Reads from another process's memory by UCX, over its shared-memory transports.
#include "ucx/ucx_port.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

#include "ucx_owner.h"

namespace uncork::ucx {
namespace {

constexpr std::size_t kMiB = 1 << 20;
constexpr int kDeadlineMillis = 30000;

using SteadyClock = std::chrono::steady_clock;

// Whether there is a UCX for this processor and C library; looking must not load it.
bool isInstalled() {
#if !defined(__GLIBC__)
  constexpr const char* kOfDistribution = "/nowhere";
#elif defined(__aarch64__)
  constexpr const char* kOfDistribution = "/usr/lib/aarch64-linux-gnu/libucp.so.0";
#else
  constexpr const char* kOfDistribution = "/usr/lib/x86_64-linux-gnu/libucp.so.0";
#endif
  return dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD) != nullptr ||
         access(kOfDistribution, R_OK) == 0 || access("/usr/lib64/libucp.so.0", R_OK) == 0;
}

TEST(UcxLibrary, saysHowToGetItWhereItIsMissing) {
  const std::string reason = Library::load("/nowhere/libucp.so.0");
  EXPECT_NE(std::string::npos, reason.find("/nowhere/libucp.so.0) cannot be loaded")) << reason;
  EXPECT_NE(std::string::npos, reason.find("libucx0")) << reason;
  EXPECT_EQ(nullptr, Library::loaded());
}

TEST(UcxLibrary, refusesOneThatIsTooOld) {
  const std::string reason = Library::load(UNCORK_FAKE_UCP_OLD);
  EXPECT_NE(std::string::npos, reason.find("has version 1.11.2; expected 1.12")) << reason;
}

TEST(UcxLibrary, refusesOneThatLacksAFunction) {
  const std::string reason = Library::load(UNCORK_FAKE_UCP_NEW);
  EXPECT_NE(std::string::npos, reason.find("of version 1.99.2 lacks the function ucp_")) << reason;
}

TEST(UcxLibrary, refusesAnotherLibrary) {
  const std::string reason = Library::load("libm.so.6");
  EXPECT_NE(std::string::npos, reason.find("it is not UCX's libucp")) << reason;
}

// A process that owns memory, and this process's connection to it.
class UcxPort : public testing::Test {
 protected:
  void SetUp() override {
    if (!isInstalled()) {
      GTEST_SKIP() << "UCX is not installed (apt-get install libucx0)";
    }
    ASSERT_EQ("", Library::load("libucp.so.0"));
    std::string reason;
    port_ = Port::open(*Library::loaded(), "sm", &reason);
    ASSERT_NE(nullptr, port_) << reason;
  }

  void TearDown() override {
    if (port_ != nullptr) {
      port_->close();
    }
    endOwner();
  }

  void startOwner(std::size_t length) {
    int in[2];
    int out[2];
    ASSERT_EQ(0, pipe2(in, O_CLOEXEC));
    ASSERT_EQ(0, pipe2(out, O_CLOEXEC));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    const std::string size = std::to_string(length);
    char* const arguments[] = {const_cast<char*>("ucx-owner"), const_cast<char*>("sm"),
                               const_cast<char*>(size.c_str()), nullptr};
    ASSERT_EQ(0, posix_spawn(&owner_, UNCORK_UCX_OWNER, &actions, nullptr, arguments, environ));
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    ownersInput_ = in[1];
    address_ = take(out[0]);
    key_ = take(out[0]);
    const Bytes start = take(out[0]);
    ::close(out[0]);
    ASSERT_EQ(sizeof start_, start.size());
    std::memcpy(&start_, start.data(), sizeof start_);
  }

  void connectToOwner(std::size_t length) {
    startOwner(length);
    ASSERT_EQ(kOk, port_->connect(address_, &peer_));
    ASSERT_EQ(kOk, port_->openRemote(peer_, key_, &remote_));
  }

  void killOwner() {
    ASSERT_EQ(0, kill(owner_, SIGKILL));
    waitpid(owner_, nullptr, 0);
    owner_ = 0;
  }

  void endOwner() {
    if (owner_ != 0) {
      ::close(ownersInput_);
      int status = -1;
      waitpid(owner_, &status, 0);
      EXPECT_EQ(0, status) << "the owner failed";
      owner_ = 0;
    }
  }

  // Waits for the ends of this many gets; fewer when they don't come in time.
  std::map<std::uint64_t, Status> awaitEnds(std::size_t count) {
    std::map<std::uint64_t, Status> ends;
    const auto deadline = SteadyClock::now() + std::chrono::milliseconds(kDeadlineMillis);
    while (ends.size() < count && SteadyClock::now() < deadline) {
      Completion completions[16];
      const int ended = port_->await(completions, 16, 1000);
      for (int i = 0; i < ended; i++) {
        EXPECT_TRUE(ends.emplace(completions[i].token, completions[i].status).second)
            << "ended twice";
      }
    }
    return ends;
  }

  // Gets and waits for the end.
  Status getNow(std::size_t offset, void* into, std::size_t length) {
    const Status started = port_->get(peer_, remote_, start_ + offset, into, length, 1);
    if (started != kInProgress) {
      return started;
    }
    const auto ends = awaitEnds(1);
    return ends.empty() ? kInProgress : ends.begin()->second;
  }

  static void expectPattern(const Bytes& bytes, std::size_t offset) {
    for (std::size_t i = 0; i < bytes.size(); i++) {
      ASSERT_EQ(patternAt(offset + i), bytes[i]) << "at " << i;
    }
  }

  Port* port_ = nullptr;
  Id peer_ = 0;
  Id remote_ = 0;
  std::uint64_t start_ = 0;

 private:
  static Bytes take(int file) {
    std::uint64_t length = 0;
    if (read(file, &length, sizeof length) != sizeof length) {
      ADD_FAILURE() << "the owner wrote nothing";
      return {};
    }
    Bytes bytes(length);
    std::size_t done = 0;
    while (done < length) {
      const ssize_t count = read(file, bytes.data() + done, length - done);
      if (count <= 0) {
        ADD_FAILURE() << "the owner ended";
        return {};
      }
      done += static_cast<std::size_t>(count);
    }
    return bytes;
  }

  pid_t owner_ = 0;
  int ownersInput_ = -1;
  Bytes address_;
  Bytes key_;
};

TEST_F(UcxPort, leavesTheProcessAsItWas) {
  EXPECT_EQ(nullptr, std::getenv("UCX_ERROR_SIGNALS")) << "children would inherit it";
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    struct sigaction action {};
    ASSERT_EQ(0, sigaction(signal, nullptr, &action));
    EXPECT_EQ(SIG_DFL, action.sa_handler) << "UCX handles signal " << signal;
  }
}

TEST_F(UcxPort, refusesTransportsThatAreSlowerThanNetty) {
  std::string reason;
  EXPECT_EQ(nullptr, Port::open(*Library::loaded(), "rc,tcp", &reason));
  EXPECT_NE(std::string::npos, reason.find("transport 'tcp' is not used; expected rc")) << reason;
  EXPECT_EQ(nullptr, Port::open(*Library::loaded(), "", &reason));
  EXPECT_NE(std::string::npos, reason.find("no transport is named")) << reason;
}

TEST_F(UcxPort, saysSoWhereThereIsNoRdmaDevice) {
  if (access("/sys/class/infiniband", R_OK) == 0) {
    GTEST_SKIP() << "this machine has RDMA devices";
  }
  std::string reason;
  EXPECT_EQ(nullptr, Port::open(*Library::loaded(), "rc", &reason));
  EXPECT_NE(std::string::npos, reason.find("finds no device for the transports 'rc'")) << reason;
}

TEST_F(UcxPort, namesItsDevices) {
  EXPECT_NE(std::string::npos, port_->devices().find("posix/memory")) << port_->devices();
  EXPECT_EQ(std::string::npos, port_->devices().find("tcp")) << port_->devices();
}

TEST_F(UcxPort, readsAnotherProcesssMemory) {
  connectToOwner(8 * kMiB);
  for (const std::size_t length : {1UL, 100UL, 4096UL, 70001UL, 4 * kMiB}) {
    const std::size_t offset = 3 * length % 4099;
    Bytes into(length);
    ASSERT_EQ(kOk, getNow(offset, into.data(), length)) << length;
    expectPattern(into, offset);
  }
  EXPECT_EQ(kOk, port_->statusOf(peer_));
}

TEST_F(UcxPort, readsIntoMemoryThatIsRegistered) {
  connectToOwner(kMiB);
  Bytes into(kMiB);
  Id id = 0;
  Bytes key;
  ASSERT_EQ(kOk, port_->addMemory(into.data(), into.size(), &id, &key));
  ASSERT_EQ(kOk, getNow(0, into.data(), into.size()));
  expectPattern(into, 0);
  port_->removeMemory(id);
}

TEST_F(UcxPort, readsForManyThreads) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kGets = 200;
  constexpr std::size_t kLength = 5000;
  connectToOwner(kThreads * kGets * kLength);
  std::vector<Bytes> into(kThreads * kGets, Bytes(kLength));
  std::atomic<std::size_t> atOnce{0};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; t++) {
    threads.emplace_back([&, t] {
      for (std::size_t i = t * kGets; i < (t + 1) * kGets; i++) {
        const Status status =
            port_->get(peer_, remote_, start_ + i * kLength, into[i].data(), kLength, i);
        atOnce += status == kOk ? 1 : 0;
        EXPECT_GE(status, kOk);
      }
    });
  }
  // Progress is made while others start gets.
  std::map<std::uint64_t, Status> ends;
  const auto deadline = SteadyClock::now() + std::chrono::milliseconds(kDeadlineMillis);
  while (ends.size() + atOnce < into.size() && SteadyClock::now() < deadline) {
    Completion completions[16];
    const int ended = port_->await(completions, 16, 10);
    for (int i = 0; i < ended; i++) {
      EXPECT_EQ(kOk, completions[i].status);
      EXPECT_TRUE(ends.emplace(completions[i].token, completions[i].status).second);
    }
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  ASSERT_EQ(into.size(), ends.size() + atOnce);
  for (std::size_t i = 0; i < into.size(); i++) {
    expectPattern(into[i], i * kLength);
  }
}

TEST_F(UcxPort, failsGetsOfAPeerThatWasKilled) {
  constexpr std::size_t kLength = kMiB;
  constexpr std::size_t kGets = 64;
  connectToOwner(kLength);
  std::vector<Bytes> into(kGets, Bytes(kLength));
  ASSERT_EQ(kOk, getNow(0, into[0].data(), kLength));
  std::map<std::uint64_t, Status> ends;
  std::size_t started = 0;
  for (std::size_t i = 0; i < kGets; i++) {
    if (i == kGets / 2) {
      killOwner();
    }
    into[i].assign(kLength, 0);
    const Status status = port_->get(peer_, remote_, start_, into[i].data(), kLength, i);
    if (status == kInProgress) {
      started++;
    } else {
      ends.emplace(i, status);
    }
  }
  for (const auto& end : awaitEnds(started)) {
    ends.insert(end);
  }
  ASSERT_EQ(kGets, ends.size()) << "a get never ended; the peer is " << port_->statusOf(peer_);
  std::size_t failed = 0;
  for (const auto& end : ends) {
    if (end.second == kOk) {
      expectPattern(into[end.first], 0);
    } else {
      failed++;
    }
  }
  EXPECT_GT(failed, 0U) << "all " << kGets << " gets ended well, those after the kill too";
  EXPECT_NE(kOk, port_->statusOf(peer_));
  EXPECT_NE(kOk, getNow(0, into[0].data(), kLength));
}

TEST_F(UcxPort, endsGetsOnTheirWayWhenItDisconnects) {
  constexpr std::size_t kGets = 32;
  connectToOwner(kMiB);
  std::vector<Bytes> into(kGets, Bytes(kMiB));
  std::size_t started = 0;
  for (std::size_t i = 0; i < kGets; i++) {
    started += port_->get(peer_, remote_, start_, into[i].data(), kMiB, i) == kInProgress ? 1 : 0;
  }
  port_->disconnect(peer_);
  EXPECT_EQ(kCanceled, port_->get(peer_, remote_, start_, into[0].data(), kMiB, 99));
  EXPECT_EQ(kCanceled, port_->statusOf(peer_));
  EXPECT_EQ(started, awaitEnds(started).size());
}

TEST_F(UcxPort, connectsAgain) {
  connectToOwner(kMiB);
  Bytes into(kMiB);
  ASSERT_EQ(kOk, getNow(0, into.data(), kMiB));
  port_->disconnect(peer_);
  endOwner();
  connectToOwner(kMiB);
  into.assign(kMiB, 0);
  ASSERT_EQ(kOk, getNow(0, into.data(), kMiB));
  expectPattern(into, 0);
}

TEST_F(UcxPort, canBeClosedWhileGetsAreOnTheirWay) {
  connectToOwner(kMiB);
  Bytes into(kMiB);
  for (std::size_t i = 0; i < 8; i++) {
    ASSERT_GE(port_->get(peer_, remote_, start_, into.data(), kMiB, i), kOk);
  }
  port_->close();
  EXPECT_EQ(kCanceled, port_->get(peer_, remote_, start_, into.data(), kMiB, 99));
  EXPECT_TRUE(port_->address().empty());
  Completion none[1];
  EXPECT_EQ(0, port_->await(none, 1, -1));
}

TEST_F(UcxPort, stopsWhoAwaitsCompletions) {
  std::thread waiting([this] {
    Completion none[1];
    EXPECT_EQ(0, port_->await(none, 1, -1));
  });
  port_->stop();
  waiting.join();
}

}  // namespace
}  // namespace uncork::ucx
