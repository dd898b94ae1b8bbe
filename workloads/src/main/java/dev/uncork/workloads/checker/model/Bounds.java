package dev.uncork.workloads.checker.model;

/** The check of a model's parameter. */
final class Bounds {
  private Bounds() {}

  static int check(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + ", expected " + least + " to " + most);
    }
    return value;
  }
}
