package dev.uncork.protocol.thread;

/** Whose stack was seen at a lock. */
public enum StackRole {
  /** Of acquires that blocked. */
  WAITER("waiter"),
  /** Of the thread that held it. */
  HOLDER("holder");

  private final String label;

  StackRole(String label) {
    this.label = label;
  }

  /** The name in events. */
  public String label() {
    return label;
  }
}
