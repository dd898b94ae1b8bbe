#include "ucx/ucx_port.h"

#include <poll.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "ucx/ucx_environment.h"

namespace uncork::ucx {
namespace {

// So often at most is progress made while others wait for the mutex.
constexpr int kProgressBatch = 64;
// So long a closing port waits for its peers.
constexpr int kCloseMillis = 3000;
constexpr int kClosePollMillis = 10;
// UCX forgets gets of a closed endpoint that wait for an answer of the peer's CPU (seen in 1.13 over
// shared memory). So long others get to end by themselves; the device has let go of them by then.
constexpr long kForgottenMillis = 1000;
constexpr int kForgottenPollMillis = 100;
// How long a get may wait for progress that nobody wakes us for: a peer's death was once not told.
constexpr int kUnderWayPollMillis = 1000;
// When UCX has something to do again and again but doesn't get on: so often it is tried at once,
// and then so long is waited.
constexpr int kBusyTries = 1000;
constexpr int kBusyMillis = 1;

// A time to sleep, of which -1 is without end, cut to a limit.
int atMost(int limitMillis, int sleepMillis) {
  return sleepMillis < 0 ? limitMillis : std::min(sleepMillis, limitMillis);
}

long nowMillis() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// What UCX is told for each transport that a user may name. Its TCP is not among them: it is slower
// than Netty, and collapses where cores are busy.
struct Transport {
  const char* name;
  const char* ucx;
  bool sharedMemory;
};
constexpr Transport kTransports[] = {
    {"rc", "rc", false},          {"rc_verbs", "rc_v", false}, {"rc_mlx5", "rc_x", false},
    {"sm", "posix,sysv,cma", true}, {"posix", "posix", true},
};

const Transport* transportNamed(const std::string& name) {
  for (const Transport& transport : kTransports) {
    if (name == transport.name) {
      return &transport;
    }
  }
  return nullptr;
}

// UCX's words for a list of transports; says which can't be used.
std::string translate(const char* transports, std::string* tls, bool* sharedMemory) {
  std::string rest = transports;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string name = rest.substr(0, comma);
    rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    const Transport* transport = transportNamed(name);
    if (transport == nullptr) {
      return "transport '" + name +
             "' is not used; expected rc, rc_verbs or rc_mlx5 (or, for tests on one host, sm or "
             "posix). UCX's tcp is slower than Netty.";
    }
    *tls += (tls->empty() ? "" : ",") + std::string(transport->ucx);
    *sharedMemory = *sharedMemory || transport->sharedMemory;
  }
  return tls->empty() ? "no transport is named; expected rc" : "";
}

std::string lastWord(const std::string& line) {
  const std::size_t end = line.find_last_not_of(" \t");
  if (end == std::string::npos) {
    return "";
  }
  const std::size_t start = line.find_last_of(" \t", end);
  return line.substr(start == std::string::npos ? 0 : start + 1,
                     end - (start == std::string::npos ? -1UL : start));
}

}  // namespace

// Memory of a peer that can be read.
struct Port::Remote {
  RemoteKey key;
  unsigned flights = 0;
  bool closed = false;
};

struct Port::Peer {
  Port* port;
  Endpoint endpoint = nullptr;  // nullptr once it is closed
  void* closing = nullptr;      // the request that closes the endpoint
  Status status = kOk;
  bool closed = false;  // by the user
  long closedMillis = 0;  // when the endpoint was found closed while gets were on their way
  Flight* flights = nullptr;
  std::unordered_map<Id, Remote> remotes;
};

// A get that UCX has not completed.
struct Port::Flight {
  Port* port;
  Peer* peer;      // nullptr once it was given up
  Remote* remote;  // elements of an unordered_map stay where they are
  std::uint64_t token;
  Flight* previous = nullptr;
  Flight* next = nullptr;

  void takeOff() {
    remote->flights++;
    next = peer->flights;
    if (next != nullptr) {
      next->previous = this;
    }
    peer->flights = this;
  }

  void land(Status status) {
    if (status == kCanceled && peer->status != kOk) {
      status = peer->status;  // why it was canceled
    }
    remote->flights--;
    (previous == nullptr ? peer->flights : previous->next) = next;
    if (next != nullptr) {
      next->previous = previous;
    }
    port->completed_.push_back({token, status});
    peer = nullptr;
  }
};

