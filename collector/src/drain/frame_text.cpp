#include "drain/frame_text.h"

#include <cstdio>
#include <cstring>

#include "base/memory.h"
#include "drain/binary_name.h"
#include "jvm/jvm.h"

namespace uncork {
namespace {

// Line of a location, or 0 when the class file doesn't tell.
int lineOf(jmethodID method, jlocation location) {
  jint count = 0;
  TiMemory<jvmtiLineNumberEntry> lines;
  if (Jvm::ti()->GetLineNumberTable(method, &count, lines.out()) != JVMTI_ERROR_NONE) {
    return 0;
  }
  int line = 0;
  jlocation nearest = -1;
  for (jint i = 0; i < count; i++) {
    const jvmtiLineNumberEntry& entry = lines.get()[i];
    if (entry.start_location <= location && entry.start_location > nearest) {
      nearest = entry.start_location;
      line = entry.line_number;
    }
  }
  return line;
}

void writePlace(char* to, std::size_t bytes, jclass type, jmethodID method, jlocation location) {
  TiMemory<char> file;
  if (location < 0) {
    std::snprintf(to, bytes, "Native Method");
  } else if (Jvm::ti()->GetSourceFileName(type, file.out()) != JVMTI_ERROR_NONE) {
    std::snprintf(to, bytes, "Unknown Source");
  } else if (const int line = lineOf(method, location); line > 0) {
    std::snprintf(to, bytes, "%s:%d", file.get(), line);
  } else {
    std::snprintf(to, bytes, "%s", file.get());
  }
}

char* copyOf(const char* text) {
  const std::size_t bytes = std::strlen(text) + 1;
  char* copy = memory::allocateArray<char>(bytes);
  if (copy != nullptr) {
    std::memcpy(copy, text, bytes);
  }
  return copy;
}

}  // namespace

char* frameText(JNIEnv* env, jmethodID method, jlocation location) {
  TiMemory<char> name;
  TiMemory<char> signature;
  jclass declaring = nullptr;
  if (Jvm::ti()->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE) {
    return copyOf("(unloaded)");
  }
  const LocalRef<jclass> type(env, declaring);
  if (Jvm::ti()->GetMethodName(method, name.out(), nullptr, nullptr) != JVMTI_ERROR_NONE ||
      Jvm::ti()->GetClassSignature(type.get(), signature.out(), nullptr) != JVMTI_ERROR_NONE) {
    return copyOf("(unloaded)");
  }
  char place[512];
  writePlace(place, sizeof place, type.get(), method, location);
  const std::size_t classBytes = binaryNameBytes(signature.get());
  const std::size_t bytes = classBytes + std::strlen(name.get()) + std::strlen(place) + 4;
  char* text = memory::allocateArray<char>(bytes);
  if (text == nullptr) {
    return nullptr;
  }
  writeBinaryName(signature.get(), text);
  const std::size_t at = std::strlen(text);
  std::snprintf(text + at, bytes - at, ".%s(%s)", name.get(), place);
  return text;
}

}  // namespace uncork
