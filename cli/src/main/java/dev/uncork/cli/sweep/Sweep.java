package dev.uncork.cli.sweep;

import dev.uncork.cli.launch.SignalRelay;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.report.words.ProgressWords;
import dev.uncork.scaling.sweep.Trial;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Does the runs of a schedule that are not done yet, showing how far it is and how long still. */
final class Sweep {
  private static final int BAR_CELLS = 20;

  private final ProgramTrial program;
  private final SweepState state;
  private final RunProgress progress;
  private final Terminal.Screen screen;

  Sweep(ProgramTrial program, SweepState state, RunProgress progress, Terminal.Screen screen) {
    this.program = program;
    this.state = state;
    this.progress = progress;
    this.screen = screen;
  }

  /** Returns whether all is done; false if a signal stopped it. */
  boolean run(List<Schedule.Slot> slots) throws IOException, InterruptedException {
    List<Schedule.Slot> open = slots.stream().filter(slot -> !state.has(slot)).toList();
    if (open.size() < slots.size()) {
      screen.stream()
          .printf(
              "uncork: resuming: %d of %d runs were done already%n",
              slots.size() - open.size(), slots.size());
    }
    long start = System.nanoTime();
    boolean toBeSaid = progress.isOpen();
    try (SignalRelay relay = SignalRelay.calling(program::stop);
        StatusLine line = new StatusLine(screen)) {
      for (int i = 0; i < open.size(); i++) {
        Schedule.Slot slot = open.get(i);
        line.show(display(slots.size() - open.size() + i, slots.size(), i, start, slot));
        Optional<Trial> trial =
            program.stopped() ? Optional.empty() : program.run(slot.point(), slot.round());
        if (trial.isEmpty()) {
          return false;
        }
        state.add(trial.get());
        if (toBeSaid && !progress.isOpen()) {
          toBeSaid = false;
          line.close();
          screen.stream().println("uncork: " + ProgressWords.measured(progress.label()));
        }
        if (!trial.get().ok()) {
          line.close();
          screen.stream().println("uncork: not counted: " + describe(trial.get()));
        }
      }
    }
    return true;
  }

  static String describe(Trial trial) {
    String series = trial.point().series();
    return String.format(
        Locale.ROOT,
        "%d workers%s, round %d: %s",
        trial.point().workers(),
        series.isEmpty() ? "" : " " + series,
        trial.round(),
        trial.failure());
  }

  private static String display(int done, int all, int doneNow, long start, Schedule.Slot slot) {
    int filled = BAR_CELLS * done / all;
    double elapsedSeconds = (System.nanoTime() - start) / 1e9;
    String remaining =
        doneNow == 0
            ? "measuring how long a run takes"
            : "about " + duration(elapsedSeconds / doneNow * (all - done)) + " left";
    return String.format(
        Locale.ROOT,
        "[%s%s] %d/%d  %s  (now: %d workers)",
        "#".repeat(filled),
        "-".repeat(BAR_CELLS - filled),
        done,
        all,
        remaining,
        slot.point().workers());
  }

  private static String duration(double seconds) {
    long whole = Math.round(seconds);
    return whole < 90 ? whole + " s" : (whole + 30) / 60 + " min";
  }
}