Port* Port::open(const Library& library, const char* transports, std::string* reason) {
  auto* port = new Port(library);
  *reason = port->start(transports);
  if (!reason->empty()) {
    delete port;
    return nullptr;
  }
  return port;
}

Port::Port(const Library& library) : library_(library), ucp_(library.functions()) {}
Port::~Port() = default;

std::string Port::start(const char* transports) {
  std::string tls;
  bool sharedMemory = false;
  std::string refused = translate(transports, &tls, &sharedMemory);
  if (!refused.empty()) {
    return refused;
  }
  const UcxEnvironment settings;
  const std::string ucx = "UCX " + library_.version() + " ";
  Config config = nullptr;
  Status status = ucp_.ucp_config_read(nullptr, nullptr, &config);
  if (status != kOk) {
    return ucx + "cannot read its settings: " + ucp_.ucs_status_string(status);
  }
  status = ucp_.ucp_config_modify(config, "TLS", tls.c_str());
  if (status == kOk) {
    if (sharedMemory) {
      suitSharedMemory(config);
    }
    Params params{};
    params.mask = Params::kFeatures;
    params.features = Params::kFeatureRemoteMemory | Params::kFeatureWakeup;
    status = ucp_.ucp_init_version(kMajor, kMinor, &params, config, &context_);
  }
  ucp_.ucp_config_release(config);
  if (status != kOk) {
    return ucx + "finds no device for the transports '" + transports +
           "': " + ucp_.ucs_status_string(status) +
           "; RDMA devices are in /sys/class/infiniband, UCX_LOG_LEVEL=info says more";
  }
  WorkerParams params{};
  params.mask = WorkerParams::kThreadMode;
  params.threadMode = WorkerParams::kSerialized;
  status = ucp_.ucp_worker_create(context_, &params, &worker_);
  if (status == kOk) {
    status = ucp_.ucp_worker_get_efd(worker_, &events_);
    if (status != kOk) {
      ucp_.ucp_worker_destroy(worker_);
    }
  }
  if (status != kOk) {
    ucp_.ucp_cleanup(context_);
    return ucx + "cannot use the devices of the transports '" + transports +
           "': " + ucp_.ucs_status_string(status) +
           "; the memory that may be locked (ulimit -l) must be unlimited or large";
  }
  open_ = true;
  return "";
}

// Over shared memory the defaults suit neither peers that may be killed nor one-sided gets.
void Port::suitSharedMemory(Config config) {
  const auto set = [&](const char* name, const char* value) {
    if (std::getenv((std::string("UCX_") + name).c_str()) == nullptr) {
      static_cast<void>(ucp_.ucp_config_modify(config, name, value));
    }
  };
  set("KEEPALIVE_INTERVAL", "1s");
  set("PROTO_ENABLE", "n");  // from 1.19 on, the new protocols copy through the peer's CPU
}

std::string Port::devices() {
  const MutexGuard guard(mutex_);
  char* text = nullptr;
  std::size_t length = 0;
  std::FILE* stream = open_ ? open_memstream(&text, &length) : nullptr;
  if (stream == nullptr) {
    return "";
  }
  ucp_.ucp_context_print_info(context_, stream);
  std::fclose(stream);
  std::string found;
  std::string rest(text, length);
  std::free(text);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string line = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
    const std::string word = lastWord(line);
    // Datagrams (ud) serve to connect only.
    if (line.find(" resource ") != std::string::npos && word.find('/') != std::string::npos &&
        word.compare(0, 3, "ud_") != 0) {
      found += (found.empty() ? "" : " ") + word;
    }
  }
  return found;
}

Bytes Port::address() {
  const MutexGuard guard(mutex_);
  Address* address = nullptr;
  std::size_t length = 0;
  if (!open_ || ucp_.ucp_worker_get_address(worker_, &address, &length) != kOk) {
    return {};
  }
  const auto* first = reinterpret_cast<const std::uint8_t*>(address);
  Bytes bytes(first, first + length);
  ucp_.ucp_worker_release_address(worker_, address);
  return bytes;
}

