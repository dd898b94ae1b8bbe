// Counting monitors by JVMTI's contended-enter and wait events.
#pragma once

#include <jvmti.h>

namespace uncork {

// Returns nullptr, or what failed.
const char* enableMonitorEvents(JNIEnv* env);

void disableMonitorEvents();

}  // namespace uncork
