package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;

/** A made-up program: levers with true effects, and noise. */
class SimulatedProgram implements TestBench {
  static final double RUN_SECONDS = 10;

  final List<TuneStage> said = new ArrayList<>();
  final Map<String, Double> effects = new HashMap<>();
  final List<String> wrong = new ArrayList<>();
  final List<Lever> levers = new ArrayList<>();
  final List<TuneResult> results = new ArrayList<>();
  final List<String> hot = new ArrayList<>();
  double onlyTogether = 1;
  double busyShare = 0.5;
  int runs;
  private final Random random;
  private final double noise;
  private double secondsLeft;

  SimulatedProgram(long seed, double noise, double budgetSeconds) {
    this.random = new Random(seed);
    this.noise = noise;
    this.secondsLeft = budgetSeconds;
  }

  static Change change(String lever, String value) {
    return Change.fill(RemedyKind.KNOB, lever, value);
  }

  /** A lever that the user named, whose value multiplies the throughput. */
  SimulatedProgram lever(String name, OptionalDouble predicted, Map<String, Double> values) {
    List<Change> changes = new ArrayList<>();
    values.forEach(
        (value, effect) -> {
          changes.add(change(name, value));
          effects.put(name + "=" + value, effect);
        });
    changes.sort(java.util.Comparator.comparing(Change::value));
    levers.add(new Lever(RemedyKind.KNOB, name, changes, predicted, Why.Known.ASKED, true));
    return this;
  }

  @Override
  public RunOutcome run(Setup setup) throws Stopped {
    if (secondsLeft < RUN_SECONDS) {
      throw new Stopped(new StopReason.BudgetUsedUp());
    }
    runs++;
    secondsLeft -= RUN_SECONDS;
    double throughput = 1000;
    String failure = null;
    if (setup.changes().size() == levers.size()) {
      throughput *= onlyTogether;
    }
    for (Change change : setup.changes()) {
      String key = change.lever() + "=" + change.value();
      throughput *= effects.getOrDefault(key, 1.0);
      failure = wrong.contains(key) ? "wrong answer" : failure;
    }
    return new RunOutcome(
        throughput * Math.exp(noise * random.nextGaussian()), RUN_SECONDS, failure);
  }

  @Override
  public SetupObservation observe(Setup setup) throws Stopped {
    secondsLeft -= RUN_SECONDS;
    return new SetupObservation("a finding", busyShare, levers, List.of(), hot);
  }

  @Override
  public List<Lever> named() {
    return levers.stream().filter(Lever::asked).toList();
  }

  @Override
  public double secondsLeft() {
    return secondsLeft;
  }

  @Override
  public void say(TuneStage next) {
    said.add(next);
  }

  @Override
  public void changed(TuneResult soFar) {
    results.add(soFar);
  }

  TuneResult tune() {
    Setup start = new Setup(List.of());
    return new TuneLoop(this, start, start, 12).run();
  }
}
