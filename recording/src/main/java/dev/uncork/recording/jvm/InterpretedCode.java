package dev.uncork.recording.jvm;

/**
 * Code that runs interpreted though the program has run for a while.
 *
 * @param samples of running threads since then
 * @param share of them whose innermost method was interpreted, 0 to 1
 * @param most the method that was so most often, of those that were never seen compiled as a frame
 *     is written; empty if none
 * @param mostShare its share of the samples
 */
public record InterpretedCode(long samples, double share, String most, double mostShare) {
  /** None seen. */
  public static final InterpretedCode NONE = new InterpretedCode(0, 0, "", 0);
}
