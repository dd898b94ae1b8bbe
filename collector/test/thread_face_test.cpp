// What a sampler of threads asks of the library.
#include <gtest/gtest.h>

#include <cstdint>

#include "fake_jvm.h"

namespace fake {
namespace {

Class queueType(78, "Lcom/acme/Queue;");
Method take{&queueType, "take"};

jlong number(const Method& method) {
  return static_cast<jlong>(reinterpret_cast<std::intptr_t>(&method));
}

Thread waiting(std::size_t frames) {
  Thread thread{false, {}};
  for (std::size_t i = 0; i < frames; i++) {
    thread.stack.push_back({reinterpret_cast<jmethodID>(&take), static_cast<jlocation>(10 * i)});
  }
  return thread;
}

TEST(ThreadFace, WalksFramesAsPairsInnermostFirst) {
  Thread thread = waiting(2);
  Jvm::run(&thread);
  EXPECT_EQ((std::vector<jlong>{number(take), 0, number(take), 10}), Jvm::get().walk(thread, 128));
}

TEST(ThreadFace, GivesNoMoreFramesThanThereIsRoomFor) {
  Thread thread = waiting(100);
  Jvm::run(&thread);
  EXPECT_EQ(6U, Jvm::get().walk(thread, 7).size());
  EXPECT_EQ(128U, Jvm::get().walk(thread, 1000).size());
}

TEST(ThreadFace, NamesAFrame) {
  EXPECT_EQ("com.acme.Queue.take(Fake.java:42)", Jvm::get().frame(number(take), 10));
  Class gone(79, "Lcom/acme/Gone;");
  gone.unloaded = true;
  Method ofGone{&gone, "call"};
  EXPECT_EQ("(unloaded)", Jvm::get().frame(number(ofGone), 0));
}

TEST(ThreadFace, TellsCpuTimeWhileAThreadIsAlive) {
  Thread thread = waiting(1);
  EXPECT_EQ(-1, Jvm::get().cpuNanos(thread));
  thread.cpuNanos = 123;
  EXPECT_EQ(123, Jvm::get().cpuNanos(thread));
}

}  // namespace
}  // namespace fake
