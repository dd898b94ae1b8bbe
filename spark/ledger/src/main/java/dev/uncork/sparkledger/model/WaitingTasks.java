package dev.uncork.sparkledger.model;

/**
 * What tasks of a stage waited for off the CPU in one executor, locks aside; only the plugin tells.
 *
 * @param activity as reports name it, such as {@code sleep} or {@code socket}
 * @param site where, such as {@code prices.Client.ask(Client.java:20)}
 */
public record WaitingTasks(Stage.Key stage, String activity, String site, long millis) {}
