// The native methods of dev.uncork.boot.sample.FieldValues: fields of the program, read from outside.
#pragma once

#include <jvmti.h>

namespace uncork {

// Registers them; false with a pending exception when that fails.
bool registerFieldMethods(JNIEnv* env);

}  // namespace uncork
