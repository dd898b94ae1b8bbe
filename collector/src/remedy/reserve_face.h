// The native methods of dev.uncork.boot.jvm.Fence: what lock reservation needs from the system.
#pragma once

#include <jvmti.h>

namespace uncork {

// Registers them; false with a pending exception when that fails.
bool registerReserveMethods(JNIEnv* env);

}  // namespace uncork
