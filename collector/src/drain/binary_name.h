// Class signatures of the JVM as the names that Java prints.
#pragma once

#include <cstddef>

namespace uncork {

// Bytes that writeBinaryName() needs for this signature, with the final zero.
std::size_t binaryNameBytes(const char* signature);

// Writes "com.acme.Cache" for "Lcom/acme/Cache;", and "[Lcom.acme.Cache;" for an array of it, as
// Class.getName does; the slash of a hidden class's suffix ("Lcom/acme/L.0x1;") is a '/' there too.
void writeBinaryName(const char* signature, char* name);

}  // namespace uncork
