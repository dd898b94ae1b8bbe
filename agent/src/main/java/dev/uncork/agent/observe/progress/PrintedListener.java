package dev.uncork.agent.observe.progress;

/** Told of what the program prints of its progress. */
public interface PrintedListener {
  /** So many operations were done between two moments. */
  void printed(long fromMillis, long toMillis, double operations);
}
