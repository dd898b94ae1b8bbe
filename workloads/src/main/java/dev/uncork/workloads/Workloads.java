package dev.uncork.workloads;

import dev.uncork.workloads.checker.CheckCommand;
import dev.uncork.workloads.http.HttpCommand;
import dev.uncork.workloads.synchmeth.SynchmethCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code workloads}: programs to be observed. */
@Command(
    name = "workloads",
    mixinStandardHelpOptions = true,
    version = "workloads 0.1.0",
    description = "Programs whose locks are worth a look.",
    subcommands = {CheckCommand.class, SynchmethCommand.class, HttpCommand.class},
    synopsisSubcommandLabel = "(check | synchmeth | http)")
public final class Workloads {
  /** The exit code for options that make no sense. */
  public static final int BAD_INPUT = 2;

  private Workloads() {}

  /** Runs one workload. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Workloads())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(Workloads::explain)
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
