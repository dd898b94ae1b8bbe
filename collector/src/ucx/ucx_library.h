// UCX as the system has it: found at run time, checked, and kept from what a JVM can't bear.
#pragma once

#include <string>

#include "ucx/ucx_api.h"

namespace uncork::ucx {

struct Functions {
#define UNCORK_UCX_MEMBER(result, name, parameters) result(*name) parameters;
  UNCORK_UCX_FUNCTIONS(UNCORK_UCX_MEMBER)
#undef UNCORK_UCX_MEMBER
};

class Library {
 public:
  // Loads it once per process; later calls answer as the first that succeeded.
  // file: a path, or a name that the dynamic linker looks for.
  // Returns why not, in words for the user; empty when it is loaded.
  static std::string load(const char* file);

  // What load() has loaded; nullptr before.
  static const Library* loaded();

  const Functions& functions() const { return functions_; }
  const std::string& version() const { return version_; }
  unsigned minor() const { return minor_; }

 private:
  Library() = default;
  std::string bind(void* handle, const char* file);

  Functions functions_{};
  std::string version_;
  unsigned minor_ = 0;
};

}  // namespace uncork::ucx
