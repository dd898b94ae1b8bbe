// UCX's settings that can be made by the environment only.
#pragma once

namespace uncork::ucx {

// Adds the settings to the environment while it lives. A value that the user has set stands.
class UcxEnvironment {
 public:
  UcxEnvironment();
  ~UcxEnvironment();
  UcxEnvironment(const UcxEnvironment&) = delete;
  UcxEnvironment& operator=(const UcxEnvironment&) = delete;

 private:
  char** before_;
  char** with_ = nullptr;
};

}  // namespace uncork::ucx
