package dev.uncork.benchmarks.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Runs a benchmark with its command line. What makes no sense ends the program with one line and
 * exit code 2, before anything is measured.
 */
public final class BenchCommand {
  private BenchCommand() {}

  /**
   * Ends the program unless all went well.
   *
   * @param name as in {@code ./bench NAME}
   */
  public static void run(String name, Callable<Integer> benchmark, String... args) {
    int exitCode = commandLine(name, benchmark).execute(args);
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  static CommandLine commandLine(String name, Callable<Integer> benchmark) {
    CommandLine command = new CommandLine(benchmark);
    command
        .getCommandSpec()
        .name("./bench " + name)
        .addOption(
            OptionSpec.builder("-h", "--help").usageHelp(true).description("Tell this.").build())
        .usageMessage()
        .showDefaultValues(true)
        .sortOptions(false);
    return command
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler((e, args) -> refuse(command, e))
        .setExecutionExceptionHandler(
            (failure, parsed, result) -> {
              if (failure instanceof Refusal) {
                return refuse(command, failure);
              }
              throw failure;
            });
  }

  private static int refuse(CommandLine command, Exception refusal) {
    command.getErr().println("bench: " + refusal.getMessage());
    return 2;
  }
}
