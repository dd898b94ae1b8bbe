package dev.uncork.diagnosis.ledger;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What there is to gain at most without one of a ledger's roots, at the CPU time per operation of
 * now.
 *
 * <p>Without the root to which idle cores are charged, these cores could do what the busy ones do:
 * what few threads do can be spread over all cores; who waits for something else could do as much
 * as the others meanwhile, if the cores suffice. So much of the time of a run is saved. What goes
 * on and on may gain more: what it did while it started is no part of an operation. So the gain is
 * that of the whole recording or of its second half, whichever is more.
 */
public final class RootBounds {
  private static final double MOST_SAVED = 0.99;

  /** What a shorter half tells may be chance. */
  private static final double SHORTEST_HALF_SECONDS = 3;

  private final Part whole;
  private final Part late;

  /**
   * A part of the recording.
   *
   * @param busy core-seconds of work; compiling is done once, and isn't any
   * @param working threads that waited for something outside of the pools, or ran
   */
  private record Part(
      double coreSeconds,
      double busy,
      double working,
      ToDoubleFunction<Root> left,
      ToDoubleFunction<Root> threads) {

    static Part of(
        Ledger ledger,
        double fromSecond,
        double seconds,
        ToDoubleFunction<Ledger.Row> ofRow,
        ToDoubleFunction<Root> left,
        ToDoubleFunction<Root> threads) {
      double busy = ledger.operatingCoreSeconds(fromSecond);
      double waiting = ledger.roots().stream().filter(RootBounds::waits).mapToDouble(threads).sum();
      return new Part(
          ledger.rows().stream().mapToDouble(ofRow).sum(),
          busy,
          waiting + busy / Math.max(1e-9, seconds),
          left,
          threads);
    }

    /** Share of the time saved at most without a root. */
    double saved(Root root) {
      if (root.kind() == FindingKind.DEADLOCK) {
        return MOST_SAVED;
      }
      double unused = left.applyAsDouble(root);
      double byCores = unused / Math.max(1e-9, busy + unused);
      double byThreads =
          root.row() == RowKind.FEW_THREADS
              ? unused / Math.max(1e-9, coreSeconds)
              : root.pool().isPresent() ? 1 : threads.applyAsDouble(root) / Math.max(1e-9, working);
      return Math.min(MOST_SAVED, Math.min(byCores, byThreads));
    }
  }

  /**
   * Of a ledger.
   *
   * @param seconds length of the recording
   */
  public RootBounds(Ledger ledger, double seconds) {
    this.whole =
        Part.of(ledger, 0, seconds, Ledger.Row::coreSeconds, Root::leftCoreSeconds, Root::threads);
    int bins = ledger.rows().stream().mapToInt(row -> row.cores().size()).max().orElse(0);
    int from = bins / 2;
    Bins late = new Bins(from, ledger.binSeconds(), seconds);
    this.late =
        isTooShort(late.seconds())
            ? whole
            : Part.of(
                ledger,
                from * ledger.binSeconds(),
                late.seconds(),
                row -> late.sum(row.cores()),
                root -> late.sum(root.spread().left()),
                root -> late.mean(root.spread().threads()));
  }

  /** Whether half of a recording is too short for bounds of its own. */
  public static boolean isTooShort(double halfSeconds) {
    return halfSeconds < SHORTEST_HALF_SECONDS;
  }

  /** Core-seconds that the program worked. */
  public double busy() {
    return whole.busy();
  }

  /** Share of the run's time saved at most without a root. */
  public double saved(Root root) {
    return whole.saved(root);
  }

  /** Additional throughput at most without a root: 0.67 means +67 %. */
  public double gain(Root root) {
    double saved = Math.max(whole.saved(root), late.saved(root));
    return saved / (1 - saved);
  }

  /** The bins from one on, the last of which may be shorter than the others. */
  private record Bins(int from, double binSeconds, double allSeconds) {
    double sum(List<Double> values) {
      double sum = 0;
      for (int bin = from; bin < values.size(); bin++) {
        sum += values.get(bin) * Math.max(0, Math.min(binSeconds, allSeconds - bin * binSeconds));
      }
      return sum;
    }

    double mean(List<Double> values) {
      return sum(values) / Math.max(1e-9, seconds());
    }

    double seconds() {
      return allSeconds - from * binSeconds;
    }
  }

  private static boolean waits(Root root) {
    return root.pool().isEmpty() && root.row() != RowKind.FEW_THREADS;
  }
}
