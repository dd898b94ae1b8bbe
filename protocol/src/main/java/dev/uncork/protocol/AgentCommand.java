package dev.uncork.protocol;

/** What the agent is told to do, other than to observe. */
public enum AgentCommand {
  /** Ends the session. */
  STOP(EntryWords.STOP),
  /** Takes the locks out of Spark's streams; {@link AgentOption#STREAMS} names them. */
  UNLOCK(EntryWords.UNLOCK),
  /** Undoes {@link #UNLOCK}. */
  RELOCK(EntryWords.RELOCK);

  private final String label;

  AgentCommand(String label) {
    this.label = label;
  }

  /** The name in options. */
  public String label() {
    return label;
  }
}
