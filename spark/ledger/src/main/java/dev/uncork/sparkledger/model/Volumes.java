package dev.uncork.sparkledger.model;

/**
 * What a task read, wrote and kept.
 *
 * @param shuffleRead from all executors
 * @param shuffleReadRemoteBytes of {@code shuffleRead}, from other hosts and executors
 * @param resultBytes sent to the driver
 * @param peakExecutionBytes execution memory of Spark's that it had at a time
 */
public record Volumes(
    Amount input,
    Amount shuffleRead,
    long shuffleReadRemoteBytes,
    Amount shuffleWrite,
    Amount output,
    long resultBytes,
    Spill spill,
    long peakExecutionBytes) {

  /** Of a task of which no metrics came. */
  public static final Volumes NONE =
      new Volumes(Amount.NONE, Amount.NONE, 0, Amount.NONE, Amount.NONE, 0, new Spill(0, 0), 0);

  /** Bytes and records. */
  public record Amount(long bytes, long records) {
    /** Nothing. */
    public static final Amount NONE = new Amount(0, 0);
  }

  /**
   * What didn't fit into memory.
   *
   * @param memoryBytes as it was in memory
   * @param diskBytes as it was written
   */
  public record Spill(long memoryBytes, long diskBytes) {}
}
