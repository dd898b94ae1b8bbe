package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.contest.Leaders;
import dev.uncork.diagnosis.contest.Leaders.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a recording where another row of its ledger begins to lead, and then where within a row
 * another root does: one lock after another, say.
 *
 * <p>Idle rows compete with the cores that were left for them, whether idle or to other processes;
 * busy ones lead together where no idle row has a tenth of the cores. A root leads its row where it
 * has half of it.
 */
final class RowPhases {
  private static final double SHORTEST_SECONDS = 3;
  private static final double SHORTEST_SHARE = 0.1;
  private static final double LEAST_IDLE_SHARE = 0.1;

  /** Share of the cores by which a row must lead, over the shortest phase, to be worth a change. */
  private static final double LEAD_SHARE = 0.1;

  /** Share of a row's core-seconds with which a root stands for the row. */
  private static final double MOST = 0.5;

  private final List<Ledger.Row> idle;
  private final List<Ledger.Row> busy;
  private final double seconds;
  private final double binSeconds;
  private final int bins;
  private final double cores;
  private final int shortestBins;

  private RowPhases(Ledger ledger, double seconds) {
    this.seconds = seconds;
    idle = rows(ledger, true);
    busy = rows(ledger, false);
    binSeconds = ledger.binSeconds();
    bins = ledger.rows().stream().mapToInt(row -> row.cores().size()).max().orElse(0);
    cores = bins == 0 ? 0 : ledger.coreSeconds() / Math.max(1e-9, seconds);
    shortestBins =
        (int) Math.ceil(Math.max(SHORTEST_SECONDS / binSeconds, SHORTEST_SHARE * bins) - 1e-9);
  }

  private static List<Ledger.Row> rows(Ledger ledger, boolean idle) {
    return ledger.rows().stream()
        .filter(row -> idle == (row.kind().group() == RowKind.Group.IDLE))
        .toList();
  }

  /** The phases in order; none where the same row and root lead all the time. */
  static List<RowPhase> of(Ledger ledger, double seconds) {
    RowPhases phases = new RowPhases(ledger, seconds);
    return phases.bins < 2 * phases.shortestBins ? List.of() : phases.find();
  }

  private List<RowPhase> find() {
    List<RowPhase> phases = new ArrayList<>();
    for (Stretch stretch : contest(idle.size() + 1, this::scoreOfRow).between(0, bins)) {
      if (stretch.leader() == idle.size()) {
        phases.add(phase(mostOfBusy(stretch), Optional.empty(), stretch));
      } else {
        Ledger.Row row = idle.get(stretch.leader());
        byRoot(row, stretch).forEach(part -> phases.add(phase(row, root(row, part), part)));
      }
    }
    return phases.size() < 2 ? List.of() : phases;
  }

  private Leaders contest(int competitors, Leaders.Score score) {
    return new Leaders(competitors, score, LEAD_SHARE / 2 * cores * shortestBins, shortestBins);
  }

  private double scoreOfRow(int row, int bin) {
    return row == idle.size() ? LEAST_IDLE_SHARE * cores : left(idle.get(row), bin);
  }

  /** Stretches led by one root, or by none, which is the last competitor. */
  private List<Stretch> byRoot(Ledger.Row row, Stretch stretch) {
    List<Root> roots = row.roots();
    return contest(
            roots.size() + 1,
            (root, bin) ->
                root == roots.size() ? MOST * left(row, bin) : left(row, roots.get(root), bin))
        .between(stretch.from(), stretch.to());
  }

  private static Optional<Root> root(Ledger.Row row, Stretch stretch) {
    return stretch.leader() < row.roots().size()
        ? Optional.of(row.roots().get(stretch.leader()))
        : Optional.empty();
  }

  private static double at(List<Double> inCores, int bin) {
    return bin < inCores.size() ? inCores.get(bin) : 0;
  }

  private static double left(Ledger.Row row, int bin) {
    double ofRoots = 0;
    for (Root root : row.roots()) {
      ofRoots += left(row, root, bin);
    }
    return Math.max(ofRoots, at(row.cores(), bin));
  }

  /** What was left for a root in a bin; where nobody knows when, its share of the row. */
  private static double left(Ledger.Row row, Root root, int bin) {
    return root.spread().left().isEmpty()
        ? at(row.cores(), bin) * root.coreSeconds() / Math.max(1e-9, row.coreSeconds())
        : at(root.spread().left(), bin);
  }

  private Ledger.Row mostOfBusy(Stretch stretch) {
    return busy.stream()
        .max((a, b) -> Double.compare(sum(a, stretch), sum(b, stretch)))
        .orElseGet(() -> new Ledger.Row(RowKind.WORK, 0, List.of(), List.of()));
  }

  private RowPhase phase(Ledger.Row row, Optional<Root> root, Stretch stretch) {
    return new RowPhase(
        stretch.from() * binSeconds,
        Math.min(seconds, stretch.to() * binSeconds),
        row.kind(),
        sum(row, stretch) / (cores * stretch.length()),
        toOthers(row, stretch) / (cores * stretch.length()),
        root);
  }

  /** Cores that were left to other processes while they would have gone to an idle row. */
  private static double toOthers(Ledger.Row row, Stretch stretch) {
    double sum = 0;
    for (int bin = stretch.from(); bin < stretch.to(); bin++) {
      sum += left(row, bin) - at(row.cores(), bin);
    }
    return sum;
  }

  private static double sum(Ledger.Row row, Stretch stretch) {
    double sum = 0;
    for (int bin = stretch.from(); bin < stretch.to(); bin++) {
      sum += at(row.cores(), bin);
    }
    return sum;
  }
}
