package dev.uncork.protocol;

import java.util.Arrays;
import java.util.Optional;

/** What became of a remedy at one place. */
public enum RemedyState {
  /** It works there now. */
  APPLIED("applied"),
  /** It has proved to help. */
  KEPT("kept"),
  /** It can't be had there. */
  REFUSED("refused"),
  /** It is gone again. */
  UNDONE("undone");

  private final String label;

  RemedyState(String label) {
    this.label = label;
  }

  /** The name in events. */
  public String label() {
    return label;
  }

  /** The state of a name, if there is one. */
  public static Optional<RemedyState> of(String label) {
    return Arrays.stream(values()).filter(state -> state.label.equals(label)).findFirst();
  }
}
