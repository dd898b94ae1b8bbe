package dev.uncork.cli.command;

import dev.uncork.cli.option.MeasuredRunOptions;
import dev.uncork.cli.sweep.SweepRun;
import dev.uncork.cli.sweep.SweepSettings;
import dev.uncork.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code uncork sweep}: measures throughput against the number of workers. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Measure a program's throughput against its number of workers.",
    description = {
      "Runs the program again and again with other worker counts, in rounds of mixed order, checks"
          + " each run, and shows the curve with its intervals and the laws that describe it. The"
          + " program's output is read, not shown."
    },
    footer = {
      "",
      "Examples:",
      "  uncork sweep --workers 1,2,4,8 -- java -jar app.jar --threads {workers}",
      "  uncork sweep --workers 1..4 --heap 1g,4g --progress 'states/sec: (\\d+)' \\",
      "      --check '/No error found/' --html sweep.html -- java -jar tlc.jar -workers {workers}",
      "  uncork sweep --workers 2,8 --try -Dstripes=1,16,1024 -- java -jar app.jar {workers}",
      "",
      "Exit code: 0; 1 when a point has no run that counts; 2 when nothing was started; 130 when"
          + " stopped (what was measured is kept; the same command goes on)."
    })
final class SweepCommand implements Callable<Integer> {
  private final Terminal terminal;

  private @Nullable CommandSpec spec;

  @Option(
      names = "--workers",
      required = true,
      paramLabel = "LIST",
      description = "The values of {workers} in the command: 1,2,4,8 or 1..8.")
  private String workers = "";

  @Option(
      names = "--heap",
      paramLabel = "LIST",
      description = "Heap sizes to try, as 1g,4g: fills {heap}, or becomes -Xmx behind java.")
  private @Nullable String heaps;

  @Option(
      names = "--try",
      paramLabel = "OPTION=LIST",
      description = {
        "An option to try at each value, as -Dstripes=1,16: a JVM option goes behind java,"
            + " name=LIST fills {name}. May be given several times."
      })
  private List<String> levers = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Counted runs of each point. Default: ${DEFAULT-VALUE}.")
  private int runs = 5;

  @Option(
      names = "--no-warm-up-run",
      description = "Leave out the first, uncounted run, which fills the machine's caches.")
  private boolean noWarmUpRun;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = "Where an unfinished sweep is kept. Default: ${DEFAULT-VALUE}.")
  private Path state = Path.of("uncork-sweep.state.json");

  @Option(names = "--fresh", description = "Discard what an unfinished sweep left.")
  private boolean fresh;

  @Mixin private final MeasuredRunOptions measured = new MeasuredRunOptions();

  @Option(names = "--json", paramLabel = "FILE", description = "Write everything as JSON.")
  private @Nullable Path json;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write one row for each run.")
  private @Nullable Path csv;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draw the curve.")
  private @Nullable Path svg;

  @Option(names = "--png", paramLabel = "FILE", description = "Draw the curve.")
  private @Nullable Path png;

  @Option(names = "--html", paramLabel = "FILE", description = "Write curve and table as one page.")
  private @Nullable Path html;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program and its arguments, with {workers} where the count goes.")
  private List<String> command = List.of();

  /** All that follows the program's name belongs to it. */
  @Spec
  void stopsAtTheProgram(CommandSpec found) {
    spec = found;
    found.parser().stopAtPositional(true);
  }

  SweepCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    measured.refuseContradictions();
    SweepSettings settings =
        new SweepSettings(
            workers,
            heaps,
            levers,
            runs,
            !noWarmUpRun,
            measured.warmUpSeconds(),
            measured.timeoutSeconds(),
            measured.check(),
            measured.progress(),
            command);
    return new SweepRun(settings, words())
        .writing(json, csv, svg, png, html)
        .run(state, fresh, terminal);
  }

  private List<String> words() {
    CommandLine line = spec == null ? null : spec.root().commandLine();
    return line == null || line.getParseResult() == null
        ? command
        : line.getParseResult().originalArgs();
  }
}
