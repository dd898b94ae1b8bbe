#include "drain/binary_name.h"

#include <cstring>

namespace uncork {

std::size_t binaryNameBytes(const char* signature) { return std::strlen(signature) + 1; }

void writeBinaryName(const char* signature, char* name) {
  const bool isPlain = signature[0] == 'L';
  const char* from = isPlain ? signature + 1 : signature;
  char* to = name;
  for (; *from != '\0'; from++) {
    if (isPlain && from[0] == ';' && from[1] == '\0') {
      break;
    }
    // In a hidden class's signature a dot separates the suffix, for which names have a slash.
    *to++ = *from == '/' ? '.' : *from == '.' ? '/' : *from;
  }
  *to = '\0';
}

}  // namespace uncork
