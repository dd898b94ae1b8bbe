#include "ucx/ucx_environment.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

extern char** environ;

namespace uncork::ucx {
namespace {

const char* const kSettings[] = {
    // Read while the library is loaded.
    "UCX_ERROR_SIGNALS=",      // HotSpot needs SIGSEGV and others for itself
    "UCX_MEM_EVENTS=n",        // no patches in the C library's mmap and munmap
    "UCX_MEM_MALLOC_HOOKS=n",  // nor in its malloc
    "UCX_VFS_ENABLE=n",        // no thread that shows statistics
    "UCX_LOG_LEVEL=fatal",     // standard output is the program's; errors are returned
    "UCX_WARN_UNUSED_ENV_VARS=n",
    "UCX_IB_ASYNC_EVENTS=n",  // UCX 1.13 aborts on a device's repeated "last request reached"
    // Read while a port is opened.
    "UCX_UD_TIMEOUT=10s",       // of connecting; UCX's own is 30 s to 5 minutes
    "UCX_RC_TIMEOUT=250ms",     // of a packet, sent 8 times; UCX's own is 1 s
    "UCX_MM_ERROR_HANDLING=y",  // else gets from a dead peer never end over shared memory
};
constexpr std::size_t kSettingCount = sizeof kSettings / sizeof kSettings[0];

bool isSet(const char* setting) {
  const std::string name(setting, std::strchr(setting, '='));
  return std::getenv(name.c_str()) != nullptr;
}

}  // namespace

// A new array is put in the old one's place, which stays: other threads may be reading it, so that
// setenv would not be safe.
UcxEnvironment::UcxEnvironment() : before_(environ) {
  std::size_t count = 0;
  while (before_ != nullptr && before_[count] != nullptr) {
    count++;
  }
  auto** with = static_cast<char**>(std::calloc(count + kSettingCount + 1, sizeof(char*)));
  if (with == nullptr) {
    return;
  }
  if (count > 0) {
    std::memcpy(with, before_, count * sizeof(char*));
  }
  for (const char* setting : kSettings) {
    if (!isSet(setting)) {
      with[count++] = const_cast<char*>(setting);
    }
  }
  with_ = with;  // never freed: someone may still be reading it
  environ = with_;
}

UcxEnvironment::~UcxEnvironment() {
  if (with_ != nullptr && environ == with_) {
    environ = before_;
  }
}

}  // namespace uncork::ucx
