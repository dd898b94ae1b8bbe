// What Runtime.availableProcessors() answers: a number of ours while threads are held.
//
// The JDK asks for the affinity of the thread that calls, and would size a pool by a window of some
// milliseconds. HotSpot itself asks in threads that aren't held.
#pragma once

#include <jni.h>

namespace uncork {

// Binds the JDK's methods to ours; nullptr, or why that fails. To be called from a method of the boot
// class loader, called by another one, or HotSpot prints a warning.
const char* bindProcessors(JNIEnv* env, jclass runtime, jclass management);

// Binds them as they were, where that can be found out; else ours asks the JVM for ever.
void unbindProcessors(JNIEnv* env, jclass runtime, jclass management);

// The number to be answered from now on; 0: what the JVM says.
void answerProcessors(jint number);

// What the JVM says for the calling thread.
jint jvmProcessors();

}  // namespace uncork
