// The native method of dev.uncork.boot.sample.StackObjects: what local variables of threads hold.
#pragma once

#include <jvmti.h>

namespace uncork {

// Registers it; false with a pending exception when that fails.
bool registerStackMethods(JNIEnv* env);

}  // namespace uncork
