package dev.uncork.sparkledger.model;

import java.util.List;
import java.util.SortedMap;

/**
 * An application as its events tell it.
 *
 * @param complete whether its end is among the events; else its span ends with the last of them
 * @param settings its Spark properties
 * @param executors in the order in which they came; in local mode the driver is the only one
 * @param stages attempts of stages that were submitted, in that order
 * @param queries SQL executions
 */
public record Application(
    Identity identity,
    Span span,
    boolean complete,
    SortedMap<String, String> settings,
    List<Executor> executors,
    List<Job> jobs,
    List<Stage> stages,
    List<Query> queries) {

  /**
   * What it is called.
   *
   * @param sparkVersion such as {@code 4.0.1}
   * @param javaVersion of the driver
   */
  public record Identity(String id, String name, String sparkVersion, String javaVersion) {}
}
