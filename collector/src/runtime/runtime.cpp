// What the libraries need of a C++ library's run time, without what it needs itself: libstdc++ brings
// an unwinder and messages in the user's language, and with them symbols of the newest C library.
//
// Nothing here is thrown or caught: where memory ends, a plain operator new can only end the process.
// The functions of std are those that libstdc++'s headers call; its archive finds them defined and
// leaves its own out.
#include <sys/auxv.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace {

[[noreturn]] void giveUp(const char* reason) {
  constexpr char kPrefix[] = "uncork: ";
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, kPrefix, sizeof kPrefix - 1);
  written = write(STDERR_FILENO, reason, std::strlen(reason));
  written = write(STDERR_FILENO, "\n", 1);
  std::abort();
}

}  // namespace

void* operator new(std::size_t bytes) {
  void* memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) {
    giveUp("out of memory");
  }
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }

namespace std {

void __throw_bad_alloc() { giveUp("out of memory"); }

void __throw_bad_array_new_length() { giveUp("an array is too long"); }

void __throw_length_error(const char* what) { giveUp(what); }

void __throw_logic_error(const char* what) { giveUp(what); }

void __throw_out_of_range(const char* what) { giveUp(what); }

void __throw_out_of_range_fmt(const char* what, ...) { giveUp(what); }

// The archive's own has handlers of exceptions.
template class basic_string<char>;

}  // namespace std

// Headers of glibc 2.38 and newer turn strtol, and so atoi, into this one, which also knows 0b101.
extern "C" long olderStrtol(const char* text, char** rest, int base) __asm__("strtol");
extern "C" [[gnu::used]] long __isoc23_strtol(const char* text, char** rest, int base) {
  return olderStrtol(text, rest, base);
}

#if defined(__aarch64__)
// Asked for by libgcc, which chooses instructions by the processor; musl has only the other name.
extern "C" [[gnu::used]] unsigned long __getauxval(unsigned long type) { return getauxval(type); }
#endif
