#include "drain/binary_name.h"

#include <gtest/gtest.h>

#include <string>

namespace uncork {
namespace {

std::string nameOf(const char* signature) {
  char name[200];
  EXPECT_LE(binaryNameBytes(signature), sizeof name);
  writeBinaryName(signature, name);
  return name;
}

TEST(BinaryName, isThatOfClassGetName) {
  EXPECT_EQ("com.acme.Cache", nameOf("Lcom/acme/Cache;"));
  EXPECT_EQ("Cache", nameOf("LCache;"));
  EXPECT_EQ("[Lcom.acme.Cache;", nameOf("[Lcom/acme/Cache;"));
  EXPECT_EQ("[[I", nameOf("[[I"));
}

TEST(BinaryName, keepsTheSuffixOfAHiddenClassApart) {
  EXPECT_EQ("com.acme.Main$$Lambda/0x00007f", nameOf("Lcom/acme/Main$$Lambda.0x00007f;"));
}

}  // namespace
}  // namespace uncork
