#include "remedy/slice.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "base/memory.h"
#include "base/mutex.h"

#ifndef AT_RSEQ_FEATURE_SIZE
#define AT_RSEQ_FEATURE_SIZE 27
#endif

namespace uncork {
namespace {

constexpr long kSliceYield = 471;
constexpr int kPrctl = 79;
constexpr unsigned long kPrctlSet = 2;
constexpr unsigned long kPrctlEnable = 1;
constexpr int kUnregister = 1;
constexpr unsigned kControlOffset = 28;
constexpr unsigned kLeastSize = 33;       // the first size that holds the control field
constexpr unsigned kRegisteredSize = 32;  // what glibc registers up to 2.39, whatever it says
constexpr std::size_t kAreaBytes = 64;    // more than any kernel of today uses
constexpr std::size_t kAlignment = 64;
constexpr int kAreasPerSlab = 64;
#if defined(__x86_64__)
constexpr std::uint32_t kSignature = 0x53053053;
#elif defined(__aarch64__)
constexpr std::uint32_t kSignature = 0xd428bc00;
#else
#error "the signature of restartable sequences on this architecture is unknown"
#endif

// An area of ours. The kernel may write to it until its thread has unregistered it, so the memory
// is never given back to the system, only to later threads.
struct alignas(kAlignment) Area {
  char bytes[kAreaBytes];
  Area* next;
};

Mutex mutex;
Area* freeAreas = nullptr;
pthread_key_t endKey;
bool endKeyMade = false;
__thread SliceControl* ofThread = nullptr;
__thread SliceControl unshared = {};

long rseq(void* area, unsigned size, int flags) {
  return syscall(SYS_rseq, area, size, flags, kSignature);
}

unsigned featureSize() { return static_cast<unsigned>(getauxval(AT_RSEQ_FEATURE_SIZE)); }

void giveBack(void* area) {
  const MutexGuard guard(mutex);
  auto* unused = static_cast<Area*>(area);
  unused->next = freeAreas;
  freeAreas = unused;
}

// Runs in the ending thread, before the C library unregisters what it believes to be registered.
void onThreadEnd(void* area) {
  ofThread = nullptr;
  if (rseq(area, featureSize(), kUnregister) == 0) {
    giveBack(area);
  }
}

// A forked child is a copy of the thread that forked, in the middle of what that was doing.
void inChild() {
  if (ofThread != nullptr) {
    ofThread->request = 0;
  }
}

// pthread_atfork by the names that the C library's own file exports: glibc keeps that one in an
// archive, from which it would be linked.
bool runInChildren(void (*function)()) {
  if (void* inGlibc = dlsym(RTLD_DEFAULT, "__register_atfork")) {
    using Register = int (*)(void (*)(), void (*)(), void (*)(), void*);
    return reinterpret_cast<Register>(inGlibc)(nullptr, nullptr, function, nullptr) == 0;
  }
  if (void* elsewhere = dlsym(RTLD_DEFAULT, "pthread_atfork")) {
    using Register = int (*)(void (*)(), void (*)(), void (*)());
    return reinterpret_cast<Register>(elsewhere)(nullptr, nullptr, function) == 0;
  }
  return false;
}

bool prepare() {
  const MutexGuard guard(mutex);
  if (!endKeyMade) {
    const int failed = pthread_key_create(&endKey, onThreadEnd);
    if (failed != 0) {
      errno = failed;
      return false;
    }
    if (!runInChildren(inChild)) {
      pthread_key_delete(endKey);
      errno = ENOTSUP;
      return false;
    }
    endKeyMade = true;
  }
  return true;
}

Area* takeArea() {
  const MutexGuard guard(mutex);
  if (freeAreas == nullptr) {
    // Aligned to a cache line; each lies in a multiple of its own size, as the kernel wants it.
    auto* slab = memory::allocateArray<Area>(kAreasPerSlab);
    for (int i = 0; slab != nullptr && i < kAreasPerSlab; i++) {
      slab[i].next = freeAreas;
      freeAreas = &slab[i];
    }
  }
  Area* taken = freeAreas;
  if (taken != nullptr) {
    freeAreas = taken->next;
    __builtin_memset(taken->bytes, 0, sizeof taken->bytes);
  }
  return taken;
}

SliceControl* controlIn(void* area) {
  return reinterpret_cast<SliceControl*>(static_cast<char*>(area) + kControlOffset);
}

bool enable() { return prctl(kPrctl, kPrctlSet, kPrctlEnable, 0, 0) == 0; }

// What the C library has registered for each thread; nothing before glibc 2.35. Asked for by name,
// so that this library doesn't depend on such a version.
struct LibraryArea {
  void* ofThread = nullptr;
  unsigned size = 0;

