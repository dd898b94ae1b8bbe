package dev.uncork.systemtests.program;

/**
 * A program to be tuned. It tells a rate that follows from its settings alone, plus a little noise,
 * so that what is found doesn't depend on how busy the machine is. Arguments: workers, mode, and
 * milliseconds that it takes.
 */
public final class Tunable {
  private Tunable() {}

  /** Tells its settings, its rate and whether it is right. */
  public static void main(String[] args) throws InterruptedException {
    int workers = Integer.parseInt(args[0]);
    String mode = args[1];
    Thread.sleep(args.length > 2 ? Long.parseLong(args[2]) : 0);
    double rate = 1000.0 * Math.min(workers, 4);
    rate *= mode.equals("fast") ? 3 : mode.equals("wrong") ? 100 : 1;
    rate *= Boolean.getBoolean("turbo") ? 2 : 1;
    rate *= 1 + (ProcessHandle.current().pid() * 31 % 17 - 8) / 1000.0;
    System.out.println("workers " + workers + ", mode " + mode);
    System.out.println("done " + rate + " ops/s");
    System.out.println(mode.equals("wrong") ? "WRONG" : "right");
  }
}
