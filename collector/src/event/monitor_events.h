// Counting monitors by JVMTI's contended-enter and wait events.
#pragma once

#include <jvmti.h>

namespace uncork {

// Gets all that the events need; returns nullptr, or what failed.
const char* prepareMonitorEvents();

// Turns the events on; returns nullptr, or what failed.
const char* enableMonitorEvents();

void disableMonitorEvents();

}  // namespace uncork
