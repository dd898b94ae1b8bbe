package dev.uncork.diagnosis.lever;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.protocol.RemedyName;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import dev.uncork.scaling.network.WorkloadChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a diagnosis suggests: levers to try and advice, each with the gain that is predicted. */
public final class Proposals {
  /** Busy share from which on the cores are what limits. */
  public static final double BUSY = 0.95;

  private static final int MOST_LOCKS = 6;
  private static final double LEAST_BLOCKED_SHARE = 0.02;
  private static final double LEAST_LOCKING_SHARE = 0.03;

  /** Share of the time in short synchronized methods that goes to their locks, as a guess. */
  private static final double LOCKING_PART = 0.5;

  private final Diagnosis diagnosis;
  private final Optional<ProgramEstimate> estimate;
  private final ProgramFacts facts;

  private Proposals(Diagnosis diagnosis, Optional<ProgramEstimate> estimate, ProgramFacts facts) {
    this.diagnosis = diagnosis;
    this.estimate = estimate;
    this.facts = facts;
  }

  /**
   * Makes proposals.
   *
   * @param estimate the program as the scaling model sees it; empty where it can't be priced
   */
  public static SetupObservation of(
      Diagnosis diagnosis, Optional<ProgramEstimate> estimate, ProgramFacts facts) {
    return new Proposals(diagnosis, estimate, facts).make();
  }

  private SetupObservation make() {
    List<Advice> advice = new ArrayList<>();
    List<String> hot = new ArrayList<>();
    boolean log = false;
    for (LockRow lock : hotLocks()) {
      Guarded kind = kindOf(lock);
      log |= kind == Guarded.LOG;
      advice.add(advice(lock, kind));
      hot.add(Guarded.simple(lock.use().id().lockClass()));
    }
    serialPhase().ifPresent(advice::add);
    advice.sort(Comparator.comparingDouble(Advice::predictedGain).reversed());
    boolean writes =
        diagnosis.findings().stream().anyMatch(finding -> finding.kind() == FindingKind.IO);
    List<Lever> levers = new ArrayList<>();
    for (Lever lever : facts.asked()) {
      levers.add(predicted(lever, advice));
    }
    levers.addAll(HeapLevers.of(diagnosis, facts));
    levers.addAll(
        new LockLevers(diagnosis, facts, lock -> lockGain(lock, kindOf(lock))).of(hotLocks()));
    levers.addAll(PlacementLevers.of(diagnosis, facts));
    reserve().ifPresent(levers::add);
    if (log || writes || logsOften()) {
      double gain =
          advice.stream()
              .filter(a -> a.remedy() == Advice.Remedy.QUIET)
              .mapToDouble(Advice::predictedGain)
              .max()
              .orElse(0);
      facts.quiet().forEach(lever -> levers.add(quiet(lever, gain)));
    }
    return new SetupObservation("", diagnosis.cores().busyShare(), levers, advice, hot);
  }

  private List<LockRow> hotLocks() {
    double run = Math.max(1e-9, diagnosis.recording().durationNanos());
    return diagnosis.locks().stream()
        .filter(row -> row.use().totalAcquireNanos() > LEAST_BLOCKED_SHARE * run)
        .limit(MOST_LOCKS)
        .toList();
  }

  /** The code knows better than names do. */
  private Guarded kindOf(LockRow lock) {
    return facts.code().counts(lock.use().id().lockClass()) ? Guarded.COUNTER : Guarded.by(lock);
  }

  private Advice advice(LockRow lock, Guarded kind) {
    String location = lock.site().map(site -> site.frame().toString()).orElse("");
    return new Advice(kind.remedy(), lock.name(), location, lockGain(lock, kind));
  }

  /** By the scaling model where it holds, else the bound from unused cores. */
  private double lockGain(LockRow lock, Guarded kind) {
    String name = lock.use().id().lockClass();
    if (estimate.isPresent() && estimate.get().doubts().isEmpty()) {
      ProgramEstimate known = estimate.get();
      boolean modelled =
          known.forecast().workload().locks().stream().anyMatch(l -> l.name().equals(name));
      if (modelled) {
        WorkloadChange remedy =
            switch (kind) {
              case TABLE -> new WorkloadChange(WorkloadChange.Kind.STRIPE, name, 1024);
              case QUEUE -> new WorkloadChange(WorkloadChange.Kind.CHUNK, name, 32);
              default -> new WorkloadChange(WorkloadChange.Kind.REMOVE, name, 1);
            };
        double gain = known.forecast().gain(remedy, known.threads(), known.cores()).value();
        return Math.max(0, gain);
      }
    }
    double top =
        diagnosis.locks().stream().mapToLong(row -> row.use().totalAcquireNanos()).max().orElse(1);
    return diagnosis
        .topLockGain()
        .map(gain -> gain.atMostShare() * lock.use().totalAcquireNanos() / Math.max(1, top))
        .orElse(0.0);
  }

