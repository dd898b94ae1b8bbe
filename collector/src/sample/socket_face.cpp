#include "sample/socket_face.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "jvm/natives.h"

namespace uncork {
namespace {

constexpr jint kNoPort = -1;
constexpr jint kNoDescriptor = -1;

struct End {
  char host[INET6_ADDRSTRLEN];
  bool v6;
  jint port;
};

// An IPv4 address as the JDK's IPv6 sockets write it is shown as what it is.
bool read(const sockaddr_storage& address, End* end) {
  const void* host = nullptr;
  int family = address.ss_family;
  if (family == AF_INET) {
    const auto* in = reinterpret_cast<const sockaddr_in*>(&address);
    host = &in->sin_addr;
    end->port = ntohs(in->sin_port);
  } else if (family == AF_INET6) {
    const auto* in = reinterpret_cast<const sockaddr_in6*>(&address);
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&in->sin6_addr);
    family = mapped ? AF_INET : AF_INET6;
    host = mapped ? &in->sin6_addr.s6_addr[12] : &in->sin6_addr.s6_addr[0];
    end->port = ntohs(in->sin6_port);
  } else {
    return false;
  }
  end->v6 = family == AF_INET6;
  return inet_ntop(family, host, end->host, sizeof end->host) != nullptr;
}

using AddressOf = int (*)(int, sockaddr*, socklen_t*);

bool read(AddressOf addressOf, jint descriptor, End* end) {
  sockaddr_storage address{};
  socklen_t bytes = sizeof address;
  return addressOf(descriptor, reinterpret_cast<sockaddr*>(&address), &bytes) == 0 &&
         read(address, end);
}

jint JNICALL localPort(JNIEnv* /*env*/, jclass /*face*/, jint descriptor) {
  End end{};
  return read(getsockname, descriptor, &end) ? end.port : kNoPort;
}

jint JNICALL peerPort(JNIEnv* /*env*/, jclass /*face*/, jint descriptor) {
  End end{};
  return read(getpeername, descriptor, &end) ? end.port : kNoPort;
}

jstring JNICALL peer(JNIEnv* env, jclass /*face*/, jint descriptor) {
  End end{};
  if (!read(getpeername, descriptor, &end)) {
    return nullptr;
  }
  char text[INET6_ADDRSTRLEN + 16];
  std::snprintf(text, sizeof text, end.v6 ? "[%s]:%d" : "%s:%d", end.host,
                static_cast<int>(end.port));
  return env->NewStringUTF(text);
}

// What was sent is acknowledged, and more was received since: see tcp(7), TCP_INFO. The kernel knows
// both times to some milliseconds.
jboolean JNICALL isAnswered(JNIEnv* /*env*/, jclass /*face*/, jint descriptor) {
  tcp_info info{};
  socklen_t bytes = sizeof info;
  const bool known = getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &bytes) == 0 &&
                     bytes > offsetof(tcp_info, tcpi_last_data_recv);
  return known && info.tcpi_unacked == 0 && info.tcpi_last_data_recv < info.tcpi_last_data_sent
             ? JNI_TRUE
             : JNI_FALSE;
}

// As many bytes as there are; -1 when the file can't be read, as that of a thread that has ended.
ssize_t readAt(const char* path, off_t offset, void* to, std::size_t bytes) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return -1;
  }
  const ssize_t count = pread(file, to, bytes, offset);
  close(file);
  return count;
}

bool isRead(long call) {
  return call == SYS_read || call == SYS_recvfrom || call == SYS_recvmsg;
}

// Calls that may be about a file, whose first argument is its descriptor.
bool usesFile(long call) {
  switch (call) {
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
    case SYS_pread64:
    case SYS_pwrite64:
    case SYS_preadv:
    case SYS_pwritev:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_sync_file_range:
    case SYS_ftruncate:
    case SYS_fallocate:
      return true;
    default:
      return false;
  }
}

