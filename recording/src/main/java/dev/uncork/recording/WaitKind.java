package dev.uncork.recording;

/** Ways to wait that JFR tells apart. */
public enum WaitKind {
  /** Blocked at the entry of a monitor. */
  MONITOR,
  /** In {@link Object#wait()}. */
  NOTIFICATION,
  /** Parked: locks and queues of {@code java.util.concurrent}. */
  PARK,
  SLEEP,
  /** Reads and writes of a socket. */
  SOCKET,
  /** Reads, writes and forces of a file. */
  FILE
}
