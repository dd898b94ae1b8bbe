package dev.uncork.boot.sample;

import org.jspecify.annotations.Nullable;

/** Objects that the frames of threads refer to, from the native library. */
public final class StackObjects {
  private StackObjects() {}

  /**
   * What local variables of these platform threads refer to, each object once. It stops the VM and
   * walks the stacks of all its threads: some microseconds for a frame.
   *
   * @return null where the JVM can't tell
   */
  public static native @Nullable Object @Nullable [] locals0(@Nullable Thread[] threads);
}
