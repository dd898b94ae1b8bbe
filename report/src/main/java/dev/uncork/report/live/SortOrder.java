package dev.uncork.report.live;

import dev.uncork.diagnosis.LockRow;
import java.util.Comparator;

/** What the locks are sorted by, the greatest first. */
enum SortOrder {
  WAITING("waiting", Comparator.comparingLong(row -> row.use().totalAcquireNanos())),
  BLOCKED("blocked/s", Comparator.comparingLong(row -> row.use().blocked())),
  LONGEST("max ms", Comparator.comparingLong(row -> row.use().maxAcquireNanos())),
  WAITS("waits/s", Comparator.comparingLong(row -> row.use().waits()));

  private final String column;
  private final Comparator<LockRow> ascending;

  SortOrder(String column, Comparator<LockRow> ascending) {
    this.column = column;
    this.ascending = ascending;
  }

  /** The heading of its column. */
  String column() {
    return column;
  }

  Comparator<LockRow> comparator() {
    return ascending.reversed().thenComparing(LockRow::name);
  }

  SortOrder next() {
    return values()[(ordinal() + 1) % values().length];
  }
}
