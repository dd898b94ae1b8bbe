package dev.uncork.protocol.progress;

/** Who told how far the program has come. */
public enum ProgressOrigin {
  /** Its output. */
  OUTPUT("output"),
  /** An attribute of an MBean that the user named. */
  JMX("jmx"),
  /** The program itself, by an MBean of {@code dev.uncork}. */
  API("api");

  private final String label;

  ProgressOrigin(String label) {
    this.label = label;
  }

  /** The name in events. */
  public String label() {
    return label;
  }
}
