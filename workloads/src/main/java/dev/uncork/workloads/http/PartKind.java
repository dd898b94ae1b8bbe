package dev.uncork.workloads.http;

import java.util.Locale;

/** Which form of a shared part the server uses. */
enum PartKind {
  /** Behind one lock, as first written. */
  LOCKED,
  /** As {@link #LOCKED}, behind a fair lock. */
  FAIR,
  /** From {@code java.util.concurrent}. */
  CONCURRENT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
