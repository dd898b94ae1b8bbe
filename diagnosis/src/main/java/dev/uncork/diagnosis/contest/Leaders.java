package dev.uncork.diagnosis.contest;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a stretch of time where another of several competitors begins to lead.
 *
 * <p>Of all ways to name one leader for each bin of time, the one is taken whose leaders score
 * most, less a price for each change (Viterbi, 1967); so a change is found at its very bin, and one
 * that leads for a moment doesn't count.
 */
public final class Leaders {
  private final int competitors;
  private final Score score;
  private final double change;
  private final int shortest;

  /** How much a competitor has in a bin. */
  public interface Score {
    double of(int competitor, int bin);
  }

  /** Bins, the last exclusive, and the competitor that leads in them. */
  public record Stretch(int leader, int from, int to) {
    /** Number of bins. */
    public int length() {
      return to - from;
    }
  }

  /**
   * A contest.
   *
   * @param change by how much the others must have led, in all, to be worth a change
   * @param shortest bins of a stretch, at least
   */
  public Leaders(int competitors, Score score, double change, int shortest) {
    this.competitors = competitors;
    this.score = score;
    this.change = change;
    this.shortest = shortest;
  }

  /** Who leads from one bin to another, in order; at least one stretch. */
  public List<Stretch> between(int from, int to) {
    List<Stretch> stretches = stretches(leaders(from, to), from);
    while (stretches.size() > 1) {
      Stretch least =
          stretches.stream()
              .filter(stretch -> stretch.length() < shortest)
              .min((a, b) -> Integer.compare(a.length(), b.length()))
              .orElse(null);
      if (least == null) {
        break;
      }
      stretches = without(least, stretches);
    }
    return stretches;
  }

  private int[] leaders(int from, int to) {
    double[] best = new double[competitors];
    int[][] before = new int[to - from][competitors];
    for (int bin = from; bin < to; bin++) {
      int top = greatest(best);
      double[] next = new double[competitors];
      for (int one = 0; one < competitors; one++) {
        boolean stays = best[one] >= best[top] - change;
        before[bin - from][one] = stays ? one : top;
        next[one] = Math.max(best[one], best[top] - change) + score.of(one, bin);
      }
      best = next;
    }
    int[] leaders = new int[to - from];
    int leader = greatest(best);
    for (int i = leaders.length - 1; i >= 0; i--) {
      leaders[i] = leader;
      leader = before[i][leader];
    }
    return leaders;
  }

  private static int greatest(double[] values) {
    int greatest = 0;
    for (int i = 1; i < values.length; i++) {
      greatest = values[i] > values[greatest] ? i : greatest;
    }
    return greatest;
  }

  private static List<Stretch> stretches(int[] leaders, int from) {
    List<Stretch> stretches = new ArrayList<>();
    for (int i = 0; i < leaders.length; i++) {
      append(new Stretch(leaders[i], from + i, from + i + 1), stretches);
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
}
