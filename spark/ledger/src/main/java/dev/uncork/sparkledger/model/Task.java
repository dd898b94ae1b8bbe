package dev.uncork.sparkledger.model;

import java.util.Optional;

/**
 * An attempt of a task.
 *
 * @param failure why it didn't succeed; empty also while it runs
 * @param span from its launch by the driver until the driver knew its end
 */
public record Task(
    Key key, Outcome outcome, Optional<Failure> failure, Span span, Times times, Volumes volumes) {

  /**
   * Which one it is.
   *
   * @param partition its index within the stage
   * @param locality such as {@code NODE_LOCAL}
   */
  public record Key(
      int partition, int attempt, String executor, boolean speculative, String locality) {}

  /** How it ended. */
  public enum Outcome {
    SUCCEEDED,
    /** Its code threw, or the result didn't fit. */
    FAILED,
    /** Another executor's shuffle output could not be read. */
    FETCH_FAILED,
    /** Another attempt was faster, or its stage was given up. */
    KILLED,
    /** Its executor went. */
    LOST,
    /** The events end before it does. */
    RUNNING
  }

  /**
   * Why it didn't succeed.
   *
   * @param reason the exception's class, or Spark's word, such as {@code FetchFailed} or {@code
   *     ExecutorLostFailure}
   * @param message its first line, shortened; may be empty
   * @param from whose output it couldn't fetch: an executor's id and host
   */
  public record Failure(String reason, String message, Optional<Source> from) {}

  /** An executor and its host. */
  public record Source(String executor, String host) {}

  /**
   * Where its time went, in milliseconds as Spark's metrics have it. The parts of {@code run} are
   * {@code cpu}, {@code gc}, {@code fetchWait}, {@code shuffleWrite} and waits that Spark has no
   * name for; they may overlap.
   *
   * @param deserialize before it ran, of its code and data
   * @param deserializeCpu of that
   * @param run on the executor, without deserialization and the result's serialization
   * @param cpu of the thread that ran it; of no other process
   * @param gc of the whole executor while it ran
   * @param gettingResult by which the driver fetched its result from the executor
   * @param fetchWait blocked for other executors' shuffle outputs
   */
  public record Times(
      long deserialize,
      long deserializeCpu,
      long run,
      long cpu,
      long gc,
      long resultSerialization,
      long gettingResult,
      long fetchWait,
      long shuffleWrite) {
    /** Of a task of which no metrics came. */
    public static final Times NONE = new Times(0, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
