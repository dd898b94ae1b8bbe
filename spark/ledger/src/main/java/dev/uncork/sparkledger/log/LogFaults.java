package dev.uncork.sparkledger.log;

import java.util.SortedMap;

/**
 * What was not as it should be in the events of an application.
 *
 * @param events that were understood, or known to be of no use
 * @param damaged lines that are no event, or that say what can't be
 * @param unknown how often events came that Spark 3.3 to 4.3 don't have, by name; at most some
 * @param tasksMissing tasks that must have ended though no event says so: Spark drops events when
 *     it can't keep up with them
 * @param tasksLeftOut tasks that were beyond what is kept
 * @param plansLeftOut plans of queries that were beyond what is kept
 */
public record LogFaults(
    long events,
    long damaged,
    SortedMap<String, Long> unknown,
    long tasksMissing,
    long tasksLeftOut,
    long plansLeftOut) {}
