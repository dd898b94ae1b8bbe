package dev.uncork.report.text;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What several JVMs did together, such as the executors of a Spark application: cores used, and
 * contended locks summed over all of them, by name and site.
 */
public final class TogetherText {
  private static final int MAX_LOCKS = 8;
  private static final String LOCK_FORMAT = "%12s%10s%12s%11s";
  private static final int NUMBERS = 45;

  private final int width;
  private final Map<String, Diagnosis> jvms = new TreeMap<>();

  public TogetherText(int width) {
    this.width = width;
  }

  /** Adds a JVM. */
  public void add(String jvm, Diagnosis diagnosis) {
    jvms.put(jvm, diagnosis);
  }

  private record Sum(String name, String site, long blocked, long nanos, long maxNanos, int jvms) {
    Sum plus(Sum other) {
      return new Sum(
          name,
          site,
          blocked + other.blocked,
          nanos + other.nanos,
          Math.max(maxNanos, other.maxNanos),
          jvms + other.jvms);
    }
  }

  /** Writes it; nothing where there is only one JVM. */
  public void render(PrintStream out) {
    if (jvms.size() < 2) {
      return;
    }
    out.println();
    out.println("Together  " + jvms.size() + " JVMs used " + cores());
    List<Sum> locks = locks();
    if (locks.isEmpty()) {
      out.println("Contended locks of all: none");
      return;
    }
    out.printf(
        "%-" + (width - NUMBERS) + "s" + LOCK_FORMAT + "%n",
        "Contended locks of all",
        "acquire ms",
        "max ms",
        "blocked",
        "JVMs");
    for (Sum lock : locks.subList(0, Math.min(MAX_LOCKS, locks.size()))) {
      line(lock, out);
    }
  }

  private String cores() {
    double used = 0;
    int given = 0;
    for (Diagnosis jvm : jvms.values()) {
      used += jvm.cores().busyShare() * jvm.cores().count();
      given += jvm.cores().count();
    }
    return String.format(
        Locale.ROOT, "%.2f of %d cores, on average over each one's time", used, given);
  }

  private List<Sum> locks() {
    Map<String, Sum> sums = new HashMap<>();
    for (Diagnosis jvm : jvms.values()) {
      Map<String, Sum> own = new HashMap<>();
      for (LockRow row : jvm.locks()) {
        if (row.use().blocked() > 0) {
          String site = row.site().map(one -> one.frame().toString()).orElse("");
          Sum sum =
              new Sum(
                  row.name(),
                  site,
                  row.use().blocked(),
                  row.use().totalAcquireNanos(),
                  row.use().maxAcquireNanos(),
                  0);
          own.merge(row.name() + "\n" + site, sum, Sum::plus);
        }
      }
      own.forEach(
          (key, one) ->
              sums.merge(
                  key,
                  new Sum(one.name, one.site, one.blocked, one.nanos, one.maxNanos, 1),
                  Sum::plus));
    }
    List<Sum> sorted = new ArrayList<>(sums.values());
    sorted.sort(Comparator.comparingLong(Sum::nanos).reversed());
    return sorted;
  }

  private void line(Sum lock, PrintStream out) {
    int nameWidth = width - NUMBERS;
    String name = Wrap.shortenPackages(lock.name(), nameWidth - 1);
    if (name.length() >= nameWidth) {
      out.println(Wrap.middle(name, width));
      name = "";
    }
    out.printf(
        "%-" + nameWidth + "s" + LOCK_FORMAT + "%n",
        name,
        millis(lock.nanos()),
        millis(lock.maxNanos()),
        String.format(Locale.ROOT, "%,d", lock.blocked()),
        lock.jvms());
    if (!lock.site().isEmpty()) {
      out.println(Wrap.middle("  at " + lock.site(), width));
    }
  }

  private static String millis(long nanos) {
    double millis = nanos / 1e6;
    return String.format(Locale.ROOT, millis < 10 ? "%.2f" : "%,.0f", millis);
  }
}
