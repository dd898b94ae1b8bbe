// One stack frame in words.
#pragma once

#include <jvmti.h>

namespace uncork {

// "com.acme.Cache.put(Cache.java:42)" as Java prints it, in memory of memory::allocate that is kept
// for good; nullptr when there is none. A method whose class was unloaded is "(unloaded)".
char* frameText(JNIEnv* env, jmethodID method, jlocation location);

}  // namespace uncork
