package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.Attempt.Decision;
import dev.uncork.diagnosis.tune.Attempt.Pair;
import dev.uncork.diagnosis.tune.TestBench.Stopped;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One lever against the setup so far: where it has several values, one run of each picks the
 * candidate; then pairs of fresh runs decide. Of several levers as one, values that suit each other
 * are picked: from the last of each on, one lever after the other, the number of workers last.
 */
final class Race {
  private final TestBench bench;
  private final int mostPairs;
  private final ErrorBudget errors = new ErrorBudget();

  // Of the test that is going on, for a stop in its middle.
  private @Nullable Lever lever;
  private @Nullable Change change;
  private PairedTest test = new PairedTest(0.05, 3);
  private final List<Pair> pairs = new ArrayList<>();

  Race(TestBench bench, int mostPairs) {
    this.bench = bench;
    this.mostPairs = mostPairs;
  }

  Attempt run(Setup setup, Lever tried, Agenda agenda) throws Stopped {
    lever = tried;
    change = null;
    pairs.clear();
    Change candidate;
    if (tried.parts().isEmpty()) {
      List<Change> values = agenda.open(tried, setup);
      candidate = values.get(0);
      if (values.size() > 1) {
        Change picked = pick(setup, values, agenda);
        if (picked == null) {
          return end(candidate, Decision.FAILED, Grounds.Known.NO_VALUE_RIGHT);
        }
        candidate = picked;
      }
    } else {
      Combination combination = new Combination(setup, tried.parts(), agenda);
      combination.improve();
      candidate = Change.together(combination.changes);
      if (combination.highest == 0) {
        return end(candidate, Decision.FAILED, Grounds.Known.NO_COMBINATION_RIGHT);
      }
    }
    change = candidate;
    test = new PairedTest(errors.next(), mostPairs);
    Attempt attempt = paired(setup, setup.with(candidate), candidate);
    if (attempt.decision() == Decision.KEPT) {
      errors.success();
    }
    lever = null;
    return attempt;
  }

  /**
   * Whether a setup does as well without one change of several that were proven together only. Then
   * it is to go: the burden of proof is the change's, so it stays only if it is ahead.
   *
   * @param back the lever as it was before
   */
  Attempt without(Setup setup, Setup reduced, Change back) throws Stopped {
    lever =
        new Lever(
            back.kind(),
            back.lever(),
            List.of(back),
            OptionalDouble.empty(),
            Why.Known.PROVEN_TOGETHER,
            true);
    change = back;
    pairs.clear();
    test = new PairedTest(ErrorBudget.LEVEL, mostPairs);
    Attempt attempt = paired(setup, reduced, back);
    boolean ahead = attempt.gain().filter(gain -> gain.value() < 0).isPresent();
    if (attempt.decision() == Decision.NO_DIFFERENCE && !ahead) {
      attempt = end(back, Decision.KEPT, Grounds.Known.NOT_FASTER_TOGETHER);
    }
    lever = null;
    return attempt;
  }

  /** Runs that a lever needs at least until something can be proven. */
  static int fewestRuns(Lever lever, Agenda agenda, Setup setup) {
    int picking = lever.parts().isEmpty() ? 0 : 1;
    for (Lever part : lever.parts()) {
      int values = agenda.open(part, setup).size();
      picking += part.kind() == RemedyKind.WORKERS ? values : values - 1;
    }
    return TuneLoop.FEWEST_TEST_RUNS + picking;
  }

  /** Values of several levers that suit each other, by one run of each that is looked at. */
  private final class Combination {
    private final Setup setup;
    private final List<Lever> parts;
    private final Agenda agenda;
    private List<Change> changes = new ArrayList<>();
    private double highest;

    Combination(Setup setup, List<Lever> parts, Agenda agenda) {
      this.setup = setup;
      this.parts = parts;
      this.agenda = agenda;
      for (Lever part : parts) {
        List<Change> values = agenda.open(part, setup);
        if (part.kind() != RemedyKind.WORKERS) {
          changes.add(values.get(values.size() - 1));
        }
      }
    }

    void improve() throws Stopped {
      highest = rate(changes).orElse(0);
      for (Lever part : parts) {
        for (Change value : agenda.open(part, setup)) {
          List<Change> other = new ArrayList<>(changes);
          other.removeIf(change -> change.lever().equals(value.lever()));
          other.add(value);
          if (!changes.contains(value)) {
            look(other, value);
          }
        }
      }
    }

