package dev.uncork.systemtests.program;

/** A main thread in a loop of many seconds that the compiler has left without a safepoint. */
public final class Looping {
  private Looping() {}

  public static void main(String[] args) {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += loop(1_000, i);
    }
    System.out.println("compiled " + sum);
    System.out.flush();
    for (; ; ) {
      System.out.println(loop(Integer.MAX_VALUE, sum));
    }
  }

  private static long loop(int rounds, long seed) {
    long value = seed;
    for (int i = 0; i < rounds; i++) {
      value = value * 6364136223846793005L + Long.divideUnsigned(value | 1, i | 1);
      value = value * 6364136223846793005L + Long.divideUnsigned(value | 1, i | 3);
      value = value * 6364136223846793005L + Long.divideUnsigned(value | 1, i | 7);
    }
    return value;
  }
}