bool isPipe(int descriptor) {
  constexpr char kPipe[] = "pipe:";
  char path[64];
  char target[sizeof kPipe];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  const ssize_t count = readlink(path, target, sizeof target);
  return count == static_cast<ssize_t>(sizeof target) &&
         std::memcmp(target, kPipe, sizeof kPipe - 1) == 0;
}

bool isPoll(long call) {
#ifdef SYS_poll
  if (call == SYS_poll) {
    return true;
  }
#endif
  return call == SYS_ppoll;
}

bool isSelect(long call) {
#ifdef SYS_epoll_wait
  if (call == SYS_epoll_wait) {
    return true;
  }
#endif
  return call == SYS_epoll_pwait;
}

// The list that a thread polls is read through the kernel: it may have returned and gone.
jint polled(std::uint64_t list, std::uint64_t length) {
  pollfd one{};
  const bool known =
      length == 1 && readAt("/proc/self/mem", static_cast<off_t>(list), &one, sizeof one) ==
                         static_cast<ssize_t>(sizeof one);
  return known && (one.events & POLLIN) != 0 ? one.fd : kNoDescriptor;
}

struct Call {
  long number;
  std::uint64_t first;
  std::uint64_t second;

  jint descriptor() const { return static_cast<jint>(first); }
};

// A thread that waits in the kernel has its call in a file there: "0 0x5 0x7f...", in hexadecimal
// but for the number of the call. One that runs has no number.
bool readCall(jint thread, Call* call) {
  char path[64];
  char text[256];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/syscall", static_cast<int>(thread));
  const ssize_t count = readAt(path, 0, text, sizeof text - 1);
  if (count <= 0 || text[0] < '0' || text[0] > '9') {
    return false;
  }
  text[count] = '\0';
  char* end = nullptr;
  call->number = std::strtol(text, &end, 10);
  call->first = std::strtoull(end, &end, 16);
  call->second = std::strtoull(end, &end, 16);
  return true;
}

jint JNICALL awaited(JNIEnv* /*env*/, jclass /*face*/, jint thread) {
  Call call{};
  if (!readCall(thread, &call)) {
    return kNoDescriptor;
  }
  if (isRead(call.number) || isSelect(call.number) ||
      (call.number == SYS_write && isPipe(call.descriptor()))) {
    return call.descriptor();
  }
  return isPoll(call.number) ? polled(call.first, call.second) : kNoDescriptor;
}

bool isPause(long call) { return call == SYS_nanosleep || call == SYS_clock_nanosleep; }

jint JNICALL awaitedFile(JNIEnv* /*env*/, jclass /*face*/, jint thread) {
  constexpr jint kPause = -2;
  Call call{};
  if (!readCall(thread, &call)) {
    return kNoDescriptor;
  }
  if (isPause(call.number)) {
    return kPause;
  }
  return usesFile(call.number) ? call.descriptor() : kNoDescriptor;
}

// The kernel's clock of a thread's CPU time, by the thread's number: see clock_getcpuclockid(3).
jlong JNICALL cpuNanos(JNIEnv* /*env*/, jclass /*face*/, jint thread) {
  constexpr unsigned kPerThread = 4;
  constexpr unsigned kScheduled = 2;
  const auto clock =
      static_cast<clockid_t>((~static_cast<unsigned>(thread) << 3) | kPerThread | kScheduled);
  timespec used{};
  return clock_gettime(clock, &used) == 0
             ? static_cast<jlong>(used.tv_sec) * 1'000'000'000 + used.tv_nsec
             : -1;
}

}  // namespace

bool registerSocketMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("localPort0", "(I)I", localPort),
      native("peerPort0", "(I)I", peerPort),
      native("peer0", "(I)Ljava/lang/String;", peer),
      native("isAnswered0", "(I)Z", isAnswered),
      native("awaited0", "(I)I", awaited),
      native("awaitedFile0", "(I)I", awaitedFile),
      native("cpuNanos0", "(I)J", cpuNanos),
  };
  return registerNatives(env, "dev/uncork/boot/sample/SocketEnds", methods);
}

}  // namespace uncork
