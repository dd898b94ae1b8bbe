package dev.uncork.recording.jvm;

/**
 * What the JVM itself did that costs the program time.
 *
 * @param throwables exceptions and errors that were made; negative where unknown
 * @param codeCacheFull how often the code cache was full, so that compilation stopped
 * @param runningSamples samples of running threads
 * @param interpretedSamples those of them whose innermost method was interpreted
 * @param operations what stopped all threads
 * @param heap what makes for collections
 */
public record JvmActivity(
    long throwables,
    long codeCacheFull,
    long runningSamples,
    long interpretedSamples,
    VmOperations operations,
    HeapUse heap) {
  /** Of a recording that doesn't tell. */
  public static final JvmActivity UNKNOWN =
      new JvmActivity(-1, 0, 0, 0, VmOperations.NONE, HeapUse.UNKNOWN);

  /** Share of the samples of running threads whose innermost method was interpreted, 0 to 1. */
  public double interpretedShare() {
    return runningSamples == 0 ? 0 : (double) interpretedSamples / runningSamples;
  }
}
