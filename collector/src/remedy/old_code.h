// Whether threads are still in code from before a retransformation.
#pragma once

#include <jvmti.h>

namespace uncork {

// The first method, "CLASS.METHOD", of one of these classes that a platform thread or one of the
// given virtual threads is in although it was replaced, and in which it may still enter a monitor;
// null when there is none.
jstring oldCode(JNIEnv* env, jobjectArray classes, jobjectArray virtualThreads);

}  // namespace uncork
