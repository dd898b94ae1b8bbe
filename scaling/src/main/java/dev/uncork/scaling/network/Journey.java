package dev.uncork.scaling.network;

import java.util.ArrayList;
import java.util.List;

/**
 * The best sequence of remedies: always against what holds the program back at the target, until
 * that is the cores or the number of threads.
 *
 * <p>It doesn't look for the largest gain of one step: where two locks are equally hot, removing
 * either alone gains nothing, and both must go.
 */
public final class Journey {
  private static final int MOST_STEPS = 50;

  /** One step and where it leads. */
  public record Step(WorkloadChange remedy, Forecast after) {}

  private Journey() {}

  /**
   * Finds the steps.
   *
   * @param stripes to split a lock into
   */
  public static List<Step> best(Forecast start, int threads, double cores, int stripes) {
    List<Step> steps = new ArrayList<>();
    Forecast now = start;
    while (steps.size() < MOST_STEPS) {
      ClosedNetwork.Load bottleneck = now.expected(threads, cores).bottleneck();
      WorkloadChange remedy;
      switch (bottleneck.resource()) {
        case LOCK -> remedy = best(now, bottleneck.name(), threads, cores, stripes);
        case SERIAL -> remedy = new WorkloadChange(WorkloadChange.Kind.PARALLEL, "", 1);
        default -> {
          return List.copyOf(steps);
        }
      }
      now = now.after(remedy);
      steps.add(new Step(remedy, now));
    }
    return List.copyOf(steps);
  }

  /** Stripes where they take the lock out of the way, else its removal. */
  private static WorkloadChange best(
      Forecast now, String lock, int threads, double cores, int stripes) {
    WorkloadChange stripe = new WorkloadChange(WorkloadChange.Kind.STRIPE, lock, stripes);
    boolean stillHot = now.after(stripe).expected(threads, cores).bottleneck().name().equals(lock);
    return stillHot ? new WorkloadChange(WorkloadChange.Kind.REMOVE, lock, 1) : stripe;
  }
}
