package dev.uncork.benchmarks.overhead.program;

import dev.uncork.workloads.checker.CheckCommand;

/**
 * The journey's checker: a small model to warm up, then a larger one, which is measured.
 *
 * <p>Result: CPU time of the process, and time, of the whole check.
 *
 * <p>Arguments: {@code WARM_UP_SIZE SIZE WORKERS}.
 */
public final class CheckedModel {
  private CheckedModel() {}

  public static void main(String[] args) {
    check(args[0], args[2]);
    Expense expense = new Expense();
    check(args[1], args[2]);
    expense.print(1);
    System.exit(0);
  }

  private static void check(String size, String workers) {
    WorkloadCommand.run(new CheckCommand(), "--size", size, "--workers", workers, "--log", "quiet");
  }
}
