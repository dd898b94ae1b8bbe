#include "experiment/small_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

namespace uncork {

bool readSmallFile(const char* path, char* text, std::size_t bytes) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  const bool read = readSmallFile(file, text, bytes);
  close(file);
  return read;
}

bool readSmallFile(int file, char* text, std::size_t bytes) {
  const ssize_t length = pread(file, text, bytes - 1, 0);
  if (length <= 0) {
    return false;
  }
  text[length] = '\0';
  return true;
}

const char* readStat(const char* path, char* text, std::size_t bytes) {
  const char* name = readSmallFile(path, text, bytes) ? std::strrchr(text, ')') : nullptr;
  return name == nullptr || std::strlen(name) < 3 ? nullptr : name + 2;
}

}  // namespace uncork
