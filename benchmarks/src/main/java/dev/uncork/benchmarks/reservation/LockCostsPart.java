package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.reservation.program.LockCosts;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Single operations of one thread on objects of its own: the figures that the goals are about. */
final class LockCostsPart implements Part {
  private static final List<String> NEEDS_NOTHING = List.of("reservable", "revoke");
  private static final List<String> THREEFOLD =
      List.of(
          "byte-array-output-stream-write",
          "data-output-stream-write-int",
          "vector-get",
          "string-buffer-append");

  @Override
  public String name() {
    return "costs";
  }

  @Override
  public List<String> figures() {
    List<String> figures = new ArrayList<>(List.of("own-lock-synchronized-ns"));
    LockCosts.FIGURES.forEach(figure -> figures.add(figure + "-ns"));
    return figures;
  }

  @Override
  public void measure(Ways ways, SampleFile samples) throws IOException, InterruptedException {
    for (Map.Entry<String, List<String>> way : ways.all().entrySet()) {
      Ways.figures(Ways.output(way.getValue(), LockCosts.class))
          .forEach(
              (figure, nanos) -> samples.add(Part.key(figure, way.getKey(), ways.major()), nanos));
    }
  }

  @Override
  public void report(String major, SampleFile samples, ResultFile result) {
    for (String figure : LockCosts.FIGURES) {
      List<Double> ours = samples.of(Part.key(figure, Ways.UNCORK, major));
      if (ours.isEmpty()) {
        continue;
      }
      Map<String, Spread> against =
          Part.spreads(samples, figure, major, List.of(Ways.STOCK, Ways.BIASED));
      result.add(
          figure + "-ns-" + major, "ns", Spread.of(ours), against, note(figure, major, against));
      if (figure.equals("own-lock")) {
        result.add(
            "own-lock-synchronized-ns-" + major,
            "ns",
            Spread.of(samples.of(Part.key(figure, Ways.STOCK, major))),
            Map.of(),
            "the same loop with the JVM's own monitors");
      }
    }
  }

  private static String note(String figure, String major, Map<String, Spread> against) {
    Spread stock = against.get(Ways.STOCK + "-" + major);
    if (stock == null) {
      return "";
    }
    if (figure.equals("own-lock")) {
      return "a call of a synchronized method; to reach: at most "
          + number(stock.median() / 5)
          + ", 5 times faster than stock";
    }
    if (THREEFOLD.contains(figure) && major.equals("25")) {
      return "to reach: at most " + number(stock.median() / 3) + ", 3 times faster than stock";
    }
    if (figure.startsWith("nested")) {
      return "per lock, 12 held at once";
    }
    return NEEDS_NOTHING.stream().anyMatch(figure::contains)
        ? "the library's ReservableLock, which needs no agent"
        : "";
  }

  private static String number(double value) {
    return String.format(java.util.Locale.ROOT, "%.2f", value);
  }
}
