package dev.uncork.spark.profile;

import dev.uncork.diagnosis.LockRow;
import dev.uncork.spark.event.HotLock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Contended locks by name and site, summed over recordings. Of an application that contends on ever
 * new locks, the cheap ones are dropped.
 */
public final class LockTotals {
  private static final int MAX_LOCKS = 500;
  private static final String OUR_OWN = "dev.uncork.spark.";

  private final Map<String, HotLock> locks = new HashMap<>();

  /** Adds one lock of one recording, unless it is the plugin itself that waited for it. */
  public void add(LockRow row) {
    if (row.use().blocked() > 0 && !isOurs(row)) {
      add(hotLock(row));
    }
  }

  /** Whether the plugin itself waited for it. */
  static boolean isOurs(LockRow row) {
    return site(row).startsWith(OUR_OWN);
  }

  private static String site(LockRow row) {
    return row.site().map(one -> one.frame().toString()).orElse("");
  }

  /** What a recording says of a lock. */
  static HotLock hotLock(LockRow row) {
    return new HotLock(
        row.name(),
        site(row),
        row.holder().flatMap(LockRow.Holder::frame).map(Object::toString).orElse(""),
        row.use().blocked(),
        row.use().totalAcquireNanos(),
        row.use().maxAcquireNanos());
  }

  /** Adds what was summed up elsewhere. */
  public void add(HotLock lock) {
    locks.merge(lock.key(), lock, HotLock::plus);
    if (locks.size() > MAX_LOCKS) {
      List<HotLock> kept = hottest(MAX_LOCKS / 2);
      locks.clear();
      kept.forEach(one -> locks.put(one.key(), one));
    }
  }

  /** The locks that cost most, by the time that blocked acquires took. */
  public List<HotLock> hottest(int count) {
    return locks.values().stream()
        .sorted(Comparator.comparingLong((HotLock lock) -> lock.totalNanos).reversed())
        .limit(count)
        .toList();
  }
}
