// The native methods of dev.uncork.boot.sample.SocketEnds: both ends of the program's connections.
#pragma once

#include <jvmti.h>

namespace uncork {

// Registers them; false with a pending exception when that fails.
bool registerSocketMethods(JNIEnv* env);

}  // namespace uncork
