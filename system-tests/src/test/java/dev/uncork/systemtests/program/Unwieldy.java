package dev.uncork.systemtests.program;

/** One thread and an object of its own with a method that takes a compiler some effort. */
public final class Unwieldy {
  private static final int ROUNDS = 200_000;

  private Unwieldy() {}

  /** What the thread locks. */
  static final class Mixer {
    private final StringBuilder text = new StringBuilder();

    synchronized int mix(long value) {
      text.setLength(0);
      text.append(value).append(' ').append(Long.toHexString(value)).append((int) value);
      text.append(Math.floorMod(value, 97)).append(Long.reverse(value)).append(value % 10 == 0);
      return text.toString().hashCode();
    }
  }

  public static void main(String[] arguments) {
    Mixer mixer = new Mixer();
    int sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      sum += mixer.mix(i);
    }
    System.out.println("sum " + sum);
  }
}
