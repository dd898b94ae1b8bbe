package dev.uncork.scaling.network;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Throughput of a workload with N threads on P cores, by exact analysis of a closed network.
 *
 * <p>The network has one delay station (work outside of the locks) and for each stripe of a lock a
 * station whose service takes h while one thread is there and h + c while others wait. That is a
 * product-form network; its means are those of exact mean-value analysis (Reiser and Lavenberg),
 * and {@link ProductForm} gets them, and the distribution's second moment, by convolution (Buzen).
 *
 * <p>Locks whose waiters sleep don't pass on at a constant cost: an unfair one may be taken again
 * before the waiter is awake. {@link WokenLocks} finds the constant cost that comes to the same,
 * for the time that threads spend elsewhere; the two are brought together by iteration.
 *
 * <p>The cores: with j threads able to run, each advances at the rate φ = min(1, P/j). All rates
 * out of a state are multiplied by the same φ, which changes the time that is spent in a state and
 * not the order of states, so that the stationary probability of each is divided by φ and {@code
 * X(N, P) = X(N, ∞) / E[max(1, j/P)]}, exactly. Mean and variance of j are exact, its shape is
 * taken as normal. The CPU time of collector and compiler takes its share of P, by a fixed point.
 *
 * <p>Serial time is Amdahl's: 1/X = 1/X(N, P) + s.
 */
public final class ClosedNetwork {
  private static final int FIXED_POINT_STEPS = 60;
  private static final NormalDistribution NORMAL = new NormalDistribution();

  /**
   * From this utilisation on, a resource rather than the number of threads holds a program back.
   */
  static final double SATURATED = 0.75;

  /** Serial share of the time from which on it is worth doing something about. */
  private static final double MOSTLY_SERIAL = 0.25;

  /** What a resource of the program is. */
  public enum Resource {
    CORES,
    LOCK,
    SERIAL,
    THREADS
  }

  /**
   * How busy a resource is.
   *
   * @param name of the lock; else empty
   * @param utilisation share of the time in which it can serve nobody else
   */
  public record Load(Resource resource, String name, double utilisation) {}

  /**
   * A solved network.
   *
   * @param throughput operations per second
   * @param serialShare of the time that is serial
   * @param loads the resources, the busiest first
   */
  public record Solution(double throughput, double serialShare, List<Load> loads) {
    /** What holds the program back; {@link Resource#THREADS} if more threads would do more. */
    public Load bottleneck() {
      return loads.stream()
          .filter(this::full)
          .findFirst()
          .orElseGet(() -> new Load(Resource.THREADS, "", loads.get(0).utilisation()));
    }

    /** A lock or the cores can be busy only while the program isn't serial. */
    private boolean full(Load load) {
      return load.resource() == Resource.SERIAL
          ? serialShare >= MOSTLY_SERIAL
          : load.utilisation() >= SATURATED * (1 - serialShare);
    }
  }

  private ClosedNetwork() {}

  /**
   * Solves a network.
   *
   * @param threads that do operations, at least 1
   * @param cores that they may use; a fraction where others use the rest
   */
  public static Solution solve(Workload workload, int threads, double cores) {
    if (threads < 1 || !(cores > 0)) {
      throw new IllegalArgumentException(
          threads + " threads on " + cores + " cores; expected at least 1 and more than 0");
    }
    Workload seen = seen(workload, threads);
    ProductForm.Moments moments = ProductForm.of(seen, threads);
    double parallel = underBackground(moments, workload.backgroundCpuSeconds(), cores);
    double throughput = 1 / (1 / parallel + workload.serialSeconds());
    return new Solution(
        throughput, throughput * workload.serialSeconds(), loads(seen, throughput, cores));
  }

  /** The workload with the constant hand-off costs at which its locks let through as much. */
  private static Workload seen(Workload workload, int threads) {
    boolean none =
        workload.locks().stream().allMatch(l -> l.handOff().passing() == HandOff.Passing.SEEN);
    return none || threads < 2 ? free(workload) : new WokenLocks(workload, threads).seen();
  }

  /** One thread meets nobody. */
  private static Workload free(Workload workload) {
    return workload.with(
        workload.locks().stream()
            .map(
                lock ->
                    lock.handOff().passing() == HandOff.Passing.SEEN
                        ? lock
                        : lock.with(HandOff.seen(0)))
            .toList());
  }

  /** The number of threads at which the first resource is saturated, by the asymptotic bounds. */
  public static double knee(Workload workload, double cores) {
    return workload.aloneSeconds() * ceiling(seen(workload, (int) Math.max(1, cores)), cores);
  }

  /** Operations per second that no number of threads exceeds. */
  static double ceiling(Workload workload, double cores) {
    double ceiling = cores / workload.allCpuSeconds();
    for (LockDemand lock : workload.locks()) {
      ceiling = Math.min(ceiling, lock.capacity());
    }
    return 1 / (1 / ceiling + workload.serialSeconds());
  }

  private static double underBackground(
      ProductForm.Moments moments, double backgroundSeconds, double cores) {
    if (backgroundSeconds == 0) {
      return moments.throughput() / slowdown(moments, cores);
    }
    // What is left of the cores falls as throughput grows, so there is exactly one fixed point.
    double low = 0;
    double high = Math.min(moments.throughput(), cores / backgroundSeconds);
    for (int i = 0; i < FIXED_POINT_STEPS; i++) {
      double guess = (low + high) / 2;
      double left = cores - guess * backgroundSeconds;
      double possible = left <= 0 ? 0 : moments.throughput() / slowdown(moments, left);
      if (possible >= guess) {
        low = guess;
      } else {
        high = guess;
      }
    }
    return (low + high) / 2;
  }

  /** E[max(1, j/P)]. */
  private static double slowdown(ProductForm.Moments moments, double cores) {
    double mean = moments.meanRunnable();
    if (moments.threads() <= cores) {
      return 1;
    }
    double deviation = Math.sqrt(moments.varianceRunnable());
    if (deviation < 1e-9 * mean) {
      return Math.max(1, mean / cores);
    }
    double z = (cores - mean) / deviation;
    double below = NORMAL.cumulativeProbability(z);
    double expected = below + (mean * (1 - below) + deviation * NORMAL.density(z)) / cores;
    return Math.max(1, Math.min(expected, moments.threads() / cores));
  }

  private static List<Load> loads(Workload workload, double throughput, double cores) {
    List<Load> loads = new ArrayList<>();
    loads.add(new Load(Resource.CORES, "", throughput * workload.allCpuSeconds() / cores));
    if (workload.serialSeconds() > 0) {
      loads.add(new Load(Resource.SERIAL, "", throughput * workload.serialSeconds()));
    }
    for (LockDemand lock : workload.locks()) {
      loads.add(new Load(Resource.LOCK, lock.name(), throughput / lock.capacity()));
    }
    loads.sort(Comparator.comparingDouble(Load::utilisation).reversed());
    return List.copyOf(loads);
  }
}
