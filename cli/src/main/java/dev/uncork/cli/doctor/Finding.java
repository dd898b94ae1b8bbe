package dev.uncork.cli.doctor;

/**
 * What one probe found.
 *
 * @param topic what was looked at
 * @param state whether Uncork gets what it wants from it
 * @param text what was seen
 * @param remedy what to do about it; empty when nothing is to be done
 */
public record Finding(String topic, State state, String text, String remedy) {
  /** How good it is for Uncork. */
  public enum State {
    OK,
    /** Works, with less to see. */
    LIMITED,
    /** Does not work. */
    MISSING
  }

  static Finding ok(String topic, String text) {
    return new Finding(topic, State.OK, text, "");
  }

  static Finding limited(String topic, String text, String remedy) {
    return new Finding(topic, State.LIMITED, text, remedy);
  }

  static Finding missing(String topic, String text, String remedy) {
    return new Finding(topic, State.MISSING, text, remedy);
  }
}
