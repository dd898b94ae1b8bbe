package dev.uncork.sparkledger.model;

/**
 * How long tasks of a stage were blocked at a lock, in one executor; only the plugin tells.
 *
 * @param lock as a human would say it
 * @param site where most of them wait, such as {@code prices.Table.get(Table.java:20)}; may be
 *     empty
 * @param holder where it was seen to be held most; may be empty
 */
public record BlockedTasks(Stage.Key stage, String lock, String site, String holder, long millis) {}
