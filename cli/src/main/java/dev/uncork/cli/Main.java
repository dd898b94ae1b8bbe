package dev.uncork.cli;

import dev.uncork.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/** Entry of the command line: parses, runs one command, turns its outcome into an exit code. */
public final class Main {
  /** Exit code of every refusal: bad input, missing rights, a machine that lacks something. */
  public static final int EXIT_USER_ERROR = 2;

  private static final int EXIT_INTERNAL_ERROR = 70; // EX_SOFTWARE of sysexits.h

  /** Modules of the JDK that a stripped-down runtime may lack. */
  private static final List<String> NEEDED_MODULES =
      List.of("java.management", "jdk.attach", "jdk.jfr", "jdk.unsupported");

  private Main() {}

  public static void main(String[] args) {
    List<String> missing = missingModules();
    if (missing.isEmpty()) {
      System.exit(run(args));
    }
    System.err.println(
        "uncork: this Java ("
            + System.getProperty("java.home")
            + ") lacks "
            + String.join(", ", missing)
            + "; install a full JDK 17 or newer (Debian, Ubuntu: apt-get install"
            + " openjdk-17-jdk-headless) or set UNCORK_JAVA_HOME to one");
    System.exit(EXIT_USER_ERROR);
  }

  private static List<String> missingModules() {
    return NEEDED_MODULES.stream()
        .filter(name -> ModuleLayer.boot().findModule(name).isEmpty())
        .toList();
  }

  static int run(String... args) {
    Terminal terminal = Terminal.fromLauncher();
    return commandLine(new UncorkCommand(), terminal, args).execute(args);
  }

  /** The commands that arguments may be for, with their options; all of them for none. */
  static CommandLine commandLine(UncorkCommand root, Terminal terminal, String... args) {
    CommandLine commandLine = new CommandLine(root, new CommandFactory(terminal));
    for (Class<?> command : UncorkCommand.commands(args)) {
      commandLine.addSubcommand(command);
    }
    commandLine
        // The observed program's arguments are its own: "@file" is not ours to expand.
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(Math.max(60, Math.min(terminal.columns(), 100)))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                terminal.out().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .setParameterExceptionHandler(Main::explainUsage)
        .setExecutionExceptionHandler(explainFailure(root));
    // All that follows the observed program's name belongs to it.
    for (String starting : List.of("run", "sweep", "tune")) {
      CommandLine command = commandLine.getSubcommands().get(starting);
      if (command != null) {
        command.setStopAtPositional(true);
      }
    }
    return commandLine;
  }

  /** One line, the nearest options if one was mistyped, and where to read on. */
  private static int explainUsage(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    String message = e.getMessage();
    err.println("uncork: " + (message == null ? "the command line is wrong" : message));
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    if (e instanceof CommandLine.MissingParameterException) {
      example(command.getCommandName()).ifPresent(text -> err.println("For example: " + text));
    }
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return EXIT_USER_ERROR;
  }

  private static Optional<String> example(String command) {
    return switch (command) {
      case "run" -> Optional.of("uncork run -- java -jar app.jar");
      case "tune" -> Optional.of("uncork tune --check '/^OK/' -- java -jar app.jar");
      case "top" -> Optional.of("uncork top 4711; jps or pgrep -a java lists running JVMs");
      case "attach" -> Optional.of("uncork attach 4711; jps or pgrep -a java lists running JVMs");
      case "report" -> Optional.of("uncork report uncork.jfr");
      case "diff" -> Optional.of("uncork diff before.jfr after.jfr");
      default -> Optional.empty();
    };
  }

  private static IExecutionExceptionHandler explainFailure(UncorkCommand root) {
    return (failure, command, parsed) -> {
      PrintWriter err = command.getErr();
      if (failure instanceof UserError) {
        err.println("uncork: " + failure.getMessage());
      } else {
        err.println(
            "uncork: internal error: " + failure + (root.verbose ? "" : " (--verbose shows more)"));
      }
      if (root.verbose) {
        failure.printStackTrace(err);
      }
      err.flush();
      return failure instanceof UserError ? EXIT_USER_ERROR : EXIT_INTERNAL_ERROR;
    };
  }
}
