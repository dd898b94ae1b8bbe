package dev.uncork.cli.command;

import dev.uncork.cli.install.Version;
import dev.uncork.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
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
public final class UncorkCommand {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of failures.")
  private boolean verbose;

  /** The commands, as help lists them. */
  private static List<Object> own(Terminal terminal) {
    return List.of(
        new RunCommand(terminal),
        new AttachCommand(terminal),
        new TopCommand(terminal),
        new ReportCommand(terminal),
        new DiffCommand(terminal),
        new SweepCommand(terminal),
        new PredictCommand(terminal),
        new TuneCommand(terminal),
        new PlanCommand(),
        new ExplainLockCommand(terminal),
        new UndoCommand(terminal),
        new DoctorCommand(terminal));
  }

  /**
   * The commands that a command line needs: the one that it begins with, or else all of them.
   * Picocli takes a while to look at one.
   */
  public static List<Object> commands(Terminal terminal, String... arguments) {
    List<Object> commands = new ArrayList<>(own(terminal));
    for (Object command : commands) {
      if (arguments.length > 0 && name(command).equals(arguments[0])) {
        return List.of(command);
      }
    }
    commands.add(new HelpCommand());
    commands.add(new GenerateCompletion());
    return commands;
  }

  private static String name(Object command) {
    return command.getClass().getAnnotation(Command.class).name();
  }

  /** Whether stack traces of failures are to be shown. */
  public boolean verbose() {
    return verbose;
  }
}
