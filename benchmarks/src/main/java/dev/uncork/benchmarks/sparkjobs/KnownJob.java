package dev.uncork.benchmarks.sparkjobs;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A job whose fault is known, or that it has none; written down before Uncork was asked.
 *
 * @param name for figures
 * @param truth in words
 * @param kinds of verdicts that are right
 * @param kindsFromLog those that are right where there is only the event log, which can't tell all
 * @param says what a right verdict's text must match: the name of the thing or its code
 * @param fix in words; empty for a healthy job
 * @param program arguments of {@code spark-workload}, or the name of a script in Python
 * @param options of the driver's JVM
 */
record KnownJob(
    String name,
    String truth,
    Set<String> kinds,
    Set<String> kindsFromLog,
    Pattern says,
    String fix,
    List<String> program,
    List<String> options) {

  boolean isPython() {
    return program.get(0).endsWith(".py");
  }

  boolean isHealthy() {
    return fix.isEmpty();
  }

  /** Whether a verdict names the truth. */
  boolean isNamedBy(ReportedVerdict verdict, boolean plugin) {
    return (plugin ? kinds : kindsFromLog).contains(verdict.kind())
        && (isHealthy() || !kinds.contains(verdict.kind()) || says.matcher(verdict.text()).find());
  }
}
