// The native methods of dev.uncork.boot.nopreempt.SliceKernel: what non-preemption needs from the system.
#pragma once

#include <jvmti.h>

namespace uncork {

// Registers them; false with a pending exception when that fails.
bool registerSliceMethods(JNIEnv* env);

}  // namespace uncork
