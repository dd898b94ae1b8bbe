#include "sample/socket_face.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdio>

#include "jvm/natives.h"

namespace uncork {
namespace {

constexpr jint kNoPort = -1;

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

jint JNICALL localPort(JNIEnv* /*env*/, jclass /*face*/, jint descriptor) {
  sockaddr_storage address{};
  socklen_t bytes = sizeof address;
  End end{};
  const bool known =
      getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &bytes) == 0 &&
      read(address, &end);
  return known ? end.port : kNoPort;
}

jstring JNICALL peer(JNIEnv* env, jclass /*face*/, jint descriptor) {
  sockaddr_storage address{};
  socklen_t bytes = sizeof address;
  End end{};
  if (getpeername(descriptor, reinterpret_cast<sockaddr*>(&address), &bytes) != 0 ||
      !read(address, &end)) {
    return nullptr;
  }
  char text[INET6_ADDRSTRLEN + 16];
  std::snprintf(text, sizeof text, end.v6 ? "[%s]:%d" : "%s:%d", end.host,
                static_cast<int>(end.port));
  return env->NewStringUTF(text);
}

}  // namespace

bool registerSocketMethods(JNIEnv* env) {
  const JNINativeMethod methods[] = {
      native("localPort0", "(I)I", localPort),
      native("peer0", "(I)Ljava/lang/String;", peer),
  };
  return registerNatives(env, "dev/uncork/boot/sample/SocketEnds", methods);
}

}  // namespace uncork
