// Who holds a lock at this moment; for a sampler, not for events.
#pragma once

#include <jni.h>

namespace uncork {

// The platform thread that owns a monitor, as a local reference, or nullptr.
jobject ownerOfMonitor(JNIEnv* env, jobject lock);

// The exclusive owner that an AbstractOwnableSynchronizer names, or nullptr.
jobject ownerOfSynchronizer(JNIEnv* env, jobject synchronizer);

}  // namespace uncork
