package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.Proposals;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.tune.Attempt.Decision;
import dev.uncork.diagnosis.tune.TestBench.Stopped;
import dev.uncork.scaling.law.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The journey: baseline, observation, the lever that promises most, paired runs, kept or dropped,
 * and again, until nothing promises more or the budget is used up.
 *
 * <p>Deterministic: the same outcomes of the runs lead to the same next run, which is how a stopped
 * loop is resumed (its outcomes are played back).
 */
public final class TuneLoop {
  private static final int BASELINE_RUNS = 3;
  private static final int COMPARED_PAIRS = 4;

  /** Runs that a test needs at least; less time left isn't worth its start. */
  static final int FEWEST_TEST_RUNS = 6;

  private static final int OBSERVED_RUNS = 1;
  private static final int RUNS_OF_A_PAIR = 2;

  /** Runs that a tuning needs at least, the first one not counted. */
  public static final int FEWEST_RUNS = BASELINE_RUNS + OBSERVED_RUNS + FEWEST_TEST_RUNS;

  /** RootSpread of the baseline (deviation against mean) that no test can see through. */
  private static final double UNREPEATABLE = 0.30;

  private final TestBench bench;
  private final Setup start;
  private final Race race;
  private final Agenda agenda = new Agenda();
  private final List<TuneResult.Step> steps = new ArrayList<>();
  private final List<Attempt> attempts = new ArrayList<>();
  private final List<Remark> remarks = new ArrayList<>();
  private Setup best;
  private Optional<MedianInterval> baseline = Optional.empty();
  private SetupObservation first;
  private SetupObservation last;
  private Optional<TuneResult.Comparison> comparison = Optional.empty();
  private Optional<StopReason> stopReason = Optional.empty();
  private double runSeconds;

  /**
   * A loop to be run.
   *
   * @param start the program as it came
   * @param best where to go on from: what an earlier loop kept
   */
  public TuneLoop(TestBench bench, Setup start, Setup best, int mostPairs) {
    this.bench = bench;
    this.start = start;
    this.best = best;
    this.race = new Race(bench, mostPairs);
    this.first = SetupObservation.NONE.with(bench.named());
    this.last = first;
  }

  /** Runs to the end, or until the bench stops it. */
  public TuneResult run() {
    try {
      if (measureBaseline()) {
        observe();
        first = last;
        improve();
        compare();
      }
    } catch (Stopped e) {
      race.unfinished(e.reason()).ifPresent(attempts::add);
      stopReason = Optional.of(e.reason());
    }
    bench.changed(result());
    return result();
  }

  /** What is known at this moment. */
  private TuneResult result() {
    return new TuneResult(
        start, best, baseline, steps, attempts, first, last, comparison, stopReason, remarks);
  }

  private boolean measureBaseline() throws Stopped {
    bench.say(TuneStage.Known.WARM_UP);
    // The first run may be the slowest, so only what can't be in spite of that is told from it.
    int more = BASELINE_RUNS + OBSERVED_RUNS + RUNS_OF_A_PAIR;
    RunOutcome warmUp = bench.firstRun(best, bench.secondsLeft() / (1 + more));
    if (isTooShort(warmUp.seconds(), more)) {
      return false;
    }
    List<Double> values = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    if (!warmUp.ok()) {
      failures.add(String.valueOf(warmUp.failure()));
    }
    for (int i = 1; i <= BASELINE_RUNS && failures.size() < 2; i++) {
      bench.say(new TuneStage.Baseline(i, BASELINE_RUNS));
      RunOutcome outcome = bench.run(best);
      runSeconds = Math.max(runSeconds, outcome.seconds());
      if (outcome.ok()) {
        values.add(outcome.throughput());
      } else {
        failures.add(String.valueOf(outcome.failure()));
      }
    }
    if (failures.size() >= 2 || values.size() < 2) {
      stopReason = Optional.of(new StopReason.ProgramFails(failures.get(failures.size() - 1)));
      return false;
    }
    if (isTooShort(runSeconds, OBSERVED_RUNS + FEWEST_TEST_RUNS)) {
      return false;
    }
    failures.forEach(failure -> remarks.add(new Remark.BaselineRunFailed(failure)));
    baseline =
        Optional.of(MedianInterval.of(values.stream().mapToDouble(Double::doubleValue).toArray()));
    double spread = spread(values);
    if (spread > UNREPEATABLE) {
      remarks.add(new Remark.HardlyRepeatable(spread));
    }
    bench.changed(result());
    return true;
  }

