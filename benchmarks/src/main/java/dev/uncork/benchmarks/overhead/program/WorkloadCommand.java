package dev.uncork.benchmarks.overhead.program;

import picocli.CommandLine;

/** Runs commands of the workloads within the measured program. */
final class WorkloadCommand {
  private WorkloadCommand() {}

  /**
   * Runs one to its end.
   *
   * @throws AssertionError if it fails
   */
  static void run(Object command, String... arguments) {
    int exitCode = new CommandLine(command).execute(arguments);
    if (exitCode != 0) {
      throw new AssertionError("the workload failed with exit code " + exitCode);
    }
  }
}
