#include "base/memory.h"

#include <gtest/gtest.h>

namespace uncork {
namespace {

TEST(Memory, isZeroedAndCounted) {
  for (const std::size_t bytes : {std::size_t{24}, std::size_t{1024}, std::size_t{1} << 20}) {
    const std::int64_t before = memory::bytesInUse();
    auto* memory = static_cast<unsigned char*>(memory::allocate(bytes));
    ASSERT_NE(nullptr, memory);
    EXPECT_EQ(before + static_cast<std::int64_t>(bytes), memory::bytesInUse());
    for (std::size_t i = 0; i < bytes; i++) {
      ASSERT_EQ(0, memory[i]);
    }
    memory[bytes - 1] = 1;
    memory::release(memory, bytes);
    EXPECT_EQ(before, memory::bytesInUse());
  }
}

TEST(Memory, tellsThatThereIsNone) {
  const std::int64_t before = memory::bytesInUse();
  EXPECT_EQ(nullptr, memory::allocate(std::size_t{1} << 62));
  EXPECT_EQ(before, memory::bytesInUse());
  memory::release(nullptr, 10);
  EXPECT_EQ(before, memory::bytesInUse());
}

}  // namespace
}  // namespace uncork
