package dev.uncork.sparkledger.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.LongStream;

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
    Driver driver,
    Span span,
    boolean complete,
    SortedMap<String, String> settings,
    List<Executor> executors,
    List<Job> jobs,
    List<Stage> stages,
    List<Query> queries) {
  private static final String DRIVER = "driver";

  /** Whether there is no executor but the driver. */
  public boolean isLocal() {
    return executors.size() <= 1
        && executors.stream().allMatch(executor -> executor.id().equals(DRIVER));
  }

  /** When the first job or query began; empty where there is none. */
  public OptionalLong firstAction() {
    return LongStream.concat(
            jobs.stream().mapToLong(job -> job.span().startMillis()),
            queries.stream().mapToLong(query -> query.span().startMillis()))
        .min();
  }

  /** The same with these queries only. */
  public Application with(List<Query> some) {
    return new Application(
        identity, driver, span, complete, settings, executors, jobs, stages, some);
  }

  /**
   * What it is called.
   *
   * @param attempt of YARN's, where a cluster manager tells it
   * @param sparkVersion such as {@code 4.0.1}
   */
  public record Identity(String id, Optional<String> attempt, String name, String sparkVersion) {}

  /**
   * The process that plans; in local mode also the executor, whose peaks it then has.
   *
   * @param host empty where the events don't tell
   * @param javaVersion such as {@code 17.0.15 (Debian)}
   * @param peaks as {@link Executor#peaks}
   * @param gaps in which the plugin looked at it, since no task ran; empty without the plugin
   * @param demand who asks it for work
   */
  public record Driver(
      String host,
      String javaVersion,
      Map<String, Long> peaks,
      List<DriverGap> gaps,
      Demand demand) {}
}
