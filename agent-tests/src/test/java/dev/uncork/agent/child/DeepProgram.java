package dev.uncork.agent.child;

/** A program that computes below a hundred calls of itself, until its standard input ends. */
public final class DeepProgram {
  static final int CALLS = 100;

  private static volatile double sum;

  private DeepProgram() {}

  public static void main(String[] arguments) throws Exception {
    Thread diver = new Thread(DeepProgram::dives, "diver");
    diver.setDaemon(true);
    diver.start();
    System.out.println("ready");
    while (System.in.read() >= 0) {}
  }

  private static void dives() {
    while (true) {
      sum += call(CALLS);
    }
  }

  private static double call(int more) {
    return more == 0 ? bottom() : call(more - 1) + 1;
  }

  private static double bottom() {
    double result = 0;
    for (int i = 1; i < 1_000_000; i++) {
      result += Math.sqrt(i);
    }
    return result;
  }
}
