package dev.uncork.recording.jvm;

/**
 * Code that runs interpreted though the program has run for a while, and why the JVM may not
 * compile it as well as it can.
 *
 * @param samples of running threads since then
 * @param share of them whose innermost method was interpreted, 0 to 1
 * @param most the method that was so most often, of those that were never seen compiled as a frame
 *     is written; empty if none
 * @param mostShare its share of the samples
 * @param option the JVM's option that has it interpret all code, or leave out its optimizing
 *     compiler C2; empty if there is none
 */
public record InterpretedCode(
    long samples, double share, String most, double mostShare, String option) {
  /** None seen. */
  public static final InterpretedCode NONE = new InterpretedCode(0, 0, "", 0, "");
}
