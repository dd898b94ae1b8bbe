package dev.uncork.cli.command;

import dev.uncork.cli.calibrate.HandOffFile;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.output.OutputFile;
import dev.uncork.cli.terminal.Delivery;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.cli.value.CountList;
import dev.uncork.cli.value.RemedyList;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.NotPriceable;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.recording.read.ReadOutcome;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.chart.PredictionChart;
import dev.uncork.report.html.PredictionPage;
import dev.uncork.report.json.PredictionJson;
import dev.uncork.report.text.PredictionText;
import dev.uncork.report.words.PriceWords;
import dev.uncork.report.words.ReadWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code uncork predict}: a recording's curve on other numbers of cores. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Predict a recorded program's throughput on more cores, and what each remedy brings.",
    description = {
      "Uses the demand of the hot locks that uncork run measured, the program's CPU time for an"
          + " operation, and the hand-off costs of uncork doctor --calibrate. Where the model's"
          + " assumptions don't hold it says so instead of giving a number."
    },
    footer = {
      "",
      "Examples:",
      "  uncork predict uncork.jfr --cores 8,16,64,384",
      "  uncork predict uncork.jfr --cores 2..384 --remedy counter,stripe=1024,chunk=32",
      "  uncork predict uncork.jfr --cores 64 --remedy stripe=64@Cache --json",
      "",
      "Exit code: 0; 1 when an assumption is broken and no figure is given; 2 when the recording"
          + " can't be priced."
    })
final class PredictCommand implements Callable<Integer> {
  private static final int EXIT_NO_FIGURE = 1;

  /** Beyond this the model's arithmetic takes minutes. */
  private static final int MOST_THREADS = 8192;

  private final Terminal terminal;

  @Parameters(paramLabel = "FILE", description = "A recording of uncork run (.jfr).")
  private Path file = Path.of("");

  @Option(
      names = "--cores",
      required = true,
      paramLabel = "LIST",
      description = "Numbers of cores: 8,16,64 or 8..384, which doubles.")
  private String cores = "";

  @Option(
      names = "--threads-per-core",
      paramLabel = "N",
      defaultValue = "1",
      description = "Workers for each core. Default: ${DEFAULT-VALUE}.")
  private double threadsPerCore;

  @Option(
      names = "--recorded-workers",
      paramLabel = "N",
      description = "Threads that worked in the recording. Default: as many as used CPU time.")
  private @Nullable Integer recordedWorkers;

  @Option(
      names = "--remedy",
      paramLabel = "LIST",
      description = {
        "Steps of the journey: remove, counter, stripe=1024, chunk=32, halve, parallel; each for"
            + " the bottleneck of its turn, or @LOCK. Default: the best sequence."
      })
  private @Nullable String remedies;

  @Option(names = "--anyway", description = "Give figures even if an assumption is broken.")
  private boolean anyway;

  @Option(
      names = "--json",
      arity = "0..1",
      fallbackValue = "-",
      paramLabel = "FILE",
      description = "Write JSON to a file, or print it in place of the text.")
  private @Nullable Path json;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draw the curves.")
  private @Nullable Path svg;

  @Option(names = "--png", paramLabel = "FILE", description = "Draw the curves.")
  private @Nullable Path png;

  @Option(names = "--html", paramLabel = "FILE", description = "Write curves and tables as a page.")
  private @Nullable Path html;

  @Spec private @Nullable CommandSpec spec;

  PredictCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<Integer> counts = CountList.cores().parse(cores);
    if (!(threadsPerCore > 0 && threadsPerCore <= 100)) {
      throw new UserError(
          "--threads-per-core " + threadsPerCore + " is out of range; expected up to 100");
    }
    int most = counts.get(counts.size() - 1);
    if (most * threadsPerCore > MOST_THREADS) {
      throw new UserError(
          String.format(
              Locale.ROOT,
              "--cores %d with --threads-per-core %s are %.0f threads; expected %d at most",
              most,
              threadsPerCore,
              most * threadsPerCore,
              MOST_THREADS));
    }
    if (recordedWorkers != null && recordedWorkers < 1) {
      throw new UserError("--recorded-workers " + recordedWorkers + "; expected 1 or more");
    }
    Prediction.Way way = remedies == null ? Prediction.Way.BEST : RemedyList.parse(remedies);
    boolean jsonOnOutput = json != null && json.toString().equals("-");
    List<Pending> pending = new ArrayList<>();
    add(pending, "--json", jsonOnOutput ? null : json, true, this::writeJson);
    add(pending, "--svg", svg, false, (p, to) -> PredictionChart.draw(p).writeSvg(to));
    add(pending, "--png", png, false, (p, to) -> PredictionChart.draw(p).writePng(to));
    add(pending, "--html", html, false, (p, to) -> PredictionPage.write(p, words(), to));
    HandOffCosts costs = HandOffFile.ofUser().read();
    ProgramEstimate estimate = estimate(costs);
    Prediction prediction = Prediction.of(estimate, costs, counts, threadsPerCore, way);
    if (jsonOnOutput) {
      writeJson(prediction, System.out);
      Delivery.check(System.out);
    } else {
      PredictionText.print(prediction, anyway, terminal.out().look(), terminal.out().stream());
    }
    boolean shown = anyway || estimate.doubts().isEmpty();
    for (Pending each : pending) {
      if (shown || each.always()) {
        each.output().write(to -> each.writer().write(prediction, to));
      }
    }
    return shown ? 0 : EXIT_NO_FIGURE;
  }

  private interface Writer {
    void write(Prediction prediction, OutputStream to) throws IOException;
  }

  /** A file to write; pictures only where there are figures. */
  private record Pending(OutputFile output, boolean always, Writer writer) {}

  private static void add(
      List<Pending> pending, String option, @Nullable Path file, boolean always, Writer writer) {
    if (file != null) {
      pending.add(new Pending(OutputFile.check(option, file), always, writer));
    }
  }

  private void writeJson(Prediction prediction, OutputStream to) throws IOException {
    PredictionJson.write(prediction, anyway, to);
  }

  private List<String> words() {
    CommandLine line = spec == null ? null : spec.root().commandLine();
    return line == null || line.getParseResult() == null
        ? List.of()
        : line.getParseResult().originalArgs();
  }

  private ProgramEstimate estimate(HandOffCosts costs) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new UserError(
          "the recording " + file + " is not a readable file; expected one made by uncork run");
    }
    ReadOutcome outcome = RecordingReader.read(file);
    ReadWords.lines(outcome.problems())
        .forEach(problem -> System.err.println("uncork: " + problem));
    if (outcome.recording().isEmpty()) {
      throw new UserError("nothing could be read from " + file);
    }
    OptionalInt workers =
        recordedWorkers == null ? OptionalInt.empty() : OptionalInt.of(recordedWorkers);
    try {
      return ProgramEstimate.of(Diagnosis.of(outcome.recording().get()), costs, workers);
    } catch (NotPriceable e) {
      throw new UserError(file + ": " + PriceWords.refusal(e.reason()), e);
    }
  }
}
