package dev.uncork.agent.observe.work;

/** When numbers were read lately; the oldest moment makes room for a new one. */
final class Moments {
  /** Moments kept. */
  static final int KEPT = 64;

  private final long[] millis = new long[KEPT];
  private int taken;

  /** Another moment; gives the place at which its numbers are to be kept. */
  int next(long epochMillis) {
    int place = taken % KEPT;
    millis[place] = epochMillis;
    taken++;
    return place;
  }

  /** How many are kept. */
  int size() {
    return Math.min(taken, KEPT);
  }

  /** How many there were in all. */
  int total() {
    return taken;
  }

  /** The age of the first moment that is kept of those since there were so many in all. */
  int firstSince(int total) {
    return Math.max(0, total - (taken - size()));
  }

  /** The place of a moment by its age, the oldest one that is kept being 0. */
  int place(int index) {
    return (taken - size() + index) % KEPT;
  }

  /** A moment by its age, likewise. */
  long epochMillis(int index) {
    return millis[place(index)];
  }
}
