package dev.uncork.recording;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What every CPU and every thread did over time, in bins of equal length from the start of the
 * recording; the longer the recording, the longer the bins.
 *
 * @param cpuBinMillis length of the bins of {@code cpus}
 * @param cpus busy share per bin of each online CPU, 0 to 1; NaN where it wasn't recorded
 * @param threadBinMillis length of the bins of {@code threads}
 * @param threads where threads ran, the greatest CPU time first
 * @param nodeOfCpu NUMA node of each CPU for which it is known, in order of CPUs
 */
public record Timelines(
    long cpuBinMillis,
    List<float[]> cpus,
    long threadBinMillis,
    List<ThreadLane> threads,
    Map<Integer, Integer> nodeOfCpu) {
  /** Nothing recorded. */
  public static final Timelines NONE = new Timelines(0, List.of(), 0, List.of(), Map.of());

  public Timelines {
    cpus = List.copyOf(cpus);
    threads = List.copyOf(threads);
    nodeOfCpu = Collections.unmodifiableMap(new TreeMap<>(nodeOfCpu));
  }

  /**
   * Where one thread ran.
   *
   * @param firstBin the bin of the first of {@code cpus}; it didn't run before
   * @param cpus per bin the CPU that it spent most time on, or -1 where it didn't run
   */
  public record ThreadLane(long osThreadId, String name, int firstBin, short[] cpus) {
    /** The CPU in a bin counted from the start of the recording; -1 where it didn't run. */
    public int cpuAt(int bin) {
      int at = bin - firstBin;
      return at < 0 || at >= cpus.length ? -1 : cpus[at];
    }

    /** One past the last bin in which it ran. */
    public int endBin() {
      return firstBin + cpus.length;
    }
  }
}
