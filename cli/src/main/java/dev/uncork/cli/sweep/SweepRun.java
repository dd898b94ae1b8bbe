package dev.uncork.cli.sweep;

import dev.uncork.cli.output.Occasions;
import dev.uncork.cli.output.OutputFile;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.report.chart.SweepChart;
import dev.uncork.report.export.SweepCsv;
import dev.uncork.report.html.SweepPage;
import dev.uncork.report.json.SweepJson;
import dev.uncork.report.text.SweepText;
import dev.uncork.scaling.sweep.SweepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A whole sweep: check what was asked for, measure, show, write files. */
public final class SweepRun {
  /** Exit code when a point has no run that counts. */
  public static final int EXIT_HOLES = 1;

  /** Exit code when a signal stopped it, as of a shell. */
  public static final int EXIT_STOPPED = 130;

  private final SweepSettings settings;
  private final List<String> words;
  private final List<Pending> outputs = new ArrayList<>();

  private interface Writer {
    void write(SweepResult result, boolean complete, java.io.OutputStream to) throws IOException;
  }

  private record Pending(OutputFile output, Writer writer) {}

  /**
   * A sweep to do.
   *
   * @param words the command line, to be quoted in the files
   */
  public SweepRun(SweepSettings settings, List<String> words) {
    this.settings = settings;
    this.words = words;
  }

  /** Names the files to write; null for those not wanted. Refuses what can't be written. */
  public SweepRun writing(
      @Nullable Path json,
      @Nullable Path csv,
      @Nullable Path svg,
      @Nullable Path png,
      @Nullable Path html) {
    add(
        "--json",
        json,
        (r, complete, to) -> SweepJson.write(r, Occasions.now(words), complete, to));
    add("--csv", csv, (r, complete, to) -> SweepCsv.write(r, to));
    add("--svg", svg, (r, complete, to) -> SweepChart.draw(r).writeSvg(to));
    add("--png", png, (r, complete, to) -> SweepChart.draw(r).writePng(to));
    add("--html", html, (r, complete, to) -> SweepPage.write(r, words, complete, to));
    return this;
  }

  private void add(String option, @Nullable Path file, Writer writer) {
    if (file != null) {
      outputs.add(new Pending(OutputFile.check(option, file), writer));
    }
  }

  /** Measures what is missing in the state file, and reports; returns the exit code. */
  public int run(Path stateFile, boolean fresh, Terminal terminal)
      throws IOException, InterruptedException {
    List<Schedule.Slot> slots = settings.schedule();
    ProgramTrial program = settings.program();
    OutputFile.check("--state", stateFile);
    SweepState state = SweepState.open(stateFile, settings.identity(), settings.progress(), fresh);
    Terminal.Screen err = terminal.err();
    boolean complete = new Sweep(program, state, settings.progress(), err).run(slots);
    SweepResult result =
        SweepResult.of(settings.progress().unit(), settings.points(), state.trials());
    SweepText.print(result, terminal.out().look(), terminal.out().stream());
    for (Pending pending : outputs) {
      pending.output().write(to -> pending.writer().write(result, complete, to));
    }
    if (!complete) {
      err.stream()
          .println(
              "uncork: stopped after "
                  + state.trials().size()
                  + " of "
                  + slots.size()
                  + " runs; the same command goes on from "
                  + stateFile);
      return EXIT_STOPPED;
    }
    state.delete();
    return result.hasHoles() ? EXIT_HOLES : 0;
  }
}
