#include "base/clock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace uncork {
namespace {

TEST(Clock, agreesWithTheMonotonicClock) {
  Clock::choose();
  const Clock::Moment begin = Clock::moment();
  while (Clock::monotonicNanos() - begin.nanos < 50'000'000) {
  }
  const Clock::Moment end = Clock::moment();
  const double measured = static_cast<double>(end.ticks - begin.ticks) * Clock::nanosPerTick();
  const auto expected = static_cast<double>(end.nanos - begin.nanos);
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