Status Port::addMemory(void* address, std::size_t length, Id* id, Bytes* key) {
  const MutexGuard guard(mutex_);
  if (!open_) {
    return kCanceled;
  }
  MemoryParams params{};
  params.mask = MemoryParams::kAddress | MemoryParams::kLength | MemoryParams::kProtection;
  params.address = address;
  params.length = length;
  params.protection =
      MemoryParams::kLocalRead | MemoryParams::kLocalWrite | MemoryParams::kRemoteRead;
  Memory memory = nullptr;
  Status status = ucp_.ucp_mem_map(context_, &params, &memory);
  if (status != kOk) {
    return status;
  }
  void* packed = nullptr;
  std::size_t size = 0;
  status = ucp_.ucp_rkey_pack(context_, memory, &packed, &size);
  if (status != kOk) {
    static_cast<void>(ucp_.ucp_mem_unmap(context_, memory));
    return status;
  }
  const auto* first = static_cast<const std::uint8_t*>(packed);
  key->assign(first, first + size);
  ucp_.ucp_rkey_buffer_release(packed);
  *id = ++lastId_;
  memory_.emplace(*id, Registered{address, length, memory});
  return kOk;
}

void Port::removeMemory(Id id) {
  const MutexGuard guard(mutex_);
  const auto found = memory_.find(id);
  if (open_ && found != memory_.end()) {
    static_cast<void>(ucp_.ucp_mem_unmap(context_, found->second.memory));
    memory_.erase(found);
  }
}

Memory Port::registrationOf(const void* address, std::size_t length) const {
  const auto start = reinterpret_cast<std::uintptr_t>(address);
  for (const auto& entry : memory_) {
    const auto first = reinterpret_cast<std::uintptr_t>(entry.second.address);
    if (start >= first && start - first <= entry.second.length &&
        length <= entry.second.length - (start - first)) {
      return entry.second.memory;
    }
  }
  return nullptr;
}

Status Port::connect(const Bytes& address, Id* id) {
  const MutexGuard guard(mutex_);
  if (!open_) {
    return kCanceled;
  }
  auto peer = std::make_unique<Peer>();
  peer->port = this;
  EndpointParams params{};
  params.mask =
      EndpointParams::kRemoteAddress | EndpointParams::kErrorMode | EndpointParams::kErrorHandler;
  params.address = reinterpret_cast<const Address*>(address.data());
  params.errorMode = EndpointParams::kPeer;
  params.errorCallback = onFailure;
  params.errorArgument = peer.get();
  const Status status = ucp_.ucp_ep_create(worker_, &params, &peer->endpoint);
  if (status != kOk) {
    return status;
  }
  *id = ++lastId_;
  peers_.emplace(*id, std::move(peer));
  wakeProgress();
  return kOk;
}

Port::Peer* Port::find(Id peer) {
  const auto found = peers_.find(peer);
  return !open_ || found == peers_.end() || found->second->closed ? nullptr : found->second.get();
}

Status Port::openRemote(Id id, const Bytes& key, Id* remote) {
  const MutexGuard guard(mutex_);
  Peer* peer = find(id);
  if (peer == nullptr) {
    return kCanceled;
  }
  if (peer->status != kOk) {
    return peer->status;
  }
  RemoteKey opened = nullptr;
  const Status status = ucp_.ucp_ep_rkey_unpack(peer->endpoint, key.data(), &opened);
  if (status == kOk) {
    *remote = ++lastId_;
    peer->remotes.emplace(*remote, Remote{opened});
  }
  return status;
}

void Port::closeRemote(Id id, Id remote) {
  const MutexGuard guard(mutex_);
  Peer* peer = find(id);
  if (peer == nullptr) {
    return;
  }
  const auto found = peer->remotes.find(remote);
  if (found != peer->remotes.end()) {
    found->second.closed = true;
    dropRemotes(*peer);
    untidy_ = true;
  }
}

// A key stays until its last get has ended.
void Port::dropRemotes(Peer& peer) {
  for (auto i = peer.remotes.begin(); i != peer.remotes.end();) {
    if ((i->second.closed || peer.closed) && i->second.flights == 0) {
      ucp_.ucp_rkey_destroy(i->second.key);
      i = peer.remotes.erase(i);
    } else {
      ++i;
    }
  }
}