  LibraryArea() {
    const auto* registered = static_cast<unsigned*>(dlsym(RTLD_DEFAULT, "__rseq_size"));
    const auto* offset = static_cast<std::ptrdiff_t*>(dlsym(RTLD_DEFAULT, "__rseq_offset"));
    if (registered != nullptr && offset != nullptr && *registered != 0) {
      ofThread = static_cast<char*>(__builtin_thread_pointer()) + *offset;
      size = *registered;
    }
  }
};

// Puts an area of ours in place of the C library's, which is too small. The library notices the
// absence of its own (sched_getcpu asks the kernel then).
SliceControl* replaceArea(void* libraryOwn) {
  if (!prepare()) {
    return nullptr;
  }
  Area* area = takeArea();
  if (area == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  const bool removed = libraryOwn != nullptr && rseq(libraryOwn, kRegisteredSize, kUnregister) == 0;
  if (rseq(area->bytes, featureSize(), 0) == 0) {
    if (enable() && pthread_setspecific(endKey, area) == 0) {
      return controlIn(area->bytes);
    }
    const int reason = errno;
    rseq(area->bytes, featureSize(), kUnregister);
    errno = reason;
  }
  const int reason = errno;
  if (removed) {
    rseq(libraryOwn, kRegisteredSize, 0);
  }
  giveBack(area);
  errno = reason;
  return nullptr;
}

}  // namespace

SliceControl* attachSlice() {
  if (ofThread != nullptr) {
    return ofThread;
  }
  if (featureSize() < kLeastSize || featureSize() > kAreaBytes) {
    errno = ENOSYS;
    return nullptr;
  }
  const LibraryArea library;
  if (library.size >= kLeastSize) {
    ofThread = enable() ? controlIn(library.ofThread) : nullptr;
  } else {
    ofThread = replaceArea(library.ofThread);
  }
  return ofThread;
}

SliceControl* unsharedSlice() { return &unshared; }

bool yieldSlice() { return syscall(kSliceYield) == 1; }

namespace {

// struct sched_attr of the kernel, in its first published size.
struct SchedulingAttributes {
  std::uint32_t size;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtimeNanos;
  std::uint64_t deadlineNanos;
  std::uint64_t periodNanos;
};

bool isTimeShared(const SchedulingAttributes& attributes) {
  constexpr std::uint32_t kOther = 0;
  constexpr std::uint32_t kBatch = 3;
  return attributes.policy == kOther || attributes.policy == kBatch;
}

// The number may have gone to a thread of another program.
bool isOurs(int threadId) { return syscall(SYS_tgkill, getpid(), threadId, 0) == 0; }

}  // namespace

bool setSliceNanos(int threadId, std::uint64_t nanos) {
  constexpr std::uint64_t kResetOnFork = 1;
  SchedulingAttributes attributes = {};
  if (!isOurs(threadId) ||
      syscall(SYS_sched_getattr, threadId, &attributes, sizeof attributes, 0) != 0) {
    return false;
  }
  if (!isTimeShared(attributes)) {
    errno = ENOTSUP;
    return false;
  }
  attributes.runtimeNanos = nanos;
  // What the thread forks, programs above all, shall not inherit it.
  attributes.flags = nanos == 0 ? attributes.flags & ~kResetOnFork : attributes.flags | kResetOnFork;
  long failed = syscall(SYS_sched_setattr, threadId, &attributes, 0);
  if (failed != 0 && errno == EPERM && nanos == 0) {
    attributes.flags |= kResetOnFork;  // which takes a privilege to withdraw, and does no harm
    failed = syscall(SYS_sched_setattr, threadId, &attributes, 0);
  }
  if (failed != 0) {
    return false;
  }
  SchedulingAttributes after = {};
  if (syscall(SYS_sched_getattr, threadId, &after, sizeof after, 0) != 0) {
    return false;
  }
  // Older kernels ignore the field for time-shared threads.
  if (nanos != 0 && after.runtimeNanos != nanos) {
    errno = ENOTSUP;
    return false;
  }
  return true;
}

}  // namespace uncork
