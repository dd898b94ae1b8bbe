package dev.uncork.scaling.network;

/** Refuses numbers that no program can have. */
final class Checks {
  private Checks() {}

  static void atLeastZero(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " is " + value + "; expected a number from 0");
    }
  }
}
