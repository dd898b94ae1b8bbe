package dev.uncork.benchmarks.preemption.program;

import dev.uncork.benchmarks.results.ProcessTicks;
import dev.uncork.workloads.sections.Tally;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Processor time by names of threads, in {@link ProcessTicks}, to tell who had the processor while
 * something was measured.
 */
final class ProcessorTimes {
  private static final double LEAST_TOLD_PERCENT = 0.5;

  private ProcessorTimes() {}

  /** This JVM's threads. */
  static Map<String, Long> ofThisProcess() {
    Map<String, Long> times = new TreeMap<>();
    addThreads(times, new File("/proc/self/task"));
    return times;
  }

  /** How often this JVM's threads that are alive have lost their processor or given it away. */
  static long switchesOfThisProcess() {
    long switches = 0;
    File folder = new File("/proc/self/task");
    for (String thread : numbers(folder)) {
      try {
        switches += Tally.switches(Files.readString(Path.of(folder.getPath(), thread, "status")));
      } catch (IOException e) {
        // The thread has ended meanwhile.
      }
    }
    return switches;
  }

  /** The threads of all processes. */
  static Map<String, Long> ofAll() {
    Map<String, Long> times = new TreeMap<>();
    for (String process : numbers(new File("/proc"))) {
      addThreads(times, new File("/proc/" + process + "/task"));
    }
    return times;
  }

  /** What threads took since then, in percent of one processor; not those of a prefix. */
  static String since(Map<String, Long> before, double seconds, String without) {
    StringJoiner others = new StringJoiner(", ");
    for (Map.Entry<String, Long> now : ofAll().entrySet()) {
      long ticks = now.getValue() - before.getOrDefault(now.getKey(), 0L);
      double percent = 100.0 * ticks / ProcessTicks.PER_SECOND / seconds;
      if (percent >= LEAST_TOLD_PERCENT && !now.getKey().startsWith(without)) {
        others.add(String.format(Locale.ROOT, "%s %.1f %%", now.getKey(), percent));
      }
    }
    return others.toString();
  }

  private static void addThreads(Map<String, Long> times, File folder) {
    for (String thread : numbers(folder)) {
      try {
        ProcessTicks read = ProcessTicks.read(Path.of(folder.getPath(), thread, "stat"));
        times.merge(read.name(), read.ticks(), Long::sum);
      } catch (IOException e) {
        // The thread has ended meanwhile.
      }
    }
  }

  /** The entries of a folder that are named by a number. */
  private static String[] numbers(File folder) {
    String[] names =
        folder.list((parent, name) -> !name.isEmpty() && Character.isDigit(name.charAt(0)));
    return names == null ? new String[0] : names;
  }
}
