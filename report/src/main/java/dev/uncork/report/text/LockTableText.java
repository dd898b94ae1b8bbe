package dev.uncork.report.text;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.LockSite;
import dev.uncork.recording.LockSource;
import dev.uncork.report.words.Amounts;
import java.util.List;
import java.util.Locale;

/**
 * The contended-locks table, with the columns of the list that the 45x journey worked from: lock
 * name, total and maximum acquire time, acquires that blocked, waits.
 */
final class LockTableText {
  private static final int MAX_ROWS = 4;
  private static final int ROWS_WITH_SITE = 2;
  private static final String NUMBER_FORMAT = "%12s%10s%12s%11s";
  private static final int NUMBERS = 45;

  private final int width;
  private final Style style;

  LockTableText(int width, Style style) {
    this.width = width;
    this.style = style;
  }

  void add(Diagnosis diagnosis, List<String> lines) {
    List<LockRow> rows = diagnosis.locks();
    lines.add("");
    if (rows.isEmpty()) {
      String none = diagnosis.recording().lockSource() == LockSource.NONE ? "not recorded" : "none";
      lines.add(style.bold("Contended locks: ") + none);
      return;
    }
    int nameWidth = width - NUMBERS;
    int shown = Math.min(MAX_ROWS, rows.size());
    String title =
        "Contended locks" + (rows.size() > shown ? ", " + shown + " of " + rows.size() : "");
    lines.add(
        style.bold(
            pad(title, nameWidth)
                + String.format(NUMBER_FORMAT, "acquire ms", "max ms", "blocked", "waits")));
    for (int i = 0; i < shown; i++) {
      LockRow row = rows.get(i);
      row(row, nameWidth, lines);
      if (i < ROWS_WITH_SITE) {
        site(row, lines);
      }
      if (i == 0) {
        holder(row, lines);
      }
    }
  }

  private void row(LockRow row, int nameWidth, List<String> lines) {
    String name = Wrap.shortenPackages(row.name(), nameWidth - 1);
    String numbers =
        String.format(
            Locale.ROOT,
            NUMBER_FORMAT,
            millis(row.use().totalAcquireNanos()),
            millis(row.use().maxAcquireNanos()),
            shortCount(row.use().blocked(), 11),
            shortCount(row.use().waits(), 10));
    if (name.length() >= nameWidth) {
      lines.add(style.bold(Wrap.middle(name, width)));
      lines.add(" ".repeat(nameWidth) + numbers);
    } else {
      lines.add(style.bold(name) + " ".repeat(nameWidth - name.length()) + numbers);
    }
  }

  private void site(LockRow row, List<String> lines) {
    long all = row.sites().stream().mapToLong(LockSite::blocked).sum();
    row.site()
        .ifPresent(
            site -> {
              double share = all == 0 ? 0 : (double) site.blocked() / all;
              String after =
                  row.sites().size() == 1
                      ? ""
                      : "  " + Amounts.percent(share) + " of " + row.sites().size() + " sites";
              detail("at ", site.frame().toString(), after, lines);
            });
  }

  private void holder(LockRow row, List<String> lines) {
    row.holder()
        .ifPresent(
            holder -> {
              long all = row.holders().stream().mapToLong(LockRow.Holder::samples).sum();
              String share =
                  "  "
                      + Amounts.percent(all == 0 ? 0 : (double) holder.samples() / all)
                      + (holder.writing() ? ", writing" : "");
              String where = holder.frame().map(frame -> " in " + frame).orElse("");
              detail("held by ", holder.thread() + where, share, lines);
            });
  }

  private void detail(String what, String text, String after, List<String> lines) {
    int room = width - 2 - what.length() - after.length();
    String fitted = Wrap.middle(Wrap.shortenPackages(text, room), room);
    lines.add(style.dim("  " + what) + fitted + style.dim(after));
  }

  private static String millis(long nanos) {
    double millis = nanos / 1e6;
    return millis >= 1e10 ? String.format(Locale.ROOT, "%.2e", millis) : Amounts.three(millis);
  }

  /** In full where it fits, else with a suffix. */
  private static String shortCount(long count, int room) {
    String full = Amounts.count(count);
    if (full.length() <= room) {
      return full;
    }
    return count >= 1_000_000_000L
        ? Amounts.three(count / 1e9) + " G"
        : Amounts.three(count / 1e6) + " M";
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