  private Optional<Advice> serialPhase() {
    return finding(FindingKind.SERIAL_PHASE)
        .map(
            finding ->
                new Advice(
                    Advice.Remedy.PARALLEL,
                    "serial phase",
                    finding.location().map(Frame::toString).orElse(""),
                    gain(finding.savedShareAtMost())));
  }

  private Optional<Finding> finding(FindingKind kind) {
    return diagnosis.findings().stream().filter(f -> f.kind() == kind).findFirst();
  }

  /** What a share of the time that is saved is as additional throughput. */
  static double gain(double savedShare) {
    double saved = Math.min(0.95, savedShare);
    return saved / (1 - saved);
  }

  /** A lever of the user's that speaks of a hot lock promises what removing that lock promises. */
  private Lever predicted(Lever lever, List<Advice> advice) {
    if (lever.kind() == RemedyKind.WORKERS) {
      return finding(FindingKind.TOO_FEW_THREADS)
          .map(Finding.TooFewThreads.class::cast)
          .map(
              few ->
                  lever.predicted(
                      gain(few.savedShareAtMost()),
                      new Why.TooFewThreads(few.working(), few.cores())))
          .orElse(lever);
    }
    for (Advice each : advice) {
      boolean meant =
          each.remedy() == Advice.Remedy.PARALLEL
              ? Guarded.words(lever.name()).stream()
                  .anyMatch(w -> w.equals("parallel") || w.equals("phase") || w.equals("serial"))
              : meant(lever.name(), each);
      if (meant) {
        return lever.predicted(each.predictedGain(), new Why.WaitedFor(each.subject()));
      }
    }
    return lever;
  }

  private static boolean meant(String lever, Advice advice) {
    List<String> subject = Guarded.words(Guarded.simple(advice.subject()));
    boolean named =
        Guarded.words(lever).stream().anyMatch(word -> word.length() > 2 && subject.contains(word));
    return named
        || java.util.Arrays.stream(Guarded.values())
            .anyMatch(k -> k.remedy() == advice.remedy() && k.isMeantBy(lever));
  }

  private static Lever quiet(Lever lever, double gain) {
    return gain > 0 ? lever.predicted(gain, lever.why()) : lever;
  }

  /** Whether threads are often seen in a logging framework. */
  private boolean logsOften() {
    return share(frame -> LOGGING.stream().anyMatch(frame.className()::startsWith), 40)
        >= LEAST_LOCKING_SHARE;
  }

  private static final List<String> LOGGING =
      List.of(
          "ch.qos.logback.",
          "org.apache.logging.log4j.",
          "org.apache.log4j.",
          "java.util.logging.");

  /** Synchronized methods that are busy, at locks that hardly anybody waits for. */
  private Optional<Lever> reserve() {
    List<String> contended =
        diagnosis.locks().stream()
            .filter(row -> row.use().blocked() > 0)
            .map(row -> row.use().id().lockClass())
            .toList();
    double locking =
        share(
            frame ->
                !contended.contains(frame.className()) && facts.code().synchronizedMethod(frame),
            2);
    if (locking < LEAST_LOCKING_SHARE) {
      return Optional.empty();
    }
    return Optional.of(
        new Lever(
            RemedyKind.RESERVE,
            RemedyName.RESERVE.label(),
            List.of(
                Change.remedy(
                    RemedyKind.RESERVE, RemedyName.RESERVE.label(), RemedyName.RESERVE.label())),
            OptionalDouble.of(gain(locking * LOCKING_PART)),
            new Why.InSynchronized(locking),
            false));
  }

  /** Share of the samples with such a frame among their innermost ones. */
  private double share(java.util.function.Predicate<Frame> wanted, int depth) {
    long all = 0;
    long found = 0;
    for (Samples.Counted sample : samples()) {
      all += sample.count();
      found += sample.frames().stream().limit(depth).anyMatch(wanted) ? sample.count() : 0;
    }
    return all == 0 ? 0 : (double) found / all;
  }

  private List<Samples.Counted> samples() {
    return diagnosis.recording().samples().all();
  }
}
