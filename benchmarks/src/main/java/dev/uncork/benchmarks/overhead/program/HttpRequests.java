package dev.uncork.benchmarks.overhead.program;

import dev.uncork.workloads.http.HttpCommand;

/**
 * The HTTP workload, server and visitors in one JVM: first to warm up, then measured.
 *
 * <p>Result: CPU time of the process, and time, per request.
 *
 * <p>Arguments: {@code WARM_UP_REQUESTS REQUESTS}.
 */
public final class HttpRequests {
  private static final String LONG_ENOUGH_SECONDS = "600";

  private HttpRequests() {}

  public static void main(String[] args) {
    serve(args[0]);
    Expense expense = new Expense();
    serve(args[1]);
    expense.print(Integer.parseInt(args[1]));
    System.exit(0);
  }

  private static void serve(String requests) {
    WorkloadCommand.run(
        new HttpCommand(), "--requests", requests, "--seconds", LONG_ENOUGH_SECONDS);
  }
}
