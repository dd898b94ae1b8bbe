package dev.uncork.agent.observe.experiment;

import java.util.Map;

/**
 * What a window measured, by counter, whose names are in the order of trust.
 *
 * @param work per second
 * @param cost CPU time per unit of work; without what didn't move
 */
record WindowRates(int cores, Map<String, Double> work, Map<String, Double> cost) {}
