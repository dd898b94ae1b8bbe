package dev.uncork.protocol;

/** How the agent came into the JVM. */
public enum AgentMode {
  /** With the JVM's start. */
  RUN("run"),
  /** Into a JVM that ran already. */
  ATTACH(EntryWords.ATTACH);

  private final String label;

  AgentMode(String label) {
    this.label = label;
  }

  /** The name in options and recordings. */
  public String label() {
    return label;
  }
}
