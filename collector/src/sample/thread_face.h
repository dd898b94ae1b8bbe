// The native methods of dev.uncork.boot.sample.ThreadStacks: what a sampler of threads needs.
#pragma once

#include <jvmti.h>

namespace uncork {

// Registers them; false with a pending exception when that fails.
bool registerThreadMethods(JNIEnv* env);

}  // namespace uncork
