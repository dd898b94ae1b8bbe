package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.stack.Libraries;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Recording;
import java.util.ArrayList;
import java.util.List;

/**
 * Where every core-second of a recording went. The rows add up to {@code coreSeconds}.
 *
 * @param coreSeconds usable cores times the time of the recording
 * @param rows in the order of {@link RowKind}; those to which nothing went are left out
 * @param binSeconds length of the bins of {@link Row#cores}, of which the last may be shorter
 * @param leftWithoutDemand core-seconds that the program left unused, or to other processes, since
 *     it had nothing to do
 */
public record Ledger(
    double coreSeconds, List<Row> rows, double binSeconds, double leftWithoutDemand) {
  /** Of a recording that doesn't tell. */
  public static final Ledger NONE = new Ledger(0, List.of(), 1, 0);

  public Ledger {
    rows = List.copyOf(rows);
  }

  /**
   * The ledger of a recording; {@link #NONE} if nobody looked at its threads.
   *
   * @param cores usable cores; 0 where unknown
   */
  public static Ledger of(Recording recording, Seconds seconds, int cores, Libraries libraries) {
    return cores <= 0 || recording.snapshots().isEmpty()
        ? NONE
        : new LedgerBuilder(recording, seconds, cores, libraries).build();
  }

  /**
   * The same with what is burnt taken out of the work.
   *
   * @param share of the CPU time of the application's threads, 0 to 1
   * @param burns what it is charged to
   */
  public Ledger withBurnt(double share, List<Burn> burns) {
    if (share <= 0) {
      return this;
    }
    List<Row> split = new ArrayList<>();
    for (Row row : rows) {
      if (row.kind() == RowKind.WORK) {
        List<Root> roots =
            burns.stream().map(burn -> burn.root(row.coreSeconds() * burn.share())).toList();
        split.add(row.part(RowKind.WORK, 1 - share, List.of()));
        split.add(row.part(RowKind.BURNT, share, roots));
      } else {
        split.add(row);
      }
    }
    return new Ledger(coreSeconds, split, binSeconds, leftWithoutDemand);
  }

  /** Whether the recording told enough for a ledger. */
  public boolean known() {
    return coreSeconds > 0 && !rows.isEmpty();
  }

  /** Share of the core-seconds that went to a row, 0 to 1. */
  public double share(RowKind kind) {
    return rows.isEmpty() ? 0 : coreSeconds(kind) / coreSeconds;
  }

  /** Core-seconds that went to a row. */
  public double coreSeconds(RowKind kind) {
    return rows.stream().filter(row -> row.kind() == kind).mapToDouble(Row::coreSeconds).sum();
  }

  /** Core-seconds that went to a group of rows. */
  public double coreSeconds(RowKind.Group group) {
    return rows.stream()
        .filter(row -> row.kind().group() == group)
        .mapToDouble(Row::coreSeconds)
        .sum();
  }

  /**
   * Core-seconds of which more operations need more: work, contention and collections. Compiling
   * and starting up is done once.
   */
  public double operatingCoreSeconds() {
    return operatingCoreSeconds(0);
  }

  /** The same without the bins before a second. */
  public double operatingCoreSeconds(double fromSecond) {
    double sum = 0;
    for (Row row : rows) {
      sum += row.operates() ? row.coreSeconds() : 0;
      for (int bin = 0; row.operates() && bin < row.cores().size(); bin++) {
        sum -= (bin + 1) * binSeconds <= fromSecond ? row.cores().get(bin) * binSeconds : 0;
      }
    }
    return sum;
  }

  /** Cores that the JVM itself used at a second, for what doesn't grow with the operations. */
  public double jvmCores(int second) {
    int bin = (int) (second / binSeconds);
    return rows.stream()
        .filter(row -> row.isOfJvm() && bin < row.cores().size())
        .mapToDouble(row -> row.cores().get(bin))
        .sum();
  }

  /** All roots of idle cores, the one for which most cores were left unused first. */
  public List<Root> roots() {
    return rows.stream()
        .flatMap(row -> row.roots().stream())
        .sorted((a, b) -> Double.compare(b.leftCoreSeconds(), a.leftCoreSeconds()))
        .toList();
  }

  /**
   * Where another row begins to lead; none where the same row leads all the time.
   *
   * @param seconds length of the recording, at which the last one ends
   */
  public List<RowPhase> phases(double seconds) {
    return RowPhases.of(this, seconds);
  }

  /** The same with longer bins, at most so many. */
  public Ledger coarser(int mostBins) {
    int bins = rows.stream().mapToInt(row -> row.cores().size()).max().orElse(0);
    int together = Math.max(1, (bins + mostBins - 1) / mostBins);
    return together == 1
        ? this
        : new Ledger(
            coreSeconds,
            rows.stream().map(row -> row.coarser(together)).toList(),
            binSeconds * together,
            leftWithoutDemand);
  }

  /**
   * One row.
   *
   * @param roots what the row's core-seconds are charged to, the most first; empty for rows of busy
   *     cores but those burnt
   * @param cores cores that went to it in each bin of time
   */
  public record Row(RowKind kind, double coreSeconds, List<Root> roots, List<Double> cores) {
    public Row {
      roots = List.copyOf(roots);
      cores = List.copyOf(cores);
    }

    /** Whether more operations need more of it. */
    boolean operates() {
      return kind.group() == RowKind.Group.BUSY || kind == RowKind.GC;
    }

    /**
     * Whether the JVM needs it for itself: compiling and watching don't grow with the operations.
     */
    boolean isOfJvm() {
      return kind == RowKind.COMPILATION || kind == RowKind.JVM;
    }

    private Row part(RowKind other, double share, List<Root> itsRoots) {
      return new Row(
          other, coreSeconds * share, itsRoots, cores.stream().map(in -> in * share).toList());
    }

    private Row coarser(int together) {
      return new Row(
          kind,
          coreSeconds,
          roots.stream().map(root -> root.coarser(together)).toList(),
          RootSpread.means(cores, together));
    }
  }
}
