package dev.uncork.diagnosis.lever;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ProcessSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Heap size, collector and explicit collections, where collecting costs something. */
final class HeapLevers {
  private static final double MIN_PAUSE_SHARE = 0.02;
  private static final double MIN_CPU_SHARE = 0.05;

  /** Share of its pauses that a change of the heap takes away, as a guess for the order only. */
  private static final double SAVED_BY_SIZE = 0.5;

  private static final double SAVED_BY_COLLECTOR = 0.3;

  private HeapLevers() {}

  static List<Lever> of(Diagnosis diagnosis, ProgramFacts facts) {
    List<Lever> levers = new ArrayList<>();
    ProcessSummary process = diagnosis.process();
    if (!facts.javaOptionsPossible()) {
      return levers;
    }
    double pauses = process.gcPauseShare();
    double cost = pauses + Math.max(0, process.gcCpuShare() - pauses);
    Why why = new Why.Collecting(pauses, process.gcCpuShare());
    // Without those that free direct buffers, the program would run out of memory.
    boolean needless = !diagnosis.recording().jvm().heap().forBuffers();
    if (process.explicitGcs() > 0
        && needless
        && !facts.jvmOptions().contains("-XX:+DisableExplicitGC")) {
      double share = process.explicitGcPauseNanos() / 1e9 / Math.max(1e-9, process.seconds());
      levers.add(
          lever(
              "explicit-gc",
              List.of(
                  Change.options(
                      RemedyKind.HEAP, "explicit-gc", List.of("-XX:+DisableExplicitGC"))),
              gain(share, 1),
              new Why.ExplicitCollections(process.explicitGcs())));
    }
    if (pauses < MIN_PAUSE_SHARE && process.gcCpuShare() < MIN_CPU_SHARE) {
      return levers;
    }
    List<Change> sizes = sizes(facts);
    if (!sizes.isEmpty()) {
      levers.add(lever("heap", sizes, gain(cost, SAVED_BY_SIZE), why));
    }
    List<Change> collectors = collectors(diagnosis);
    if (!collectors.isEmpty()) {
      levers.add(lever("collector", collectors, gain(cost, SAVED_BY_COLLECTOR), why));
    }
    return levers;
  }

  private static Lever lever(String name, List<Change> values, double gain, Why why) {
    return new Lever(RemedyKind.HEAP, name, values, OptionalDouble.of(gain), why, false);
  }

  private static double gain(double share, double saved) {
    return Proposals.gain(share * saved);
  }

  /** The heap at its full size from the start, and twice that where memory allows. */
  private static List<Change> sizes(ProgramFacts facts) {
    long memoryMegabytes = facts.memoryBytes() >> 20;
    if (memoryMegabytes == 0) {
      return List.of();
    }
    long now = megabytes(facts.jvmOptions()).orElse(memoryMegabytes / 4);
    List<Change> changes = new ArrayList<>();
    for (long size : new long[] {now, 2 * now}) {
      if (size > 0 && size <= memoryMegabytes / 2) {
        changes.add(
            Change.options(
                RemedyKind.HEAP, "heap", List.of("-Xms" + size + "m", "-Xmx" + size + "m")));
      }
    }
    return changes;
  }

  /** What {@code -Xmx} says. */
  static OptionalLong megabytes(List<String> options) {
    OptionalLong found = OptionalLong.empty();
    for (String option : options) {
      String digits =
          option.startsWith("-Xmx")
              ? option.substring(4)
              : option.startsWith("-XX:MaxHeapSize=") ? option.substring(16) : "";
      if (digits.matches("\\d{1,15}[kKmMgGtT]?")) {
        char unit = Character.toLowerCase(digits.charAt(digits.length() - 1));
        long number = Long.parseLong(digits.replaceAll("\\D", ""));
        int shift = "kmgt".indexOf(unit) < 0 ? 0 : 10 * ("kmgt".indexOf(unit) + 1);
        found = OptionalLong.of(Math.max(1, (number << shift) >> 20));
      }
    }
    return found;
  }

  private static List<Change> collectors(Diagnosis diagnosis) {
    List<String> names =
        diagnosis.recording().gcs().stream().map(gc -> gc.name()).distinct().toList();
    boolean parallel = names.stream().anyMatch(name -> name.startsWith("Parallel"));
    String other = parallel ? "UseG1GC" : "UseParallelGC";
    return names.isEmpty()
        ? List.of()
        : List.of(Change.options(RemedyKind.HEAP, "collector", List.of("-XX:+" + other)));
  }
}
