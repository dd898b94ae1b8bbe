package dev.uncork.cli;

import dev.uncork.cli.command.UncorkCommand;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.ClassArchive;
import dev.uncork.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/** Entry of the command line: parses, runs one command, turns its outcome into an exit code. */
public final class Main {
  private static final int EXIT_INTERNAL_ERROR = 70; // EX_SOFTWARE of sysexits.h

  /** Modules of the JDK that a stripped-down runtime may lack. */
  private static final List<String> NEEDED_MODULES =
      List.of("java.management", "jdk.attach", "jdk.jfr", "jdk.unsupported");

  private Main() {}

  public static void main(String[] args) {
    List<String> missing = missingModules();
    if (missing.isEmpty()) {
      int exitCode = run(args);
      ClassArchive.makeIfMissing();
      System.exit(exitCode);
    }
    System.err.println(
        "uncork: this Java ("
            + System.getProperty("java.home")
            + ") lacks "
            + String.join(", ", missing)
            + "; install a full JDK 17 or newer (Debian, Ubuntu: apt-get install"
            + " openjdk-17-jdk-headless) or set UNCORK_JAVA_HOME to one");
    System.exit(UserError.EXIT_CODE);
  }

  private static List<String> missingModules() {
    return NEEDED_MODULES.stream()
        .filter(name -> ModuleLayer.boot().findModule(name).isEmpty())
        .toList();
  }

  static int run(String... args) {
    Terminal terminal = Terminal.fromLauncher();
    UncorkCommand root = new UncorkCommand(terminal);
    CommandLine commandLine = new CommandLine(root);
    UncorkCommand.addCommands(commandLine, terminal, args);
    return configured(commandLine, root, terminal).execute(args);
  }

  /** All commands with all their options, for what describes them. */
  static CommandLine allCommands() {
    Terminal terminal = Terminal.fromLauncher();
    UncorkCommand root = new UncorkCommand(terminal);
    CommandLine commandLine = new CommandLine(root);
    UncorkCommand.addAll(commandLine, terminal);
    return configured(commandLine, root, terminal);
  }

  private static CommandLine configured(
      CommandLine commandLine, UncorkCommand root, Terminal terminal) {
    return commandLine
        // The observed program's arguments are its own: "@file" is not ours to expand.
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(Math.max(60, Math.min(terminal.columns(), 100)))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                terminal.out().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .setParameterExceptionHandler(WrongUsage::explain)
        .setExecutionExceptionHandler(explainFailure(root));
  }

  private static IExecutionExceptionHandler explainFailure(UncorkCommand root) {
    return (failure, command, parsed) -> {
      PrintWriter err = command.getErr();
      if (failure instanceof UserError) {
        err.println("uncork: " + failure.getMessage());
      } else {
        err.println(
            "uncork: internal error: "
                + failure
                + (root.verbose() ? "" : " (--verbose shows more)"));
      }
      if (root.verbose()) {
        failure.printStackTrace(err);
      }
      err.flush();
      return failure instanceof UserError ? UserError.EXIT_CODE : EXIT_INTERNAL_ERROR;
    };
  }
}
