#include "ucx/ucx_library.h"

#include <dlfcn.h>

#include <atomic>

#include "base/mutex.h"
#include "ucx/ucx_environment.h"

namespace uncork::ucx {
namespace {

std::atomic<const Library*> loadedLibrary{nullptr};

std::string unusable(const char* file, const std::string& why) {
  return std::string("UCX (") + file + ") " + why;
}

}  // namespace

std::string Library::load(const char* file) {
  static Mutex mutex;
  const MutexGuard guard(mutex);
  if (loaded() != nullptr) {
    return "";
  }
  void* handle;
  {
    const UcxEnvironment settings;
    handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == nullptr) {
    return unusable(file, std::string("cannot be loaded: ") + dlerror() +
                              "; install it (Debian and Ubuntu: libucx0; Fedora: ucx-ib)");
  }
  auto* library = new Library;
  const std::string reason = library->bind(handle, file);
  if (!reason.empty()) {
    delete library;
    dlclose(handle);
    return reason;
  }
  loadedLibrary.store(library, std::memory_order_release);  // pairs with loaded()
  return "";
}

const Library* Library::loaded() { return loadedLibrary.load(std::memory_order_acquire); }

std::string Library::bind(void* handle, const char* file) {
  functions_.ucp_get_version = reinterpret_cast<decltype(functions_.ucp_get_version)>(
      dlsym(handle, "ucp_get_version"));
  if (functions_.ucp_get_version == nullptr) {
    return unusable(file, "has no function ucp_get_version: it is not UCX's libucp");
  }
  unsigned major = 0;
  unsigned release = 0;
  functions_.ucp_get_version(&major, &minor_, &release);
  version_ = std::to_string(major) + "." + std::to_string(minor_) + "." + std::to_string(release);
  if (major != kMajor || minor_ < kMinor) {
    return unusable(file, "has version " + version_ + "; expected " + std::to_string(kMajor) + "." +
                              std::to_string(kMinor) + " or a later " + std::to_string(kMajor) +
                              ".x");
  }
#define UNCORK_UCX_BIND(result, name, parameters)                                             \
  functions_.name = reinterpret_cast<decltype(functions_.name)>(dlsym(handle, #name));        \
  if (functions_.name == nullptr) {                                                           \
    return unusable(file, "of version " + version_ + " lacks the function " #name);           \
  }
  UNCORK_UCX_FUNCTIONS(UNCORK_UCX_BIND)
#undef UNCORK_UCX_BIND
  return "";
}

}  // namespace uncork::ucx
