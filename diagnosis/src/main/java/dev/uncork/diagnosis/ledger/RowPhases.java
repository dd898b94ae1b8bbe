package dev.uncork.diagnosis.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a recording where another row of its ledger begins to lead.
 *
 * <p>Of all ways to name one row for each bin of time, the one is taken whose rows hold the most
 * core-seconds, less a price for each change (Viterbi, 1967); so a change is found at its very bin,
 * and a row that leads for a moment doesn't count. Idle rows compete; busy ones lead together where
 * no idle row has a tenth of the cores.
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
  private final double binSeconds;
  private final int bins;
  private final double cores;
  private final int shortestBins;

  private RowPhases(Ledger ledger) {
    idle = rows(ledger, true);
    busy = rows(ledger, false);
    binSeconds = ledger.binSeconds();
    bins = ledger.rows().stream().mapToInt(row -> row.cores().size()).max().orElse(0);
    cores = bins == 0 ? 0 : ledger.coreSeconds() / (bins * binSeconds);
    shortestBins =
        (int) Math.ceil(Math.max(SHORTEST_SECONDS / binSeconds, SHORTEST_SHARE * bins) - 1e-9);
  }

  private static List<Ledger.Row> rows(Ledger ledger, boolean idle) {
    return ledger.rows().stream()
        .filter(row -> idle == (row.kind().group() == RowKind.Group.IDLE))
        .toList();
  }

  /** The phases in order; none where the same row leads all the time. */
  static List<RowPhase> of(Ledger ledger) {
    RowPhases phases = new RowPhases(ledger);
    return phases.bins < 2 * phases.shortestBins ? List.of() : phases.find();
  }

  private List<RowPhase> find() {
    List<Stretch> stretches = stretches(leaders());
    while (stretches.size() > 1) {
      Stretch shortest =
          stretches.stream()
              .filter(stretch -> stretch.length() < shortestBins)
              .min((a, b) -> Integer.compare(a.length(), b.length()))
              .orElse(null);
      if (shortest == null) {
        break;
      }
      stretches = without(shortest, stretches);
    }
    return stretches.size() < 2 ? List.of() : stretches.stream().map(this::phase).toList();
  }

  /** For each bin the index of an idle row, or their number where the busy ones lead. */
  private int[] leaders() {
    int states = idle.size() + 1;
    double change = LEAD_SHARE / 2 * cores * shortestBins;
    double[] best = new double[states];
    int[][] before = new int[bins][states];
    for (int bin = 0; bin < bins; bin++) {
      int top = greatest(best);
      double[] next = new double[states];
      for (int state = 0; state < states; state++) {
        boolean stays = best[state] >= best[top] - change;
        before[bin][state] = stays ? state : top;
        next[state] = Math.max(best[state], best[top] - change) + score(state, bin);
      }
      best = next;
    }
    int[] leaders = new int[bins];
    int state = greatest(best);
    for (int bin = bins - 1; bin >= 0; bin--) {
      leaders[bin] = state;
      state = before[bin][state];
    }
    return leaders;
  }

  private double score(int state, int bin) {
    return state == idle.size() ? LEAST_IDLE_SHARE * cores : at(idle.get(state), bin);
  }

  private static double at(Ledger.Row row, int bin) {
    return bin < row.cores().size() ? row.cores().get(bin) : 0;
  }

  private static int greatest(double[] values) {
    int greatest = 0;
    for (int i = 1; i < values.length; i++) {
      greatest = values[i] > values[greatest] ? i : greatest;
    }
    return greatest;
  }

  private record Stretch(int leader, int from, int to) {
    int length() {
      return to - from;
    }
  }

  private static List<Stretch> stretches(int[] leaders) {
    List<Stretch> stretches = new ArrayList<>();
    for (int bin = 0; bin < leaders.length; bin++) {
      append(new Stretch(leaders[bin], bin, bin + 1), stretches);
    }
    return stretches;
  }

  private static void append(Stretch stretch, List<Stretch> to) {
    int last = to.size() - 1;
    if (last >= 0 && to.get(last).leader() == stretch.leader()) {
      to.set(last, new Stretch(stretch.leader(), to.get(last).from(), stretch.to()));
    } else {
      to.add(stretch);
    }
  }

  /** A stretch that is too short joins the one before it; the first joins the next. */
  private static List<Stretch> without(Stretch gone, List<Stretch> stretches) {
    int at = stretches.indexOf(gone);
    int leader = stretches.get(at == 0 ? 1 : at - 1).leader();
    List<Stretch> joined = new ArrayList<>();
    for (Stretch stretch : stretches) {
      append(stretch.equals(gone) ? new Stretch(leader, gone.from(), gone.to()) : stretch, joined);
    }
    return joined;
  }

  private RowPhase phase(Stretch stretch) {
    Ledger.Row row =
        stretch.leader() < idle.size()
            ? idle.get(stretch.leader())
            : busy.stream()
                .max((a, b) -> Double.compare(sum(a, stretch), sum(b, stretch)))
                .orElseGet(() -> new Ledger.Row(RowKind.WORK, 0, List.of(), List.of()));
    return new RowPhase(
        stretch.from() * binSeconds,
        stretch.to() * binSeconds,
        row.kind(),
        sum(row, stretch) / (cores * stretch.length()),
        root(row));
  }

  private static Optional<Root> root(Ledger.Row row) {
    return row.roots().stream()
        .findFirst()
        .filter(root -> root.coreSeconds() >= MOST * row.coreSeconds());
  }

  private static double sum(Ledger.Row row, Stretch stretch) {
    double sum = 0;
    for (int bin = stretch.from(); bin < stretch.to(); bin++) {
      sum += at(row, bin);
    }
    return sum;
  }
}
