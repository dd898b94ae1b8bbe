// What is used of UCX's interface (ucp/api/ucp.h), declared anew: the library is found at run time,
// and building needs nothing of UCX. ucx_api_test.cpp compares it with UCX's header where that is
// installed. The layout of these structures is fixed for major version 1: new fields come last, and
// a mask says which are set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace uncork::ucx {

constexpr unsigned kMajor = 1;
constexpr unsigned kMinor = 12;  // the oldest that is accepted

using Status = int;
constexpr Status kOk = 0;
constexpr Status kInProgress = 1;
constexpr Status kBusy = -15;
constexpr Status kCanceled = -16;
constexpr Status kLastError = -100;

using Context = struct ContextTag*;
using Worker = struct WorkerTag*;
using Endpoint = struct EndpointTag*;
using Memory = struct MemoryTag*;
using RemoteKey = struct RemoteKeyTag*;
using Config = struct ConfigTag*;
using Address = struct AddressTag;

// A library that is newer than these declarations must not read past their end.
struct Reserve {
  std::uint64_t words[32];
};

struct Params {
  static constexpr std::uint64_t kFeatures = 1 << 0;
  static constexpr std::uint64_t kFeatureRemoteMemory = 1 << 1;
  static constexpr std::uint64_t kFeatureWakeup = 1 << 4;

  std::uint64_t mask;
  std::uint64_t features;
  Reserve reserve;
};

struct WorkerParams {
  static constexpr std::uint64_t kThreadMode = 1 << 0;
  static constexpr int kSerialized = 1;

  std::uint64_t mask;
  int threadMode;
  Reserve reserve;
};

using ErrorCallback = void (*)(void* argument, Endpoint endpoint, Status status);

struct EndpointParams {
  static constexpr std::uint64_t kRemoteAddress = 1 << 0;
  static constexpr std::uint64_t kErrorMode = 1 << 1;
  static constexpr std::uint64_t kErrorHandler = 1 << 2;
  static constexpr int kPeer = 1;

  std::uint64_t mask;
  const Address* address;
  int errorMode;
  ErrorCallback errorCallback;
  void* errorArgument;
  Reserve reserve;
};

struct MemoryParams {
  static constexpr std::uint64_t kAddress = 1 << 0;
  static constexpr std::uint64_t kLength = 1 << 1;
  static constexpr std::uint64_t kProtection = 1 << 3;
  static constexpr unsigned kLocalRead = 1 << 0;
  static constexpr unsigned kLocalWrite = 1 << 1;
  static constexpr unsigned kRemoteRead = 1 << 8;

  std::uint64_t mask;
  void* address;
  std::size_t length;
  unsigned flags;
  unsigned protection;
  Reserve reserve;
};

using SendCallback = void (*)(void* request, Status status, void* user);

struct RequestParams {
  static constexpr std::uint32_t kCallback = 1 << 1;
  static constexpr std::uint32_t kUser = 1 << 2;
  static constexpr std::uint32_t kFlags = 1 << 4;
  static constexpr std::uint32_t kMemory = 1 << 8;  // since 1.13; ignored before
  static constexpr std::uint32_t kForceClose = 1 << 0;

  std::uint32_t mask;
  std::uint32_t flags;
  void* request;
  SendCallback callback;
  std::uint64_t dataType;
  void* user;
  void* replyBuffer;
  int memoryType;
  void* receiveInfo;
  Memory memory;
  Reserve reserve;
};

// Of an operation that was started: nullptr when it is done, an error, or its request.
inline bool isError(void* started) {
  return reinterpret_cast<std::uintptr_t>(started) >=
         static_cast<std::uintptr_t>(static_cast<std::intptr_t>(kLastError));
}
inline Status statusOf(void* started) {
  return static_cast<Status>(reinterpret_cast<std::intptr_t>(started));
}

// Every function that is used: result, name, parameters.
#define UNCORK_UCX_FUNCTIONS(F)                                                               \
  F(void, ucp_get_version, (unsigned* major, unsigned* minor, unsigned* release))             \
  F(Status, ucp_config_read, (const char* prefix, const char* file, Config* config))          \
  F(Status, ucp_config_modify, (Config config, const char* name, const char* value))          \
  F(void, ucp_config_release, (Config config))                                                \
  F(Status, ucp_init_version,                                                                 \
    (unsigned major, unsigned minor, const Params* params, Config config, Context* context))  \
  F(void, ucp_cleanup, (Context context))                                                     \
  F(void, ucp_context_print_info, (Context context, std::FILE* stream))                       \
  F(Status, ucp_worker_create, (Context context, const WorkerParams* params, Worker* worker)) \
  F(void, ucp_worker_destroy, (Worker worker))                                                \
  F(Status, ucp_worker_get_address, (Worker worker, Address** address, std::size_t* length))  \
  F(void, ucp_worker_release_address, (Worker worker, Address* address))                      \
  F(unsigned, ucp_worker_progress, (Worker worker))                                           \
  F(Status, ucp_worker_get_efd, (Worker worker, int* file))                                   \
  F(Status, ucp_worker_arm, (Worker worker))                                                  \
  F(Status, ucp_worker_signal, (Worker worker))                                               \
  F(Status, ucp_ep_create, (Worker worker, const EndpointParams* params, Endpoint* endpoint)) \
  F(void*, ucp_ep_close_nbx, (Endpoint endpoint, const RequestParams* params))                \
  F(Status, ucp_mem_map, (Context context, const MemoryParams* params, Memory* memory))       \
  F(Status, ucp_mem_unmap, (Context context, Memory memory))                                  \
  F(Status, ucp_rkey_pack, (Context context, Memory memory, void** key, std::size_t* length)) \
  F(void, ucp_rkey_buffer_release, (void* key))                                               \
  F(Status, ucp_ep_rkey_unpack, (Endpoint endpoint, const void* packed, RemoteKey* key))      \
  F(void, ucp_rkey_destroy, (RemoteKey key))                                                  \
  F(void*, ucp_get_nbx,                                                                       \
    (Endpoint endpoint, void* buffer, std::size_t count, std::uint64_t address, RemoteKey key, \
     const RequestParams* params))                                                            \
  F(Status, ucp_request_check_status, (void* request))                                        \
  F(void, ucp_request_free, (void* request))                                                  \
  F(const char*, ucs_status_string, (Status status))

}  // namespace uncork::ucx
