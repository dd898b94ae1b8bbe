package dev.uncork.scaling.network;

import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * One lock whose waiters sleep, and the threads that go between it and the rest of the program.
 *
 * <p>A Markov chain over the number of threads at the lock and what goes on there: it is held; it
 * is held while a woken waiter is on its way; it is free, or given to the waiter, while that one is
 * on its way; and, beside each of these, whether the thread that woke the waiter is still busy with
 * that. Waking takes {@value #PHASES} exponential phases, since it varies less than an exponential
 * time. There is one woken waiter at a time; if it finds the lock taken, it sleeps again.
 *
 * <p>The chain moves between neighbouring levels only, so that its stationary distribution follows
 * by linear level reduction (Gaver, Jacobs and Latouche, "Finite birth-and-death models in randomly
 * changing environments", 1984).
 */
final class WokenLock {
  private static final int PHASES = 4;

  /** With more threads the shape of the waking time shows less. */
  private static final int FEW_THREADS = 16;

  private static final int MANY_THREADS = 64;

  private static final double SHORTEST_SECONDS = 1e-10;
  private static final double HUGE = 1e150;
  private static final int SEARCH_STEPS = 50;

  /** Longest constant cost that is looked for, against waking and signal together. */
  private static final double REACH = 10;

  private static final int HELD = 0;

  private final double hold;
  private final double outside;
  private final HandOff handOff;
  private final int threads;
  private final int phases;

  /** States without regard to the signal; those in which one is sent come behind the others. */
  private final int kinds;

  private final int states;

  private WokenLock(double holdSeconds, double outsideSeconds, HandOff handOff, int threads) {
    this.hold = Math.max(holdSeconds, SHORTEST_SECONDS);
    this.outside = Math.max(outsideSeconds, SHORTEST_SECONDS);
    this.handOff = handOff;
    this.threads = threads;
    this.phases = threads <= FEW_THREADS ? PHASES : threads <= MANY_THREADS ? 2 : 1;
    this.kinds = 1 + 2 * phases;
    this.states = 2 * kinds;
  }

  /**
   * The constant hand-off cost at which a lock that waiters look at would let through as much.
   *
   * @param outsideSeconds between two visits of a thread
   */
  static double equivalentSeconds(
      double holdSeconds, double outsideSeconds, HandOff handOff, int threads) {
    if (threads < 2 || handOff.seconds() + handOff.signalSeconds() <= 0) {
      return 0;
    }
    WokenLock lock = new WokenLock(holdSeconds, outsideSeconds, handOff, threads);
    double wanted = lock.throughput();
    double low = 0;
    double high = REACH * (handOff.seconds() + handOff.signalSeconds());
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double middle = (low + high) / 2;
      if (seenThroughput(lock.hold, lock.outside, middle, threads) > wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The time that a visit takes on average, with waiting, at a constant hand-off cost. */
  static double visitSeconds(
      double holdSeconds, double outsideSeconds, double handOffSeconds, int threads) {
    double visits = seenThroughput(holdSeconds, outsideSeconds, handOffSeconds, threads);
    return Math.max(holdSeconds, threads / visits - outsideSeconds);
  }

  /** Visits per second of a lock with the service time h alone and h + c while others wait. */
  private static double seenThroughput(double hold, double outside, double handOff, int threads) {
    double h = Math.max(hold, SHORTEST_SECONDS);
    double z = Math.max(outside, SHORTEST_SECONDS);
    double weight = 1;
    double all = 1;
    double visits = 0;
    for (int n = 1; n <= threads; n++) {
      double service = n == 1 ? h : h + handOff;
      weight *= (threads - n + 1) / z * service;
      all += weight;
      visits += weight / service;
      if (weight > HUGE) {
        weight /= HUGE;
        all /= HUGE;
        visits /= HUGE;
      }
    }
    return visits / all;
  }

  /** Visits per second. */
  private double throughput() {
    RealMatrix[] ratios = new RealMatrix[threads + 1];
    RealMatrix above = null;
    for (int n = threads; n >= 1; n--) {
      RealMatrix level = within(n);
      if (above != null) {
        level = level.add(above.multiply(down(n + 1)));
      }
      RealMatrix inverse = new LUDecomposition(level.scalarMultiply(-1)).getSolver().getInverse();
      above = up(n - 1).multiply(inverse);
      ratios[n] = above;
    }
    double[] level = nobodyThere(within(0).add(ratios[1].multiply(down(1))));
    double all = level[HELD] + level[kinds + HELD];
    double held = 0;
    for (int n = 1; n <= threads; n++) {
      level = ratios[n].preMultiply(level);
      for (int s = 0; s < states; s++) {
        all += level[s];
        held += s % kinds <= phases ? level[s] : 0;
      }
      if (all > HUGE) {
        for (int s = 0; s < states; s++) {
          level[s] /= HUGE;
        }
        all /= HUGE;
        held /= HUGE;
      }
    }
    return held / all / hold;
  }

  /** The two states without a thread at the lock, such that nothing flows in or out of them. */
  private double[] nobodyThere(RealMatrix flow) {
    double[] level = new double[states];
    if (handOff.signalSeconds() == 0) {
      level[HELD] = 1;
    } else {
      double back = flow.getEntry(kinds + HELD, HELD);
      double out = -flow.getEntry(HELD, HELD);
      level[HELD] = back / (back + out);
      level[kinds + HELD] = out / (back + out);
    }
    return level;
  }

  private boolean free() {
    return handOff.passing() == HandOff.Passing.FREE;
  }

  /** Held while a waiter is on its way, in some phase from 0. */
  private static int heldWaking(int phase) {
    return 1 + phase;
  }

  private int waking(int phase) {
    return 1 + phases + phase;
  }

  /** Arrivals per second with n threads at the lock. */
  private double arrivals(int n, int signalling) {
    return Math.max(0, threads - n - signalling) / outside;
  }

  private RealMatrix up(int n) {
    double[][] rates = new double[states][states];
    for (int s = 0; s <= 1; s++) {
      int at = s * kinds;
      rates[at + HELD][at + HELD] = arrivals(n, s);
      for (int p = 0; p < phases && n > 0; p++) {
        rates[at + heldWaking(p)][at + heldWaking(p)] = arrivals(n, s);
        rates[at + waking(p)][at + (free() ? heldWaking(p) : waking(p))] = arrivals(n, s);
      }
    }
    return new Array2DRowRealMatrix(rates, false);
  }

  private RealMatrix down(int n) {
    double[][] rates = new double[states][states];
    int signalled = handOff.signalSeconds() > 0 ? kinds : 0;
    for (int at = 0; at < states; at += kinds) {
      // Threads that signal at the same time count as one.
      rates[at + HELD][n == 1 ? at + HELD : signalled + waking(0)] = 1 / hold;
      for (int p = 0; p < phases; p++) {
        rates[at + heldWaking(p)][n == 1 ? at + HELD : at + waking(p)] = 1 / hold;
      }
    }
    return new Array2DRowRealMatrix(rates, false);
  }

  private RealMatrix within(int n) {
    double[][] rates = new double[states][states];
    double phase = phases / Math.max(handOff.seconds(), SHORTEST_SECONDS);
    for (int s = 0; s <= 1; s++) {
      int at = s * kinds;
      rates[at + HELD][at + HELD] = -(n == 0 ? 0 : 1 / hold) - arrivals(n, s);
      for (int p = 0; p < phases; p++) {
        boolean last = p == phases - 1;
        rates[at + heldWaking(p)][at + (last ? HELD : heldWaking(p + 1))] = phase;
        rates[at + waking(p)][at + (last ? HELD : waking(p + 1))] = phase;
        rates[at + heldWaking(p)][at + heldWaking(p)] = -phase - 1 / hold - arrivals(n, s);
        rates[at + waking(p)][at + waking(p)] = -phase - arrivals(n, s);
      }
    }
    double told = 1 / Math.max(handOff.signalSeconds(), SHORTEST_SECONDS);
    for (int kind = 0; kind < kinds; kind++) {
      rates[kinds + kind][kind] += told;
      rates[kinds + kind][kinds + kind] -= told;
    }
    return new Array2DRowRealMatrix(rates, false);
  }
}