bool Port::hasClosed(const Peer& peer) {
  return std::any_of(peer.remotes.begin(), peer.remotes.end(),
                     [](const auto& entry) { return entry.second.closed; });
}

void Port::disconnect(Id id) {
  const MutexGuard guard(mutex_);
  Peer* peer = find(id);
  if (peer != nullptr) {
    peer->closed = true;
    dropRemotes(*peer);
    closeEndpoint(*peer, peer->status != kOk || peer->flights != nullptr);
    untidy_ = true;
    tend();
    wakeProgress();
  }
}

Status Port::statusOf(Id id) {
  const MutexGuard guard(mutex_);
  const Peer* peer = find(id);
  return peer == nullptr ? kCanceled : peer->status;
}

Status Port::get(Id id, Id remote, std::uint64_t address, void* into, std::size_t length,
                 std::uint64_t token) {
  const MutexGuard guard(mutex_);
  Peer* peer = find(id);
  if (peer == nullptr) {
    return kCanceled;
  }
  if (peer->status != kOk) {
    return peer->status;
  }
  const auto found = peer->remotes.find(remote);
  if (found == peer->remotes.end() || found->second.closed) {
    return kCanceled;
  }
  auto* flight = new Flight{this, peer, &found->second, token};
  RequestParams params{};
  params.mask = RequestParams::kCallback | RequestParams::kUser;
  params.callback = onGet;
  params.user = flight;
  params.memory = registrationOf(into, length);
  if (params.memory != nullptr) {
    params.mask |= RequestParams::kMemory;
  }
  void* started =
      ucp_.ucp_get_nbx(peer->endpoint, into, length, address, found->second.key, &params);
  if (started == nullptr || isError(started)) {
    delete flight;
    return started == nullptr ? kOk : ucx::statusOf(started);
  }
  flight->takeOff();
  wakeProgress();
  return kInProgress;
}

void Port::onGet(void* request, Status status, void* user) {
  auto* flight = static_cast<Flight*>(user);
  flight->port->ucp_.ucp_request_free(request);
  if (flight->peer != nullptr) {
    flight->land(status);
  }
  delete flight;
}

void Port::onFailure(void* argument, Endpoint /*endpoint*/, Status status) {
  auto* peer = static_cast<Peer*>(argument);
  if (peer->status == kOk) {
    peer->status = status;
    peer->port->failed_.push_back(peer);
    peer->port->untidy_ = true;
  }
}

// Frees what an endpoint has; with force, its gets end with an error.
void Port::closeEndpoint(Peer& peer, bool force) {
  if (peer.endpoint == nullptr || peer.closing != nullptr) {
    return;
  }
  RequestParams params{};
  params.mask = RequestParams::kFlags;
  params.flags = force ? RequestParams::kForceClose : 0;
  void* started = ucp_.ucp_ep_close_nbx(peer.endpoint, &params);
  if (started == nullptr || isError(started)) {
    peer.endpoint = nullptr;
  } else {
    peer.closing = started;
  }
}

// Ends the gets that UCX has forgotten. Their flights stay, in case that it hasn't.
void Port::giveUp(Peer& peer) {
  const long now = nowMillis();
  if (peer.closedMillis == 0) {
    peer.closedMillis = now;
  }
  while (now - peer.closedMillis >= kForgottenMillis && peer.flights != nullptr) {
    peer.flights->land(kCanceled);
  }
}

// Does what follows from what callbacks have noted and users have closed.
void Port::tend() {
  if (!untidy_) {
    return;
  }
  untidy_ = false;
  forgotten_ = false;
  for (std::size_t i = 0; i < failed_.size(); i++) {  // closing may make others fail
    closeEndpoint(*failed_[i], true);
  }
  failed_.clear();
  for (auto i = peers_.begin(); i != peers_.end();) {
    Peer& peer = *i->second;
    if (peer.closing != nullptr && ucp_.ucp_request_check_status(peer.closing) != kInProgress) {
      ucp_.ucp_request_free(peer.closing);
      peer.closing = nullptr;
      peer.endpoint = nullptr;
    }
    if (peer.endpoint == nullptr && peer.flights != nullptr) {
      giveUp(peer);
      forgotten_ = forgotten_ || peer.flights != nullptr;
    }
    dropRemotes(peer);
    const bool over = peer.closed && peer.endpoint == nullptr && peer.flights == nullptr;
    untidy_ = untidy_ || forgotten_ || (!over && (peer.closed || peer.closing != nullptr || hasClosed(peer)));
    i = over ? peers_.erase(i) : ++i;
  }
}

