package dev.uncork.protocol;

/** How far an agent has come with its session. */
public enum SessionState {
  /** No word yet, or the JVM died before the agent's first. */
  SILENT,
  /** It observes. */
  RUNNING,
  /** It has ended in order. */
  STOPPED,
  /** It has given up. */
  FAILED;

  /** Whether nothing more is to be expected. */
  public boolean isEnd() {
    return this == STOPPED || this == FAILED;
  }
}
