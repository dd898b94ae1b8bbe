#include "clock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace uncork {
namespace {

TEST(Clock, agreesWithTheMonotonicClock) {
  Clock::choose();
  const std::uint64_t ticks = Clock::nowTicks();
  const std::uint64_t nanos = Clock::monotonicNanos();
  while (Clock::monotonicNanos() - nanos < 50'000'000) {
  }
  const double measured = static_cast<double>(Clock::nowTicks() - ticks) * Clock::nanosPerTick();
  const auto expected = static_cast<double>(Clock::monotonicNanos() - nanos);
  EXPECT_LT(std::fabs(measured / expected - 1.0), 0.01);
}

TEST(Clock, neverRunsBackwards) {
  Clock::choose();
  std::uint64_t last = Clock::nowTicks();
  for (int i = 0; i < 100'000; i++) {
    const std::uint64_t now = Clock::nowTicks();
    ASSERT_GE(now, last);
    last = now;
  }
}

}  // namespace
}  // namespace uncork
