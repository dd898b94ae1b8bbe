package dev.uncork.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code uncork}: lists the commands and holds the options that all of them share. */
@Command(
    name = "uncork",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Finds what keeps a JVM program from using all its cores.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  uncork run -- java -jar app.jar        observe a program from start to end",
      "  uncork attach 4711 --for 30s           observe a JVM that is already running",
      "  uncork top 4711                        watch it live",
      "  uncork report uncork.jfr --json -      report of a recording, as JSON",
      "  uncork diff before.jfr after.jfr       what a change has changed",
      "  uncork sweep --workers 1,2,4 -- java -jar app.jar {workers}",
      "  uncork predict uncork.jfr --cores 8,64,384",
      "  uncork tune --check '/^OK/' -- java -jar app.jar",
      "  uncork doctor                          what this machine can do for Uncork"
    })
final class UncorkCommand {
  private static final String HELP = "help";
  private static final String COMPLETION = "generate-completion";

  /** The commands, as help lists them. */
  private static final List<String> COMMANDS =
      List.of(
          "run",
          "attach",
          "top",
          "report",
          "diff",
          "sweep",
          "predict",
          "tune",
          "plan",
          "explain-lock",
          "undo",
          "doctor",
          HELP,
          COMPLETION);

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of failures.")
  boolean verbose;

  /**
   * The commands that a command line needs: the one that it begins with, or else all of them.
   * Making one takes picocli a while.
   */
  static List<Class<?>> commands(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    Class<?> only = first.equals(HELP) || first.equals(COMPLETION) ? null : command(first);
    if (only != null) {
      return List.of(only);
    }
    List<Class<?>> all = new ArrayList<>();
    for (String name : COMMANDS) {
      Class<?> command = command(name);
      if (command != null) {
        all.add(command);
      }
    }
    return all;
  }

  private static @Nullable Class<?> command(String name) {
    return switch (name) {
      case "run" -> RunCommand.class;
      case "attach" -> AttachCommand.class;
      case "top" -> TopCommand.class;
      case "report" -> ReportCommand.class;
      case "diff" -> DiffCommand.class;
      case "sweep" -> SweepCommand.class;
      case "predict" -> PredictCommand.class;
      case "tune" -> TuneCommand.class;
      case "plan" -> PlanCommand.class;
      case "explain-lock" -> ExplainLockCommand.class;
      case "undo" -> UndoCommand.class;
      case "doctor" -> DoctorCommand.class;
      case HELP -> HelpCommand.class;
      case COMPLETION -> GenerateCompletion.class;
      default -> null;
    };
  }
}
