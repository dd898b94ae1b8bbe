package dev.uncork.sparkworkloads;

import dev.uncork.sparkworkloads.fault.FaultCommand;
import dev.uncork.sparkworkloads.tpch.TpchCommand;
import dev.uncork.sparkworkloads.waiting.WaitingCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code spark-workload}: Spark jobs to be observed. */
@Command(
    name = "spark-workload",
    mixinStandardHelpOptions = true,
    version = "spark-workload 0.1.0",
    description = "Spark jobs of the papers, with checked results.",
    subcommands = {
      TpchCommand.class,
      GroupByCommand.class,
      PageRankCommand.class,
      KMeansCommand.class,
      FetchCommand.class,
      LegacyCommand.class,
      FaultCommand.class,
      WaitingCommand.class
    },
    synopsisSubcommandLabel =
        "(tpch | groupby | pagerank | kmeans | fetch | legacy | fault | waiting)")
public final class SparkWorkloads {
  /** The exit code for options that make no sense. */
  public static final int BAD_INPUT = 2;

  private SparkWorkloads() {}

  /** Runs one workload. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SparkWorkloads())
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(SparkWorkloads::explain)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println(command.getCommandName() + ": " + failure);
              return 1;
            });
  }

  private static int explain(CommandLine.ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println(name + ": " + failure.getMessage());
    command.getErr().println("See: " + name + " --help");
    return BAD_INPUT;
  }
}
