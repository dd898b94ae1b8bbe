package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Libraries;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The core-seconds of the ledger's rows work and burnt, by stack.
 *
 * <p>Samples of running threads divide the CPU time of the application. What is burnt at a method
 * is taken from the samples there, the rest is work.
 */
public final class CpuStacks {
  /** Fewer say nothing about where the time went. */
  private static final int FEWEST_SAMPLES = 20;

  private static final int MOST_STACKS = 5000;

  private final Ledger ledger;
  private final List<Samples.Counted> samples;
  private final Map<String, Double> samplesAt = new HashMap<>();
  private final Map<String, Double> burntAt = new HashMap<>();
  private final double perSample;

  private CpuStacks(Ledger ledger, List<Samples.Counted> samples) {
    this.ledger = ledger;
    this.samples = samples;
    long all = samples.stream().mapToLong(Samples.Counted::count).sum();
    double cpu = ledger.coreSeconds(RowKind.WORK) + ledger.coreSeconds(RowKind.BURNT);
    perSample = all < FEWEST_SAMPLES ? 0 : cpu / all;
    samples.forEach(
        one -> samplesAt.merge(method(one.frames()), (double) one.count(), Double::sum));
    ledger.roots().stream()
        .filter(root -> root.row() == RowKind.BURNT)
        .forEach(root -> burntAt.merge(method(root), root.coreSeconds(), Double::sum));
  }

  /** Of a recording's samples. */
  public static CpuStacks of(Ledger ledger, Samples samples, Libraries libraries) {
    StackReading reading = new StackReading(libraries);
    return new CpuStacks(
        ledger,
        samples.all().stream()
            .filter(one -> one.frames().stream().noneMatch(CodeOrigin::isUncork))
            .filter(
                one ->
                    reading.of(one.frames(), Thread.State.RUNNABLE).activity() == Activity.RUNNING)
            .toList());
  }

  /** The stacks of the row work, which add up to it; none where there are too few samples. */
  public List<RootSpread.Stack> work() {
    List<RootSpread.Stack> stacks =
        perSample == 0
            ? List.of()
            : stacks(samples, one -> one.count() * (1 - burntShare(method(one.frames()))));
    double sum = stacks.stream().mapToDouble(RootSpread.Stack::coreSeconds).sum();
    return scaled(stacks, ledger.coreSeconds(RowKind.WORK) / Math.max(1e-9, sum));
  }

  /** The stacks that a root of the row burnt is charged to, which add up to it. */
  public List<RootSpread.Stack> of(Root burnt) {
    String method = method(burnt);
    double there = samplesAt.getOrDefault(method, 0.0);
    if (perSample == 0 || there == 0) {
      return burnt.spread().stacks();
    }
    return scaled(
        stacks(
            samples.stream().filter(one -> method(one.frames()).equals(method)).toList(),
            Samples.Counted::count),
        burnt.coreSeconds() / there);
  }

  /** Share of the samples at a method that is burnt, 0 to 1. */
  private double burntShare(String method) {
    double there = samplesAt.getOrDefault(method, 0.0) * perSample;
    return Math.min(1, burntAt.getOrDefault(method, 0.0) / Math.max(1e-9, there));
  }

  private static List<RootSpread.Stack> stacks(
      List<Samples.Counted> samples, ToDoubleFunction<Samples.Counted> weight) {
    return samples.stream()
        .map(one -> new RootSpread.Stack(one.frames(), weight.applyAsDouble(one)))
        .filter(stack -> stack.coreSeconds() > 0)
        .sorted(Comparator.comparingDouble(RootSpread.Stack::coreSeconds).reversed())
        .limit(MOST_STACKS)
        .toList();
  }

  private static List<RootSpread.Stack> scaled(List<RootSpread.Stack> stacks, double factor) {
    return stacks.stream()
        .map(stack -> new RootSpread.Stack(stack.frames(), factor * stack.coreSeconds()))
        .toList();
  }

  private static String method(Root root) {
    return root.site().map(Frame::qualifiedMethod).orElse("");
  }

  private static String method(List<Frame> stack) {
    return CodeOrigin.site(stack).map(Frame::qualifiedMethod).orElse("");
  }
}
