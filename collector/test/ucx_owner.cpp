// A process that lets others read its memory by UCX, for ucx_port_test.cpp:
//   ucx-owner TRANSPORTS BYTES
// Writes its address, the memory's key and the memory's start to standard output, each after its
// length, and stays until standard input ends.
#include "ucx_owner.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "ucx/ucx_port.h"

using namespace uncork::ucx;

namespace {

void put(const void* bytes, std::uint64_t length) {
  if (write(STDOUT_FILENO, &length, sizeof length) != sizeof length ||
      write(STDOUT_FILENO, bytes, length) != static_cast<ssize_t>(length)) {
    std::exit(3);
  }
}

}  // namespace

int main(int /*count*/, char** arguments) {
  std::string reason = Library::load("libucp.so.0");
  Port* port = reason.empty() ? Port::open(*Library::loaded(), arguments[1], &reason) : nullptr;
  if (port == nullptr) {
    std::fprintf(stderr, "ucx-owner: %s\n", reason.c_str());
    return 2;
  }
  const std::size_t length = std::strtoull(arguments[2], nullptr, 10);
  void* memory =
      mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* bytes = static_cast<std::uint8_t*>(memory);
  for (std::size_t i = 0; i < length; i++) {
    bytes[i] = patternAt(i);
  }
  Id id = 0;
  Bytes key;
  if (memory == MAP_FAILED || port->addMemory(memory, length, &id, &key) != kOk) {
    return 2;
  }
  const Bytes address = port->address();
  put(address.data(), address.size());
  put(key.data(), key.size());
  put(&memory, sizeof memory);
  std::thread progress([port] {
    Completion none[1];
    while (port->await(none, 1, -1) > 0) {
    }
  });
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  port->stop();
  progress.join();
  port->close();
  return 0;
}
