package dev.uncork.cli.tune;

import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.tune.RunOutcome;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.StopReason;
import dev.uncork.diagnosis.tune.TestBench;
import dev.uncork.diagnosis.tune.TuneLoop;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.diagnosis.tune.TuneStage;
import dev.uncork.report.words.Amounts;
import dev.uncork.scaling.law.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What became of a program when its source was changed between two parts of a journey. */
final class SourceChange {
  private SourceChange() {}

  /** Closes the part before: its best setup, and what it measured with it. */
  static TuneResult playedBack(TuneState state, Setup start, Setup from, int mostPairs) {
    return new TuneLoop(new Playback(state), start, from, mostPairs).run();
  }

  static TuneState.Chapter chapter(TuneState state, TuneResult result) {
    List<Double> throughput = new ArrayList<>();
    for (TuneState.Event event : state.content().events()) {
      if (event.setup().equals(result.best()) && event.run() != null && event.run().ok()) {
        throughput.add(event.run().throughput());
      }
    }
    return new TuneState.Chapter(
        throughput,
        result.last().hot(),
        result.last().advice().stream().map(advice -> advice.remedy().label()).distinct().toList());
  }

  /** What the change brought; the old program is gone, so the runs can't be interleaved. */
  static Optional<String> verdict(TuneState.Chapter before, TuneResult now, String unit) {
    if (before.throughput().isEmpty() || now.baseline().isEmpty()) {
      return Optional.empty();
    }
    double[] old = before.throughput().stream().mapToDouble(v -> v).toArray();
    MedianInterval then = MedianInterval.of(old);
    MedianInterval today = now.baseline().get();
    double gain = today.median() / then.median() - 1;
    String proof =
        today.low() > then.high() || today.high() < then.low()
            ? "beyond the spread of the runs, which were not interleaved"
            : "within the spread of the runs";
    List<String> gone =
        before.hot().stream().filter(name -> !now.first().hot().contains(name)).toList();
    List<String> left = before.hot().stream().filter(now.first().hot()::contains).toList();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "since the source was changed: %s %s in place of %s (%s), %s%s%s",
            Amounts.scaled(today.median()),
            unit,
            Amounts.scaled(then.median()),
            Amounts.fineChange(gain),
            proof,
            gone.isEmpty() ? "" : "; not contended any more: " + String.join(", ", gone),
            left.isEmpty() ? "" : "; still contended: " + String.join(", ", left)));
  }

  /** Gives the loop what is known, and stops it where that ends. */
  private record Playback(TuneState state) implements TestBench {
    @Override
    public RunOutcome run(Setup setup) throws Stopped {
      TuneState.Event event =
          state.replay(setup, false).orElseThrow(() -> new Stopped(StopReason.Known.EARLIER));
      RunOutcome run = event.run();
      if (run == null) {
        throw new Stopped(StopReason.Known.EARLIER);
      }
      return run;
    }

    @Override
    public SetupObservation observe(Setup setup) throws Stopped {
      TuneState.Event event =
          state.replay(setup, true).orElseThrow(() -> new Stopped(StopReason.Known.EARLIER));
      SetupObservation observation = event.observation();
      if (observation == null) {
        throw new Stopped(StopReason.Known.EARLIER);
      }
      return observation;
    }

    @Override
    public double secondsLeft() {
      return Double.MAX_VALUE;
    }

    @Override
    public void say(TuneStage next) {}

    @Override
    public void changed(TuneResult soFar) {}
  }
}
