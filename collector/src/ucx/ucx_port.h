// This process's end of a UCX network: memory that other processes may read, and reads of theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "ucx/ucx_library.h"

namespace uncork::ucx {

using Id = std::uint32_t;
using Bytes = std::vector<std::uint8_t>;

// How a read ended.
struct Completion {
  std::uint64_t token;
  Status status;
};

// For all threads. One of them, the progress thread, calls await() again and again; nothing
// completes without it. A thread that uses a closed port, peer or segment gets an error.
//
// Notes. UCX's worker is used by one thread at a time, under mutex_, so that builds of UCX without
// support for threads do as well. The progress thread sleeps in poll() without the mutex; whoever
// starts something meanwhile wakes it. UCX's callbacks run in the thread that makes progress, under
// the mutex; they only note what happened, and tend() does what follows.
class Port {
 public:
  // transports: names of those that may be used, with commas between them.
  // Returns nullptr and says why not, in words for the user, where none of them is there.
  static Port* open(const Library& library, const char* transports, std::string* reason);

  // Transport and device of each that can be used, with spaces between them.
  std::string devices();

  // By which other processes reach this one; empty when the port is closed.
  Bytes address();

  // Lets others read memory, which must stay mapped. Sets what they name it by.
  Status addMemory(void* address, std::size_t length, Id* id, Bytes* key);
  void removeMemory(Id id);

  // The addresses and keys that are given to these must have come whole: UCX doesn't check them.
  Status connect(const Bytes& address, Id* peer);
  Status openRemote(Id peer, const Bytes& key, Id* remote);
  void closeRemote(Id peer, Id remote);
  // Gets on their way end with an error.
  void disconnect(Id peer);
  // kOk, or why nothing can be read from it any more.
  Status statusOf(Id peer);

  // Reads from another process's memory. kInProgress: await() will tell of it by the token.
  Status get(Id peer, Id remote, std::uint64_t address, void* into, std::size_t length,
             std::uint64_t token);

  // Makes progress until gets have ended; their number. 0 after the timeout (-1: none), or after
  // stop(). A negative status when the port can't go on.
  int await(Completion* out, int capacity, int timeoutMillis);

  // Makes await() return at once, from now on.
  void stop();

  // Ends everything, in the order that UCX and the devices need; no thread is in await(). Gets that
  // had not ended are forgotten; nothing writes to their memory any more. The object stays, so that
  // late calls find it closed.
  void close();

 private:
  struct Remote;
  struct Peer;
  struct Flight;
  struct Registered {
    void* address;
    std::size_t length;
    Memory memory;
  };

  explicit Port(const Library& library);
  ~Port();
  std::string start(const char* transports);
  void suitSharedMemory(Config config);

  static void onGet(void* request, Status status, void* user);
  static void onFailure(void* argument, Endpoint endpoint, Status status);

  Peer* find(Id peer);
  Memory registrationOf(const void* address, std::size_t length) const;
  void closeEndpoint(Peer& peer, bool force);
  void dropRemotes(Peer& peer);
  static bool hasClosed(const Peer& peer);
  static void giveUp(Peer& peer);
  void tend();
  bool makeProgress();
  bool anyUnderWay() const;
  bool settled() const;
  void wakeProgress();

  const Library& library_;
  const Functions& ucp_;
  Mutex mutex_;
  Context context_ = nullptr;
  Worker worker_ = nullptr;
  int events_ = -1;
  bool open_ = false;
  bool stopping_ = false;
  bool sleeping_ = false;
  bool untidy_ = false;     // something is failing or closing
  bool forgotten_ = false;  // gets may never end by themselves
  Id lastId_ = 0;
  std::unordered_map<Id, Registered> memory_;
  std::unordered_map<Id, std::unique_ptr<Peer>> peers_;
  std::vector<Peer*> failed_;
  std::vector<Completion> completed_;
};

}  // namespace uncork::ucx
