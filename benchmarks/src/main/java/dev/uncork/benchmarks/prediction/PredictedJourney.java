package dev.uncork.benchmarks.prediction;

import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import dev.uncork.scaling.network.WorkloadChange;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The steps of 2006 at 384 processors, for one recording: with the costs of the machine of the
 * recording, and scaled to those of 2006.
 *
 * <p>Two published figures set the scale, the rest is predicted: what a state needs outside of the
 * locks is multiplied so that one processor does 2,200 states a second, and what it needs of the
 * locks, all by one factor, so that the naive program does 60,000 on 384. States per second were
 * counted before the serial end phase, so that this has no part in the scaled steps.
 */
final class PredictedJourney {
  private static final int PROCESSORS = 384;
  private static final double ONE_PROCESSOR = 2_200;
  private static final int SEARCH_STEPS = 100;

  /**
   * A step.
   *
   * @param published states per second in 2006; 0 where none were
   */
  record Step(String name, double published, WorkloadChange.Kind kind, String lock, int factor) {}

  /** The first one changes nothing. */
  static final List<Step> STEPS =
      List.of(
          new Step("naive, enough workers and heap", 60_000, WorkloadChange.Kind.STRIPE, "none", 1),
          new Step("atomic counter", 94_000, WorkloadChange.Kind.REMOVE, "ModelChecker", 1),
          new Step("set striped 1024 times", 115_000, WorkloadChange.Kind.STRIPE, "MemFPSet", 1024),
          new Step("log off", 350_000, WorkloadChange.Kind.REMOVE, "StateTrace", 1),
          new Step("end phase parallel", 0, WorkloadChange.Kind.PARALLEL, "", 1),
          new Step(
              "worklist in chunks of 32", 630_000, WorkloadChange.Kind.CHUNK, "MemStateQueue", 32),
          new Step("4096 stripes", 790_000, WorkloadChange.Kind.STRIPE, "MemFPSet", 4));

  private final Workload recorded;
  private final List<Workload> here = new ArrayList<>();
  private final List<Workload> scaled = new ArrayList<>();

  PredictedJourney(Workload recorded) {
    this.recorded = recorded;
    Workload nowHere = recorded;
    Workload nowScaled = scaled(recorded);
    for (Step step : STEPS) {
      nowHere = apply(step, nowHere);
      nowScaled = apply(step, nowScaled);
      here.add(nowHere);
      scaled.add(nowScaled);
    }
  }

  private static Workload apply(Step step, Workload workload) {
    if (step.kind() == WorkloadChange.Kind.PARALLEL) {
      return new WorkloadChange(step.kind(), "", 1).apply(workload);
    }
    return workload.locks().stream()
        .map(LockDemand::name)
        .filter(name -> name.endsWith(step.lock()))
        .findFirst()
        .map(name -> new WorkloadChange(step.kind(), name, step.factor()).apply(workload))
        .orElse(workload);
  }

  private static Workload scaled(Workload recorded) {
    double low = 1;
    double high = 1e4;
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double middle = Math.sqrt(low * high);
      if (throughput(scaled(recorded, middle), PROCESSORS) > STEPS.get(0).published()) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return scaled(recorded, low);
  }

  private static Workload scaled(Workload recorded, double lockFactor) {
    List<LockDemand> locks =
        recorded.locks().stream()
            .map(
                lock ->
                    new LockDemand(
                        lock.name(),
                        lock.visits(),
                        lock.holdSeconds() * lockFactor,
                        lock.handOff().scaled(lockFactor),
                        lock.stripes()))
            .toList();
    double held = locks.stream().mapToDouble(l -> l.visits() * l.holdSeconds()).sum();
    double outside = recorded.cpuSeconds() + recorded.backgroundCpuSeconds();
    double factor = Math.max(0, 1 / ONE_PROCESSOR - held) / outside;
    return new Workload(
        recorded.cpuSeconds() * factor, 0, recorded.backgroundCpuSeconds() * factor, 0, locks);
  }

  private static double throughput(Workload workload, int processors) {
    return ClosedNetwork.solve(workload, processors, processors).throughput();
  }

  /** States per second after a step, with the costs of the machine of the recording. */
  double here(int step) {
    return throughput(here.get(step), PROCESSORS);
  }

  /** States per second after a step, scaled to 2006. */
  double scaled(int step) {
    return throughput(scaled.get(step), PROCESSORS);
  }

  String limit(int step) {
    ClosedNetwork.Load load =
        ClosedNetwork.solve(here.get(step), PROCESSORS, PROCESSORS).bottleneck();
    return load.name().isEmpty()
        ? load.resource().name().toLowerCase(Locale.ROOT)
        : load.name().substring(load.name().lastIndexOf('.') + 1);
  }

  List<String> locks() {
    return recorded.locks().stream().map(LockDemand::name).toList();
  }

  /** Of a lock for one state, hand-off included. */
  double demandSeconds(String lock) {
    return recorded.locks().stream()
        .filter(demand -> demand.name().equals(lock))
        .mapToDouble(LockDemand::saturatedSeconds)
        .sum();
  }

  void print(PrintStream out) {
    out.printf("%-22s %8s %12s %14s %12s%n", "lock", "visits", "held ns", "hand-off ns", "most/s");
    for (LockDemand lock : recorded.locks()) {
      out.printf(
          Locale.ROOT,
          "%-22s %8.2f %12.0f %14.0f %12.3g%n",
          lock.name().substring(lock.name().lastIndexOf('.') + 1),
          lock.visits(),
          lock.holdSeconds() * 1e9,
          lock.handOff().seconds() * 1e9,
          lock.capacity());
    }
    out.printf("%n%-32s %10s %10s %10s  %s%n", "step", "2006", "scaled", "here", "limited by");
    for (int i = 0; i < STEPS.size(); i++) {
      Step step = STEPS.get(i);
      out.printf(
          Locale.ROOT,
          "%-32s %10.0f %10.0f %10.3g  %s%n",
          step.name(),
          step.published(),
          scaled(i),
          here(i),
          limit(i));
    }
    out.printf("%n%-32s", "scaled, at processors");
    int[] counts = {1, 64, 128, 200, 384};
    for (int count : counts) {
      out.printf("%10d", count);
    }
    out.println();
    for (int i = 0; i < STEPS.size(); i++) {
      out.printf("%-32s", STEPS.get(i).name());
      for (int count : counts) {
        out.printf(Locale.ROOT, "%10.0f", throughput(scaled.get(i), count));
      }
      out.println();
    }
  }
}