  /** Whether the budget doesn't last for so many more runs. */
  private boolean isTooShort(double seconds, int runs) {
    if (bench.secondsLeft() >= runs * seconds) {
      return false;
    }
    stopReason = Optional.of(new StopReason.BudgetTooShort(seconds, (1 + FEWEST_RUNS) * seconds));
    return true;
  }

  private static double spread(List<Double> values) {
    double mean = values.stream().mapToDouble(v -> v).average().orElse(1);
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / Math.max(1, values.size() - 1)) / mean;
  }

  private void observe() throws Stopped {
    bench.say(TuneStage.Known.OBSERVATION);
    last = bench.observe(best);
    agenda.observed(last);
    bench.changed(result());
  }

  private void improve() throws Stopped {
    for (Optional<Lever> next = next(); next.isPresent(); next = next()) {
      if (bench.secondsLeft() < FEWEST_TEST_RUNS * runSeconds) {
        stopReason = Optional.of(new StopReason.BudgetUsedUp());
        return;
      }
      Attempt attempt = race.run(best, next.get(), agenda);
      attempts.add(attempt);
      agenda.tried(attempt);
      if (attempt.grounds() instanceof Grounds.FailsWithout fails) {
        stopReason = Optional.of(new StopReason.FailsWithoutRemedy(fails.failure()));
        return;
      }
      if (attempt.decision() == Decision.KEPT) {
        keep(attempt, best.with(attempt.change()));
        slim(attempt.change().parts());
        if (bench.observesToTryOnly() && !agenda.hasMore(best)) {
          last = SetupObservation.NONE;
        } else {
          observe();
        }
      } else {
        bench.changed(result());
      }
    }
    stopReason =
        Optional.of(
            last.busyShare() >= Proposals.BUSY
                ? new StopReason.CoresBusy(Math.min(1, last.busyShare()))
                : StopReason.Known.NOTHING_PROMISES_MORE);
  }

  private void keep(Attempt attempt, Setup setup) {
    best = setup;
    steps.add(new TuneResult.Step(attempt, Race.after(attempt)));
    bench.changed(result());
  }

  /** Takes back what was kept only together with others, and does nothing or harm among them. */
  private void slim(List<Change> parts) throws Stopped {
    for (Change part : parts) {
      if (bench.secondsLeft() < FEWEST_TEST_RUNS * runSeconds) {
        remarks.add(new Remark.NotCheckedAlone(part));
        continue;
      }
      Optional<Change> before = start.at(part.lever());
      Change back = before.orElseGet(() -> Change.none(part));
      Setup reduced = before.map(best::with).orElseGet(() -> best.without(part.lever()));
      Attempt attempt = race.without(best, reduced, back);
      attempts.add(attempt);
      if (attempt.decision() == Decision.KEPT) {
        keep(attempt, reduced);
      } else {
        bench.changed(result());
      }
    }
  }

  private Optional<Lever> next() {
    return agenda.next(best, bench.secondsLeft() / Math.max(1e-3, runSeconds));
  }

  /** First setup against best one, as far as the budget goes: fresh runs, chosen by nobody. */
  private void compare() throws Stopped {
    if (steps.isEmpty() || best.equals(start)) {
      return;
    }
    Optional<StopReason> reason = stopReason;
    List<Attempt.Pair> pairs = new ArrayList<>();
    PairedTest test = new PairedTest(0.05, COMPARED_PAIRS);
    while (pairs.size() < COMPARED_PAIRS && bench.secondsLeft() > 2 * runSeconds) {
      bench.say(new TuneStage.FinalPair(pairs.size() + 1, COMPARED_PAIRS));
      RunOutcome before = bench.run(start);
      RunOutcome after = bench.run(best);
      if (!before.ok() || !after.ok()) {
        remarks.add(
            new Remark.ComparedRunFailed(
                String.valueOf(before.ok() ? after.failure() : before.failure())));
        break;
      }
      pairs.add(new Attempt.Pair(before.throughput(), after.throughput()));
      test.add(before.throughput(), after.throughput());
    }
    test.gain()
        .ifPresent(
            gain ->
                comparison =
                    Optional.of(
                        new TuneResult.Comparison(
                            Race.median(pairs, Attempt.Pair::before),
                            Race.median(pairs, Attempt.Pair::after),
                            gain,
                            pairs.size())));
    stopReason = reason;
  }
}