bool Port::makeProgress() {
  bool some = false;
  for (int i = 0; i < kProgressBatch && ucp_.ucp_worker_progress(worker_) > 0; i++) {
    some = true;
  }
  tend();
  return some;
}

bool Port::anyUnderWay() const {
  return std::any_of(peers_.begin(), peers_.end(),
                     [](const auto& entry) { return entry.second->flights != nullptr; });
}

int Port::await(Completion* out, int capacity, int timeoutMillis) {
  const long deadline = nowMillis() + timeoutMillis;
  int busy = 0;
  for (;;) {
    int sleepMillis = timeoutMillis < 0 ? -1 : static_cast<int>(std::max(0L, deadline - nowMillis()));
    {
      const MutexGuard guard(mutex_);
      if (!open_ || stopping_) {
        return 0;
      }
      busy = makeProgress() ? 0 : busy + 1;
      if (!completed_.empty()) {
        const std::size_t count = std::min(completed_.size(), static_cast<std::size_t>(capacity));
        std::copy_n(completed_.begin(), count, out);
        completed_.erase(completed_.begin(), completed_.begin() + static_cast<long>(count));
        return static_cast<int>(count);
      }
      const Status armed = ucp_.ucp_worker_arm(worker_);
      if (armed != kOk && armed != kBusy) {
        return armed;
      }
      if (armed == kBusy) {
        if (busy < kBusyTries) {
          continue;
        }
        // Something waits for room at a peer that doesn't make any; nobody will tell of it.
        sleepMillis = atMost(kBusyMillis, sleepMillis);
      }
      if (forgotten_) {
        sleepMillis = atMost(kForgottenPollMillis, sleepMillis);
      } else if (anyUnderWay()) {
        sleepMillis = atMost(kUnderWayPollMillis, sleepMillis);
      }
      sleeping_ = true;
    }
    pollfd events{events_, POLLIN, 0};
    static_cast<void>(poll(&events, 1, sleepMillis));
    const MutexGuard guard(mutex_);
    sleeping_ = false;
    if (timeoutMillis >= 0 && nowMillis() >= deadline) {
      return 0;
    }
  }
}

void Port::wakeProgress() {
  if (sleeping_) {
    sleeping_ = false;
    static_cast<void>(ucp_.ucp_worker_signal(worker_));
  }
}

void Port::stop() {
  const MutexGuard guard(mutex_);
  stopping_ = true;
  if (open_) {
    static_cast<void>(ucp_.ucp_worker_signal(worker_));
  }
}

bool Port::settled() const {
  return std::all_of(peers_.begin(), peers_.end(), [](const auto& entry) {
    return entry.second->endpoint == nullptr && entry.second->flights == nullptr;
  });
}

void Port::close() {
  const MutexGuard guard(mutex_);
  if (!open_) {
    return;
  }
  open_ = false;
  for (const auto& entry : peers_) {
    Peer& peer = *entry.second;
    peer.closed = true;
    dropRemotes(peer);
    closeEndpoint(peer, peer.status != kOk || peer.flights != nullptr);
  }
  untidy_ = true;
  const long deadline = nowMillis() + kCloseMillis;
  while (!settled() && nowMillis() < deadline) {
    if (!makeProgress() && ucp_.ucp_worker_arm(worker_) == kOk) {
      pollfd events{events_, POLLIN, 0};
      static_cast<void>(poll(&events, 1, kClosePollMillis));
    }
  }
  for (const auto& entry : memory_) {
    static_cast<void>(ucp_.ucp_mem_unmap(context_, entry.second.memory));
  }
  memory_.clear();
  ucp_.ucp_worker_destroy(worker_);
  ucp_.ucp_cleanup(context_);
  peers_.clear();
  completed_.clear();
}

}  // namespace uncork::ucx
