package dev.uncork.recording;

/**
 * Identity of a lock within one JVM.
 *
 * @param lockClass binary name of its class
 * @param instance identity hash code of the object; 0 stands for all instances of the class, in
 *     recordings that don't tell them apart
 */
public record LockId(String lockClass, int instance, Kind kind) {

  /** How a lock is acquired. */
  public enum Kind {
    /** An object monitor. */
    MONITOR("monitor"),
    /** A synchronizer of {@code java.util.concurrent}, exclusive mode. */
    JUC("juc"),
    /** A synchronizer of {@code java.util.concurrent}, shared mode. */
    JUC_SHARED("juc-shared");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** The name in events. */
    public String label() {
      return label;
    }

    static Kind of(String label) {
      return switch (label) {
        case "juc" -> JUC;
        case "juc-shared" -> JUC_SHARED;
        default -> MONITOR;
      };
    }
  }
}
