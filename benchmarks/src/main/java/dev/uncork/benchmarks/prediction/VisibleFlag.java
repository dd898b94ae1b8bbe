package dev.uncork.benchmarks.prediction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A flag that another thread sees soon; opaque, since nothing else is published with it. */
final class VisibleFlag {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(boolean[].class);

  private VisibleFlag() {}

  static void set(boolean[] flag) {
    ELEMENT.setOpaque(flag, 0, true);
  }

  static boolean get(boolean[] flag) {
    return (boolean) ELEMENT.getOpaque(flag, 0);
  }
}
