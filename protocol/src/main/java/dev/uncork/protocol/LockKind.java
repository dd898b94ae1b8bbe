package dev.uncork.protocol;

/** How a lock is acquired. */
public enum LockKind {
  /** An object monitor. */
  MONITOR("monitor"),
  /** A synchronizer of {@code java.util.concurrent}, exclusive mode. */
  JUC("juc"),
  /** A synchronizer of {@code java.util.concurrent}, shared mode. */
  JUC_SHARED("juc-shared");

  private static final LockKind[] BY_CODE = values();

  private final String label;

  LockKind(String label) {
    this.label = label;
  }

  /** The name in events. */
  public String label() {
    return label;
  }

  /** The kind of a name in events; one that isn't known is taken for a monitor. */
  public static LockKind of(String label) {
    for (LockKind kind : BY_CODE) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    return MONITOR;
  }

  /** The kind that the native collector has under a number: its place here. */
  public static LockKind ofCode(int code) {
    return BY_CODE[code];
  }
}
