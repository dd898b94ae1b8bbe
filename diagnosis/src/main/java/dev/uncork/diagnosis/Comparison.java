package dev.uncork.diagnosis;

import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.LockUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two recordings side by side: what a change of a program, or of how it is run, has changed.
 *
 * <p>All figures are rates or shares, so that recordings of different length can be compared. Locks
 * are matched by the name that a human would say, since identity hash codes differ from run to run;
 * those of one name are added up.
 *
 * @param throughput operations per second, where both recordings tell them
 * @param busyCores cores that the process kept busy, where both recordings tell that
 * @param blockedThreads threads blocked at locks, on average
 * @param gcShare share of the time that garbage collection paused
 * @param systemShare share of the CPU time in the kernel, where both recordings tell it
 * @param locks those that changed most first
 * @param cautions why the two may not be comparable
 */
public record Comparison(
    Diagnosis before,
    Diagnosis after,
    Optional<Change> throughput,
    Optional<Change> busyCores,
    Change blockedThreads,
    Change gcShare,
    Optional<Change> systemShare,
    List<LockChange> locks,
    List<Caution> cautions) {
  private static final int SHORT_SECONDS = 10;
  private static final double SMALL_CHANGE = 0.1;
  private static final double SHOWN_ROW_CHANGE = 0.01;

  public Comparison {
    locks = List.copyOf(locks);
    cautions = List.copyOf(cautions);
  }

  /** A figure before and after. */
  public record Change(double before, double after) {
    /** Change as a share of what it was: 0.5 means +50 %; empty where it was nothing. */
    public Optional<Double> share() {
      return before > 0 ? Optional.of(after / before - 1) : Optional.empty();
    }

    /** How much greater it is than before. */
    public double difference() {
      return after - before;
    }
  }

  /**
   * The locks of one name before and after.
   *
   * @param blockedThreads threads blocked there on average
   * @param blockedPerSecond acquires that blocked, per second
   * @param maxAcquireNanos the longest acquire
   */
  public record LockChange(
      String name,
      LockKind kind,
      Change blockedThreads,
      Change blockedPerSecond,
      Change maxAcquireNanos) {}

  /** Share of the core-seconds, 0 to 1, that went to a row of the ledger before and after. */
  public record RowChange(RowKind row, Change share) {}

  /**
   * Rows of the ledger to which at least 1 % of the core-seconds more or less went, what changed
   * most first; none where one of the recordings has no ledger.
   */
  public List<RowChange> ledgerRows() {
    Ledger was = before.ledger();
    Ledger is = after.ledger();
    if (!was.known() || !is.known()) {
      return List.of();
    }
    return Arrays.stream(RowKind.values())
        .map(row -> new RowChange(row, new Change(was.share(row), is.share(row))))
        .filter(row -> Math.abs(row.share().difference()) >= SHOWN_ROW_CHANGE)
        .sorted(
            Comparator.comparingDouble((RowChange row) -> Math.abs(row.share().difference()))
                .reversed())
        .toList();
  }

  /** Compares two diagnoses. */
  public static Comparison of(Diagnosis before, Diagnosis after) {
    Optional<Change> throughput =
        before
            .progress()
            .flatMap(
                b ->
                    after
                        .progress()
                        .filter(a -> !a.countsOther(b))
                        .map(a -> new Change(b.meanRate(), a.meanRate())));
    boolean cores = before.cores().known() && after.cores().known();
    boolean process = before.process().known() && after.process().known();
    Comparison bare =
        new Comparison(
            before,
            after,
            throughput,
            cores ? Optional.of(new Change(busy(before), busy(after))) : Optional.empty(),
            new Change(blocked(before), blocked(after)),
            new Change(before.process().gcPauseShare(), after.process().gcPauseShare()),
            process
                ? Optional.of(
                    new Change(before.process().systemShare(), after.process().systemShare()))
                : Optional.empty(),
            locks(before, after),
            List.of());
    return new Comparison(
        before,
        after,
        bare.throughput,
        bare.busyCores,
        bare.blockedThreads,
        bare.gcShare,
        bare.systemShare,
        bare.locks,
        cautions(bare));
  }

  private static double busy(Diagnosis diagnosis) {
    return diagnosis.cores().busyShare() * diagnosis.cores().count();
  }

  private static double seconds(Diagnosis diagnosis) {
    return Math.max(1e-9, diagnosis.recording().durationNanos() / 1e9);
  }

  private static double blocked(Diagnosis diagnosis) {
    double nanos =
        diagnosis.recording().lockClasses().stream()
            .mapToDouble(use -> use.totalAcquireNanos())
            .sum();
    return nanos / 1e9 / seconds(diagnosis);
  }

  private static List<LockChange> locks(Diagnosis before, Diagnosis after) {
    Map<Key, double[]> sums = new LinkedHashMap<>();
    sum(before, 0, sums);
    sum(after, 1, sums);
    List<LockChange> changes = new ArrayList<>();
    sums.forEach(
        (key, sum) ->
            changes.add(
                new LockChange(
                    key.name(),
                    key.kind(),
                    new Change(sum[0], sum[1]),
                    new Change(sum[2], sum[3]),
                    new Change(sum[4], sum[5]))));
    changes.sort(
        Comparator.comparingDouble(
                (LockChange change) -> Math.abs(change.blockedThreads().difference()))
            .thenComparingDouble(change -> Math.abs(change.blockedPerSecond().difference()))
            .reversed()
            .thenComparing(LockChange::name));
    return changes;
  }

  private record Key(String name, LockKind kind) {}

  private static void sum(Diagnosis diagnosis, int side, Map<Key, double[]> sums) {
    for (LockRow row : diagnosis.locks()) {
      LockUse use = row.use();
      if (use.blocked() > 0) {
        double[] sum =
            sums.computeIfAbsent(new Key(row.name(), use.id().kind()), key -> new double[6]);
        sum[side] += use.totalAcquireNanos() / 1e9 / seconds(diagnosis);
        sum[2 + side] += use.blocked() / seconds(diagnosis);
        sum[4 + side] = Math.max(sum[4 + side], use.maxAcquireNanos());
      }
    }
  }

  private static List<Caution> cautions(Comparison comparison) {
    List<Caution> cautions = new ArrayList<>();
    CollectorInfo before = comparison.before.recording().collector();
    CollectorInfo after = comparison.after.recording().collector();
    Optional<ProgressSummary> was = comparison.before.progress();
    Optional<ProgressSummary> is = comparison.after.progress();
    if (was.isEmpty() || is.isEmpty()) {
      cautions.add(new Caution.NoThroughput());
    } else if (comparison.throughput.isEmpty()) {
      cautions.add(new Caution.OtherProgress(was.get().label(), is.get().label()));
    }
    comparison
        .throughput
        .flatMap(Change::share)
        .filter(share -> Math.abs(share) < SMALL_CHANGE)
        .ifPresent(share -> cautions.add(new Caution.SmallChange(SMALL_CHANGE)));
    differ(Caution.Side.CORES, before.availableCpus(), after.availableCpus(), cautions);
    differ(Caution.Side.JVM, before.jvm(), after.jvm(), cautions);
    differ(Caution.Side.COMMAND, before.command(), after.command(), cautions);
    differ(
        Caution.Side.LOCK_SOURCE,
        comparison.before.recording().lockSource(),
        comparison.after.recording().lockSource(),
        cautions);
    if (Math.min(seconds(comparison.before), seconds(comparison.after)) < SHORT_SECONDS) {
      cautions.add(new Caution.ShortRecording(SHORT_SECONDS));
    }
    return cautions;
  }

  private static void differ(
      Caution.Side side, Object before, Object after, List<Caution> cautions) {
    if (!before.equals(after)) {
      cautions.add(new Caution.Differs(side, before.toString(), after.toString()));
    }
  }
}
