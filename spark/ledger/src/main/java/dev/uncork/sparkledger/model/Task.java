package dev.uncork.sparkledger.model;

/**
 * An attempt of a task.
 *
 * @param span from its launch by the driver until the driver knew its end
 */
public record Task(Key key, Outcome outcome, Span span, Times times, Volumes volumes) {

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
   * Where its time went, in milliseconds as Spark's metrics have it. The parts of {@code run} are
   * {@code cpu}, {@code gc}, {@code fetchWait}, {@code shuffleWrite} and waits that Spark has no
   * name for; they may overlap.
   *
   * @param deserialize before it ran, of its code and data
   * @param run on the executor, without deserialization and the result's serialization
   * @param cpu of the thread that ran it; of no other process
   * @param gc of the whole executor while it ran
   * @param gettingResult by which the driver fetched its result from the executor
   * @param fetchWait blocked for other executors' shuffle outputs
   */
  public record Times(
      long deserialize,
      long run,
      long cpu,
      long gc,
      long resultSerialization,
      long gettingResult,
      long fetchWait,
      long shuffleWrite) {
    /** Of a task of which no metrics came. */
    public static final Times NONE = new Times(0, 0, 0, 0, 0, 0, 0, 0);
  }
}