    private void look(List<Change> other, Change value) throws Stopped {
      OptionalDouble rate = rate(other);
      if (rate.isEmpty() && highest > 0) {
        agenda.failed(value); // with another value of this lever alone it was right
      } else if (rate.orElse(0) > highest) {
        highest = rate.getAsDouble();
        changes = other;
      }
    }

    /** Empty when its answers were wrong. */
    private OptionalDouble rate(List<Change> of) throws Stopped {
      Change all = Change.together(of);
      bench.say(new TuneStage.Look(all));
      RunOutcome outcome = bench.run(setup.with(all));
      if (!outcome.ok()) {
        bench.say(new TuneStage.Wrong(all, String.valueOf(outcome.failure())));
        return OptionalDouble.empty();
      }
      return OptionalDouble.of(outcome.throughput());
    }
  }

  private @Nullable Change pick(Setup setup, List<Change> values, Agenda agenda) throws Stopped {
    Change picked = null;
    double highest = 0;
    for (Change value : values) {
      bench.say(new TuneStage.Look(value));
      RunOutcome outcome = bench.run(setup.with(value));
      if (!outcome.ok()) {
        bench.say(new TuneStage.Wrong(value, String.valueOf(outcome.failure())));
        agenda.failed(value);
      } else if (outcome.throughput() > highest) {
        highest = outcome.throughput();
        picked = value;
      }
    }
    return picked;
  }

  private Attempt paired(Setup without, Setup with, Change candidate) throws Stopped {
    int failuresWithout = 0;
    while (test.verdict() == PairedTest.Verdict.OPEN) {
      OptionalDouble soFar = test.gain().stream().mapToDouble(Interval::value).findFirst();
      bench.say(new TuneStage.Pair(candidate, pairs.size() + 1, soFar));
      // The order alternates, so that a machine that warms up or fills favours neither.
      boolean changedFirst = pairs.size() % 2 == 1;
      RunOutcome one = bench.run(changedFirst ? with : without);
      RunOutcome two = bench.run(changedFirst ? without : with);
      RunOutcome before = changedFirst ? two : one;
      RunOutcome after = changedFirst ? one : two;
      if (!after.ok() && before.ok()) {
        return end(
            candidate, Decision.FAILED, new Grounds.WrongResult(String.valueOf(after.failure())));
      }
      if (!before.ok()) {
        if (++failuresWithout == 2) {
          return end(
              candidate,
              Decision.FAILED,
              new Grounds.FailsWithout(String.valueOf(before.failure())));
        }
        continue;
      }
      pairs.add(new Pair(before.throughput(), after.throughput()));
      test.add(before.throughput(), after.throughput());
    }
    return decided(candidate);
  }

  private Attempt decided(Change candidate) {
    return switch (test.verdict()) {
      case BETTER -> end(candidate, Decision.KEPT, Grounds.Known.FIGURES);
      case WORSE -> end(candidate, Decision.LOSS, Grounds.Known.FIGURES);
      default -> end(candidate, Decision.NO_DIFFERENCE, Grounds.Known.NO_GAIN_PROVEN);
    };
  }

  /** The test that a stop interrupted, if one was going on. */
  Optional<Attempt> unfinished(StopReason reason) {
    Change candidate = change;
    return candidate == null || lever == null
        ? Optional.empty()
        : Optional.of(end(candidate, Decision.UNDECIDED, new Grounds.Interrupted(reason)));
  }

  private Attempt end(Change candidate, Decision decision, Grounds grounds) {
    Lever of = lever;
    if (of == null) {
      throw new IllegalStateException("no lever is being tried");
    }
    Optional<Interval> gain = pairs.isEmpty() ? Optional.empty() : test.gain();
    return new Attempt(of, candidate, decision, pairs, gain, of.predictedGain(), grounds);
  }

  /** Median throughput with the change. */
  static double after(Attempt attempt) {
    return median(attempt.pairs(), Pair::after);
  }

  static double median(List<Pair> pairs, ToDoubleFunction<Pair> side) {
    return MedianInterval.of(pairs.stream().mapToDouble(side).toArray()).median();
  }
}
