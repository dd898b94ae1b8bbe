package dev.uncork.cli.command;

import dev.uncork.cli.attach.RunningJvms;
import dev.uncork.cli.install.Version;
import dev.uncork.cli.terminal.Delivery;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.report.live.RunningJvmsText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code uncork}: lists the commands and holds the options that all of them share. */
@Command(
    name = "uncork",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Finds what keeps a JVM program from using all its cores.",
    description = "Without a command it lists the JVMs that run here.",
    synopsisSubcommandLabel = "[COMMAND]",
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
      "  uncork doctor                          what this machine can do for Uncork",
      "  . <(uncork completion)                 completion for this shell",
      "",
      "Exit codes:",
      "  0    done; that of uncork run is the program's, or 128+N after signal N",
      "  2    refused or not possible: one line says why and what to do",
      "  70   an internal error"
    })
public final class UncorkCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of failures.")
  private boolean verbose;

  public UncorkCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Lists the JVMs that it could be asked about. */
  @Override
  public Integer call() throws IOException {
    PrintStream out = terminal.out().stream();
    new RunningJvmsText(terminal.columns()).render(RunningJvms.now(), out);
    Delivery.check(out);
    return 0;
  }

  /** A command, which is made only when it is called: picocli takes a while to look at one. */
  private record Known(Class<?> type, Function<Terminal, Object> maker) {
    private Command says() {
      return type.getAnnotation(Command.class);
    }

    /** Its name and its line in the list of commands, without its options. */
    private CommandSpec headline() {
      CommandSpec spec = CommandSpec.create().name(says().name());
      spec.usageMessage().header(says().header());
      return spec;
    }
  }

  /** The commands, as help lists them. */
  private static List<Known> known() {
    return List.of(
        new Known(RunCommand.class, RunCommand::new),
        new Known(AttachCommand.class, AttachCommand::new),
        new Known(TopCommand.class, TopCommand::new),
        new Known(ReportCommand.class, ReportCommand::new),
        new Known(DiffCommand.class, DiffCommand::new),
        new Known(SweepCommand.class, SweepCommand::new),
        new Known(PredictCommand.class, PredictCommand::new),
        new Known(TuneCommand.class, TuneCommand::new),
        new Known(PlanCommand.class, terminal -> new PlanCommand()),
        new Known(ExplainLockCommand.class, ExplainLockCommand::new),
        new Known(UndoCommand.class, UndoCommand::new),
        new Known(DoctorCommand.class, DoctorCommand::new),
        new Known(HelpCommand.class, terminal -> new HelpCommand()),
        new Known(CompletionCommand.class, CompletionCommand::new));
  }

  /**
   * Adds the commands that a command line needs: the one that it begins with, their headlines if
   * there is none, or else all of them.
   */
  public static void addCommands(CommandLine line, Terminal terminal, String... arguments) {
    if (Arrays.stream(arguments).allMatch(argument -> argument.startsWith("-"))) {
      known().forEach(one -> line.addSubcommand(one.headline()));
      return;
    }
    for (Known one : known()) {
      if (one.says().name().equals(arguments[0])) {
        line.addSubcommand(one.maker().apply(terminal));
        return;
      }
    }
    addAll(line, terminal);
  }

  /** Adds all commands. */
  public static void addAll(CommandLine line, Terminal terminal) {
    known().forEach(one -> line.addSubcommand(one.maker().apply(terminal)));
  }

  /** Whether stack traces of failures are to be shown. */
  public boolean verbose() {
    return verbose;
  }
}
