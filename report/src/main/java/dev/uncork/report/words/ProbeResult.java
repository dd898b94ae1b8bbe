package dev.uncork.report.words;

/**
 * What one probe of {@code uncork doctor} found.
 *
 * @param topic what was looked at
 * @param state whether Uncork gets what it wants from it
 * @param text what was seen
 * @param remedy what to do about it; empty when nothing is to be done
 */
public record ProbeResult(String topic, State state, String text, String remedy) {
  /** How good it is for Uncork. */
  public enum State {
    OK,
    /** Works, with less to see. */
    LIMITED,
    /** Does not work. */
    MISSING
  }

  /** Nothing is missing. */
  public static ProbeResult ok(String topic, String text) {
    return new ProbeResult(topic, State.OK, text, "");
  }

  /** Less is seen than could be. */
  public static ProbeResult limited(String topic, String text, String remedy) {
    return new ProbeResult(topic, State.LIMITED, text, remedy);
  }

  /** It does not work. */
  public static ProbeResult missing(String topic, String text, String remedy) {
    return new ProbeResult(topic, State.MISSING, text, remedy);
  }
}
