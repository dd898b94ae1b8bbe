package dev.uncork.report.words;

import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rows of a ledger for places with little room: what belongs together, is one row. */
public final class LedgerRows {
  private static final double LEAST_SHARE = 0.005;
  private static final int MAX_PARTS = 4;

  /** How a row is to be taken. */
  public enum Tone {
    WORK,
    /** Cores that were busy for something else. */
    OVERHEAD,
    /** Cores that were idle since threads waited. */
    WAITING,
    /** Cores that were idle for no fault of the program. */
    NEUTRAL
  }

  /**
   * A row as it is shown.
   *
   * @param share of all core-seconds, 0 to 1
   * @param parts what most of it is charged to
   */
  public record Line(String label, Tone tone, double share, List<Part> parts) {
    public Line {
      parts = List.copyOf(parts);
    }

    /** The first parts, as many as fit: {@code ModelChecker 31, MemFPSet 29}. */
    public String parts(int room) {
      StringBuilder text = new StringBuilder();
      for (Part part : parts) {
        boolean alone = parts.size() == 1 && part.share() > 0.95 * share;
        String percent = Amounts.percent(part.share()).replace(" %", "");
        String next = part.name() + (alone ? "" : " " + percent);
        if (text.length() + next.length() + 2 > room && text.length() > 0) {
          break;
        }
        text.append(text.length() > 0 ? ", " : "").append(next);
      }
      return text.toString();
    }
  }

  /**
   * What a part of a row is charged to.
   *
   * @param share of all core-seconds, 0 to 1
   */
  public record Part(String name, double share) {}

  private LedgerRows() {}

  /**
   * At most so many lines in the order of the rows, the smallest of more merged into the last;
   * those below half a percent are left out, unless none is greater.
   */
  public static List<Line> of(Ledger ledger, int most) {
    List<Line> lines = new ArrayList<>();
    double runTime = 0;
    for (Ledger.Row row : ledger.rows()) {
      if (row.kind().group() == RowKind.Group.RUN_TIME) {
        runTime += row.coreSeconds() / ledger.coreSeconds();
      }
    }
    boolean shown = false;
    for (Ledger.Row row : ledger.rows()) {
      if (row.kind().group() != RowKind.Group.RUN_TIME) {
        lines.add(line(row, ledger));
      } else if (!shown) {
        lines.add(new Line("GC, compiler, JVM", Tone.OVERHEAD, runTime, List.of()));
        shown = true;
      }
    }
    List<Line> large = lines.stream().filter(line -> line.share() >= LEAST_SHARE).toList();
    return large.isEmpty() ? lines : merged(large, most);
  }

  private static List<Line> merged(List<Line> lines, int most) {
    if (lines.size() <= most) {
      return lines;
    }
    List<Line> kept =
        lines.stream()
            .sorted(Comparator.comparingDouble(Line::share).reversed())
            .limit(most - 1L)
            .toList();
    List<Line> merged = new ArrayList<>(lines.stream().filter(kept::contains).toList());
    List<Line> rest =
        lines.stream()
            .filter(line -> !kept.contains(line))
            .sorted(Comparator.comparingDouble(Line::share).reversed())
            .toList();
    merged.add(
        new Line(
            "other",
            Tone.NEUTRAL,
            rest.stream().mapToDouble(Line::share).sum(),
            rest.stream().map(line -> new Part(line.label(), line.share())).toList()));
    return merged;
  }

  private static Line line(Ledger.Row row, Ledger ledger) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Root root : row.roots()) {
      String name = LedgerWords.root(root);
      if (!name.isEmpty()) {
        shares.merge(name, root.coreSeconds() / ledger.coreSeconds(), Double::sum);
      }
    }
    List<Part> parts =
        shares.entrySet().stream()
            .map(entry -> new Part(entry.getKey(), entry.getValue()))
            .filter(part -> part.share() >= LEAST_SHARE)
            .sorted(Comparator.comparingDouble(Part::share).reversed())
            .limit(MAX_PARTS)
            .toList();
    return new Line(
        LedgerWords.row(row.kind()),
        tone(row.kind()),
        row.coreSeconds() / ledger.coreSeconds(),
        parts);
  }

  private static Tone tone(RowKind kind) {
    return switch (kind) {
      case WORK -> Tone.WORK;
      case BURNT, GC, COMPILATION, SAFEPOINTS, JVM, OTHER_PROCESSES, THROTTLED -> Tone.OVERHEAD;
      case NO_DEMAND, UNEXPLAINED -> Tone.NEUTRAL;
      default -> Tone.WAITING;
    };
  }
}
