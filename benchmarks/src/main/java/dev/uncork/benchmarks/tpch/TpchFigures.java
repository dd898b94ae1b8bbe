package dev.uncork.benchmarks.tpch;

import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the samples say, query by query and for all, with a verdict in words. */
final class TpchFigures {
  static final int QUERIES = 22;

  /** Stands for the workload of this name, which is none of the queries and in no sum of them. */
  static final int LEGACY = QUERIES + 1;

  static final List<Integer> JDKS = List.of(17, 21, 25);
  private static final Set<Integer> SHUFFLE_HEAVY = Set.of(5, 9, 18);

  private TpchFigures() {}

  /** Start of the names of a query's samples. */
  static String prefix(int jdk, int query) {
    return "jdk" + jdk + "/" + name(query) + "/";
  }

  /** What a query is called in results. */
  static String name(int query) {
    return query == LEGACY ? "legacy" : "q" + query;
  }

  /** Value with, divided by the value without, of each pair. */
  static List<Double> ratios(SampleFile samples, int jdk, int query, String what) {
    String start = prefix(jdk, query) + what;
    return Pairs.ratios(samples.of(start + "-on"), samples.of(start + "-off"));
  }

  static void write(ComparedSides comparison, Arguments arguments, SampleFile samples)
      throws IOException {
    ResultFile result =
        new ResultFile(
            "./bench " + comparison.title() + " --scale " + arguments.scale(), "JDK in each name");
    List<String> verdicts = new ArrayList<>();
    List<Double> everything = new ArrayList<>();
    for (int jdk : JDKS) {
      List<Double> totals = totals(samples, jdk);
      if (totals.isEmpty()) {
        add(comparison, samples, jdk, LEGACY, result);
        continue;
      }
      everything.addAll(totals);
      String goal = comparison == ComparedSides.OVERHEAD ? "; to reach: at most 1.01" : "";
      result.add(
          "cpu-ratio-all-jdk" + jdk,
          "ratio",
          Spread.of(totals),
          Map.of(),
          "CPU time of all queries measured, of each round" + goal);
      for (int query = 1; query <= LEGACY; query++) {
        add(comparison, samples, jdk, query, result);
      }
      verdicts.add(verdict(samples, jdk, totals));
    }
    if (comparison == ComparedSides.OVERHEAD) {
      result.add(
          "cpu-ratio",
          "ratio",
          Spread.of(everything),
          Map.of(),
          "with the plugin at its default settings to without; all queries and JDKs, of each"
              + " round; to reach: at most 1.01");
    }
    result.remark(String.join(" ", verdicts) + " Answers were the same in each pair.");
    result.write(arguments.out(comparison), true);
  }

  private static void add(
      ComparedSides comparison, SampleFile samples, int jdk, int query, ResultFile result) {
    List<Double> cpu = ratios(samples, jdk, query, "cpu");
    if (cpu.isEmpty()) {
      return;
    }
    Map<String, Spread> others = new LinkedHashMap<>();
    others.put("best to best", Spread.of(List.of(best(samples, jdk, query))));
    others.put("elapsed", Spread.of(ratios(samples, jdk, query, "elapsed")));
    double millis = Spread.of(samples.of(prefix(jdk, query) + "cpu-off")).median();
    String note = String.format(Locale.ROOT, "CPU time in pairs; %.0f ms without", millis);
    if (query == LEGACY) {
      note += "; a function for each row that goes through synchronized streams and collections";
    } else if (comparison == ComparedSides.RESERVATION) {
      note += "; to reach: at most " + (SHUFFLE_HEAVY.contains(query) ? "0.90" : "1.02");
    }
    result.add("cpu-ratio-" + name(query) + "-jdk" + jdk, "ratio", Spread.of(cpu), others, note);
  }

  private static double best(SampleFile samples, int jdk, int query) {
    return Spread.of(samples.of(prefix(jdk, query) + "cpu-on")).min()
        / Spread.of(samples.of(prefix(jdk, query) + "cpu-off")).min();
  }

  /** Of each round, as far as all queries that were measured have it. */
  private static List<Double> totals(SampleFile samples, int jdk) {
    int rounds = Integer.MAX_VALUE;
    List<String> measured = new ArrayList<>();
    for (int query = 1; query <= QUERIES; query++) {
      int runs = samples.of(prefix(jdk, query) + "cpu-on").size();
      if (runs > 0) {
        measured.add(prefix(jdk, query));
        rounds = Math.min(rounds, runs);
      }
    }
    List<Double> totals = new ArrayList<>();
    for (int round = 0; !measured.isEmpty() && round < rounds; round++) {
      double on = 0;
      double off = 0;
      for (String prefix : measured) {
        on += samples.of(prefix + "cpu-on").get(round);
        off += samples.of(prefix + "cpu-off").get(round);
      }
      totals.add(on / off);
    }
    return totals;
  }

  private static String verdict(SampleFile samples, int jdk, List<Double> totals) {
    List<String> less = new ArrayList<>();
    List<String> more = new ArrayList<>();
    for (int query = 1; query <= QUERIES; query++) {
      List<Double> ratios = ratios(samples, jdk, query, "cpu");
      if (!ratios.isEmpty()) {
        Spread ratio = Spread.of(ratios);
        double percent = 100 * (ratio.median() - 1);
        boolean clear = ratio.max() < 1 || ratio.min() > 1;
        String text =
            String.format(Locale.ROOT, "Q%d %+.1f %%%s", query, percent, clear ? "*" : "");
        if (percent <= -5) {
          less.add(text);
        } else if (percent > 2) {
          more.add(text);
        }
      }
    }
    return String.format(
        Locale.ROOT,
        "JDK %d: CPU time of all together %+.1f %%; at least 5 %% less (*: in each pair): %s; more"
            + " than 2 %% more: %s.",
        jdk,
        100 * (Spread.of(totals).median() - 1),
        less.isEmpty() ? "none" : String.join(", ", less),
        more.isEmpty() ? "none" : String.join(", ", more));
  }
}
