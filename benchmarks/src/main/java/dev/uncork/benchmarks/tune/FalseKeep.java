package dev.uncork.benchmarks.tune;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.RunOutcome;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.StopReason;
import dev.uncork.diagnosis.tune.TestBench;
import dev.uncork.diagnosis.tune.TuneLoop;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.diagnosis.tune.TuneStage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Simulated loops on recorded noise. Each takes its runs from the record in the order in which they
 * were measured, from a random place on, so that drift and bursts stay as they were.
 */
final class FalseKeep {
  private static final int LEVERS = 8;
  private static final int MOST_PAIRS = 12;
  private static final double RUN_SECONDS = 5;
  private static final double BUDGET_SECONDS = 3600;

  /** What some loops came to. */
  record Outcome(int loops, int keptAny, double runsPerTest) {
    double share() {
      return (double) keptAny / loops;
    }
  }

  private FalseKeep() {}

  /**
   * Runs loops.
   *
   * @param effect what the first lever multiplies the throughput with: 1 for no effect at all
   */
  static Outcome simulate(Noise noise, int loops, double effect, long seed) {
    Random random = new Random(seed);
    List<List<Double>> series = new ArrayList<>(noise.series().values());
    int kept = 0;
    long runs = 0;
    long tests = 0;
    for (int i = 0; i < loops; i++) {
      Recorded bench = new Recorded(series.get(i % series.size()), random, effect);
      Setup start = new Setup(List.of());
      TuneResult result = new TuneLoop(bench, start, start, MOST_PAIRS).run();
      kept += result.steps().isEmpty() ? 0 : 1;
      runs += bench.runs;
      tests += result.attempts().size();
    }
    return new Outcome(loops, kept, tests == 0 ? 0 : (double) runs / tests);
  }

  private static final class Recorded implements TestBench {
    private final List<Double> rates;
    private final double effect;
    private int next;
    private int runs;

    Recorded(List<Double> rates, Random random, double effect) {
      this.rates = rates;
      this.effect = effect;
      this.next = random.nextInt(rates.size());
    }

    @Override
    public RunOutcome run(Setup setup) throws Stopped {
      if (secondsLeft() <= 0) {
        throw new Stopped(new StopReason.BudgetUsedUp());
      }
      runs++;
      double rate = rates.get(next++ % rates.size());
      boolean changed = setup.at("lever 0").isPresent();
      return new RunOutcome(changed ? rate * effect : rate, RUN_SECONDS, null);
    }

    @Override
    public SetupObservation observe(Setup setup) {
      List<Lever> levers = new ArrayList<>();
      for (int i = 0; i < LEVERS; i++) {
        String name = "lever " + i;
        List<Change> values = new ArrayList<>();
        for (int value = 0; value <= i % 3; value++) {
          values.add(Change.fill(RemedyKind.KNOB, name, "" + value));
        }
        levers.add(
            new Lever(
                RemedyKind.KNOB,
                name,
                values,
                OptionalDouble.of(0.5 - 0.05 * i),
                Why.Known.ASKED,
                true));
      }
      return new SetupObservation("", 0, levers, List.of(), List.of());
    }

    @Override
    public double secondsLeft() {
      return BUDGET_SECONDS - runs * RUN_SECONDS;
    }

    @Override
    public void say(TuneStage next) {}

    @Override
    public void changed(TuneResult soFar) {}
  }
}
