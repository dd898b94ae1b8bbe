package dev.uncork.agent.observe.experiment;

import dev.uncork.agent.observe.work.WorkCounter;
import java.util.Map;

/**
 * What a window measured, by counter, whose names are in the order of trust.
 *
 * @param work per second
 * @param cost CPU time per unit of work; without what didn't move
 */
record WindowRates(int cores, Map<String, Double> work, Map<String, Double> cost) {
  /** A counter's name here: those of a more trusted unit come first. */
  static String nameOf(WorkCounter counter) {
    return counter.unit().ordinal() + " " + counter.name();
  }
}
