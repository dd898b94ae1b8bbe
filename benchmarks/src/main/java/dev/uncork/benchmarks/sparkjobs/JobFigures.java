package dev.uncork.benchmarks.sparkjobs;

import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How many verdicts were right, job by job and together; printed as they come. */
final class JobFigures {
  /** Ends the name of what a job's fix brings. */
  private static final String GAIN = "-gain";

  private static final String VERDICTS = "of verdicts";
  private static final String IN_BAND = "gains-in-band";

  private final Map<KnownJob, Figures> jobs = new LinkedHashMap<>();

  private static final class Figures {
    private final List<Double> right = new ArrayList<>();
    private final List<Double> rightFromLog = new ArrayList<>();
    private final List<TimeGain> promised = new ArrayList<>();
    private final List<Double> gain = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    /** How many times as fast it would be, by the verdicts that are right. */
    private Optional<Spread> promised() {
      if (promised.isEmpty()) {
        return Optional.empty();
      }
      Spread likely = Spread.of(promised.stream().map(TimeGain::speedup).toList());
      double low = promised.stream().mapToDouble(TimeGain::leastSpeedup).min().orElse(1);
      double high = promised.stream().mapToDouble(TimeGain::mostSpeedup).max().orElse(1);
      return Optional.of(new Spread(likely.median(), low, high, likely.runs()));
    }
  }

  /** Whether a figure is measured in pairs of runs, by its name. */
  static boolean isGain(String figure) {
    return figure.endsWith(GAIN) || figure.equals(IN_BAND);
  }

  /** Adds a verdict with the plugin, and one from the event log of a run without it. */
  void add(KnownJob job, String spark, ReportedVerdict observed, ReportedVerdict fromLog) {
    Figures figures = jobs.computeIfAbsent(job, unused -> new Figures());
    figures.right.add(judged(job, spark, observed, true, figures));
    figures.rightFromLog.add(judged(job, spark, fromLog, false, figures));
  }

  private static double judged(
      KnownJob job, String spark, ReportedVerdict verdict, boolean plugin, Figures figures) {
    boolean right = job.isNamedBy(verdict, plugin);
    if (right && verdict.promised().seconds() > 0) {
      figures.promised.add(verdict.promised());
    }
    String line =
        String.format(
            Locale.ROOT,
            "Spark %s, %s: %s: %s: %s",
            spark,
            plugin ? "plugin" : "event log alone",
            right ? "right" : "wrong, not " + String.join(" or ", job.kinds()),
            verdict.kind(),
            verdict.text());
    figures.said.add(line);
    System.out.println(job.name() + ": " + line);
    return right ? 1 : 0;
  }

  /** Adds a pair of runs, without and with the fix. */
  void addGain(KnownJob job, double seconds, double secondsFixed) {
    Figures figures = jobs.computeIfAbsent(job, unused -> new Figures());
    figures.gain.add(seconds / secondsFixed);
    System.out.printf(
        Locale.ROOT,
        "%s: %.1f s, %.1f s with the fix (%s)%n",
        job.name(),
        seconds,
        secondsFixed,
        job.fix());
  }

  /**
   * Adds all of them.
   *
   * @param whole whether these are all jobs, so that the shares are those of the benchmark
   */
  void addTo(ResultFile results, boolean whole) {
    if (whole) {
      addShares(results);
    }
    addGainsInBand(results);
    jobs.forEach(
        (job, figures) -> {
          List<Double> right = new ArrayList<>(figures.right);
          right.addAll(figures.rightFromLog);
          double share = right.stream().mapToDouble(Double::doubleValue).average().orElse(0);
          results.add(
              job.name() + "-right",
              VERDICTS,
              Spread.exactly(share, right.size()),
              Map.of(),
              "truth: " + job.truth() + "; " + String.join("; ", figures.said));
          if (!figures.gain.isEmpty()) {
            Map<String, Spread> against = new LinkedHashMap<>();
            figures.promised().ifPresent(spread -> against.put("promised", spread));
            results.add(
                job.name() + GAIN,
                "x",
                Spread.of(figures.gain),
                against,
                "time of the application without the fix (" + job.fix() + ") against with it");
          }
        });
  }

  /** Of the jobs that were fixed: whether they gained as much as was promised, and no more. */
  private void addGainsInBand(ResultFile results) {
    List<Double> held = new ArrayList<>();
    for (Figures figures : jobs.values()) {
      Optional<Spread> promised = figures.promised();
      if (promised.isPresent() && !figures.gain.isEmpty()) {
        double gain = Spread.of(figures.gain).median();
        held.add(promised.get().min() <= gain && gain <= promised.get().max() ? 1.0 : 0.0);
      }
    }
    if (!held.isEmpty()) {
      share(results, IN_BAND, "of gains", held, "as the verdicts' bands promise");
    }
  }

  private void addShares(ResultFile results) {
    List<Double> right = new ArrayList<>();
    List<Double> fromLog = new ArrayList<>();
    List<Double> alarms = new ArrayList<>();
    jobs.forEach(
        (job, figures) -> {
          right.addAll(figures.right);
          fromLog.addAll(figures.rightFromLog);
          if (job.isHealthy()) {
            figures.right.forEach(each -> alarms.add(1 - each));
            figures.rightFromLog.forEach(each -> alarms.add(1 - each));
          }
        });
    share(results, "right-share", VERDICTS, right, "with the plugin; to reach: at least 0.95");
    share(
        results, "event-log-right-share", VERDICTS, fromLog, "without it; to reach: at least 0.85");
    share(
        results,
        "false-alarms",
        VERDICTS,
        alarms,
        "of verdicts on healthy jobs; to reach: at most 0");
  }

  private static void share(
      ResultFile results, String name, String unit, List<Double> each, String note) {
    double share = each.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    System.out.printf(Locale.ROOT, "%s: %.3f of %d%n", name, share, each.size());
    results.add(name, unit, Spread.exactly(share, each.size()), Map.of(), note);
  }
}
