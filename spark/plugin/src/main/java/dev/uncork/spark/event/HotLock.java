package dev.uncork.spark.event;

/** What a lock, or all locks of one name and site, cost in one executor so far. */
public final class HotLock {
  /** As a human would say it. */
  public String name = "";

  /** Where most of it is acquired, or empty. */
  public String site = "";

  /** Where it was seen to be held most, or empty. */
  public String holder = "";

  /** Acquires that blocked, exactly. */
  public long blocked;

  /** Time that they took together. */
  public long totalNanos;

  /** Time that the longest took. */
  public long maxNanos;

  /** For Jackson. */
  public HotLock() {}

  public HotLock(
      String name, String site, String holder, long blocked, long totalNanos, long maxNanos) {
    this.name = name;
    this.site = site;
    this.holder = holder;
    this.blocked = blocked;
    this.totalNanos = totalNanos;
    this.maxNanos = maxNanos;
  }

  /** What tells it from others. */
  public String key() {
    return name + "\t" + site;
  }

  /** Both together, with the holder of the one that cost more. */
  public HotLock plus(HotLock other) {
    HotLock heavier = totalNanos >= other.totalNanos || other.holder.isEmpty() ? this : other;
    return new HotLock(
        name,
        site,
        heavier.holder,
        blocked + other.blocked,
        totalNanos + other.totalNanos,
        Math.max(maxNanos, other.maxNanos));
  }

  /** One line that {@link #parse} reads. */
  public String toLine() {
    return String.join("\t", name, site, holder, blocked + "", totalNanos + "", maxNanos + "");
  }

  /** Reads what {@link #toLine} wrote. */
  public static HotLock parse(String line) {
    String[] parts = line.split("\t", -1);
    return new HotLock(
        parts[0],
        parts[1],
        parts[2],
        Long.parseLong(parts[3]),
        Long.parseLong(parts[4]),
        Long.parseLong(parts[5]));
  }
}
