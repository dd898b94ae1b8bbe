package dev.uncork.report.spark;

import dev.uncork.report.text.Look;
import dev.uncork.report.words.Amounts;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** A table of applications, those that waste most slot-hours first. */
public final class ApplicationsText {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double LEAST_GAIN = 0.01;
  private static final String FORMAT = "%10s%7s%7s%12s  %s%n";
  private static final String INDENT = " ".repeat(38);

  private final Look look;

  public ApplicationsText(Look look) {
    this.look = look;
  }

  /** Writes it. */
  public void render(List<ApplicationRow> applications, PrintStream out) {
    double wasted = applications.stream().mapToDouble(ApplicationRow::wastedSlotSeconds).sum();
    double all = applications.stream().mapToDouble(row -> row.slots().seconds()).sum();
    boolean hours = all >= SECONDS_PER_HOUR;
    double unit = hours ? SECONDS_PER_HOUR : SECONDS_PER_MINUTE;
    String name = hours ? "slot-hours" : "slot-min";
    out.printf(
        Locale.ROOT,
        "%s: %s of %s %s were wasted (%s)%n%n",
        applications.size() == 1 ? "1 application" : applications.size() + " applications",
        amount(wasted / unit),
        amount(all / unit),
        name,
        Amounts.percent(all > 0 ? wasted / all : 0));
    out.printf("%10s%n", name);
    out.printf(FORMAT, "wasted", "share", "slots", "time", "application");
    ApplicationRow.worstFirst(applications).forEach(row -> line(row, unit, out));
  }

  private void line(ApplicationRow row, double unit, PrintStream out) {
    out.printf(
        Locale.ROOT,
        FORMAT,
        amount(row.wastedSlotSeconds() / unit),
        Amounts.percent(row.wastedShare()),
        Amounts.count(row.slots().most()),
        time(row.seconds()),
        cut(row.name().isEmpty() ? row.id() : row.name() + " (" + row.id() + ")"));
    String verdict = SparkFindingWords.name(row.verdict());
    if (row.gain().share() >= LEAST_GAIN) {
      verdict += ", " + Amounts.percent(row.gain().share()) + " to save";
    }
    out.println(INDENT + cut(verdict));
    if (!row.source().notes().isEmpty()) {
      out.println(INDENT + cut("log: " + String.join(", ", row.source().notes())));
    }
  }

  private String cut(String text) {
    int room = Math.max(20, look.width() - INDENT.length());
    return text.length() > room ? text.substring(0, room - 1) + "…" : text;
  }

  private static String amount(double value) {
    return value > 0 && value < 0.005 ? "<0.01" : Amounts.three(value);
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    if (whole < SECONDS_PER_MINUTE) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    return whole < SECONDS_PER_HOUR
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }
}
