// The native methods of dev.uncork.boot.cores.ProgramCores: where the program's threads may run.
#pragma once

#include <jni.h>

namespace uncork {

// Registers them; false with a pending exception when that fails.
bool registerHoldMethods(JNIEnv* env);

}  // namespace uncork
