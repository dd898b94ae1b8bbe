package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How threads that wait for something spend their rounds: waiting for it, running, by their CPU
 * times, and waiting elsewhere, by looks at them. Waiting for others to finish, or for something to
 * do, is no part of a round: without what keeps those others it is shorter, too.
 *
 * <p>Who waits at the same place for something else, such as the monitor of a pool that is empty,
 * waits for the same; and so does who waits at another place for the same lock.
 */
final class Circulation {
  /** Of less than this share of the cores' time nobody asks what removing it would bring. */
  private static final double LEAST_SHARE = 0.01;

  private final double leastCoreSeconds;
  private final List<Look> looks = new ArrayList<>();

  /** Without looks, at so many core-seconds. */
  Circulation(double coreSeconds) {
    this.leastCoreSeconds = LEAST_SHARE * coreSeconds;
  }

  /** Where threads wait, and for what: one method may both wait for a lock and sleep. */
  record Place(Activity activity, String method) {
    boolean is(@Nullable Place other) {
      return other != null && activity == other.activity && method.equals(other.method);
    }
  }

  private record Look(int bin, List<ThreadSample> threads, Map<Long, Place> places) {}

  /** Adds a look with its charges. */
  void add(int bin, Moment moment, List<ThreadSample> threads, List<Charge> charges) {
    Map<Long, Place> places = moment.outside();
    for (Charge charge : charges) {
      Place place = charge.key().place();
      charge.who().forEach(thread -> places.put(thread, place));
    }
    looks.add(new Look(bin, threads, places));
  }

  /** Whether it looks for the rounds of those who left so much unused: that takes its time. */
  boolean looksFor(double leftCoreSeconds) {
    return leftCoreSeconds >= leastCoreSeconds;
  }

  /**
   * The rounds of threads that wait at a place.
   *
   * @param who all that do at any time
   * @param looksInBins how many looks each bin has
   */
  RootSpread.Round round(Set<Long> who, Place place, int[] looksInBins) {
    double[] waiting = new double[looksInBins.length];
    double[] rest = new double[looksInBins.length];
    double[] seen = new double[looksInBins.length];
    Set<Integer> things = things(who, place);
    for (Look look : looks) {
      for (ThreadSample thread : look.threads) {
        Place at = who.contains(thread.threadId()) ? look.places.get(thread.threadId()) : null;
        boolean same = at != null && (place.is(at) || things.contains(thread.blocker().instance()));
        double ran = who.contains(thread.threadId()) ? Math.max(0, thread.cpuShare()) : 0;
        double elsewhere = at == null || same ? 0 : 1;
        waiting[look.bin] += same ? thread.weight() : 0;
        rest[look.bin] += Math.min(1, ran + elsewhere) * thread.weight();
        seen[look.bin] += Math.min(1, ran + elsewhere);
      }
    }
    return new RootSpread.Round(
        Account.means(waiting, looksInBins),
        Account.means(rest, looksInBins),
        Arrays.stream(seen).boxed().toList());
  }

  /** Identity hash codes of what those who wait there wait for. */
  private Set<Integer> things(Set<Long> who, Place place) {
    Set<Integer> things = new HashSet<>();
    for (Look look : looks) {
      for (ThreadSample thread : look.threads) {
        if (who.contains(thread.threadId()) && place.is(look.places.get(thread.threadId()))) {
          things.add(thread.blocker().instance());
        }
      }
    }
    things.remove(0);
    return things;
  }
}
