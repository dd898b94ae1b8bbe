package dev.uncork.recording;

import dev.uncork.recording.jvm.JvmActivity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What was observed in one JVM.
 *
 * <p>Times are relative to {@code start}. Long recordings are thinned so that the model stays
 * within some 100 MiB; totals are never affected, and {@code notes} says what was thinned.
 *
 * @param durationNanos from the start to the last event
 * @param lockSource where {@code locks} comes from
 * @param jfrThresholdNanos for {@link LockSource#JFR_ABOVE_THRESHOLD}: acquires that took less were
 *     not recorded
 * @param cpu use of the CPUs, in order of time
 * @param cpuBusyShares mean busy share of each online CPU; empty where unknown
 * @param threads the threads, the greatest CPU time first
 * @param threadSeconds how threads shared the CPUs, per second, in order of time
 * @param locks locks at which acquires blocked or threads waited, the longest total acquire time
 *     first
 * @param lockClasses the same per class, also of locks that are not in {@code locks}
 * @param process counters of the process, in order of time
 * @param gcs garbage collections, in order of time
 * @param holds how often and how long the hottest locks were held, where that was measured
 * @param notes what was thinned or left out, and what remedies did
 * @param timelines what every CPU and every thread did over time
 * @param snapshots what threads were seen doing, in order of time; empty where nobody looked
 * @param pinned where virtual threads kept their carriers while they waited, the longest first
 * @param jvm what the JVM itself did
 * @param experiment what the program did on fewer cores
 */
public record Recording(
    Instant start,
    long durationNanos,
    CollectorInfo collector,
    List<Capability> capabilities,
    LockSource lockSource,
    long jfrThresholdNanos,
    List<CpuTick> cpu,
    List<Double> cpuBusyShares,
    List<ThreadUse> threads,
    List<ThreadSecond> threadSeconds,
    List<LockUse> locks,
    List<LockClassUse> lockClasses,
    List<ProcessTick> process,
    List<Gc> gcs,
    Samples samples,
    List<ProgressPoint> progress,
    List<LockHold> holds,
    Optional<CollectorInfo.Cost> collectorCost,
    List<Note> notes,
    Timelines timelines,
    List<Snapshot> snapshots,
    List<LockStack> pinned,
    JvmActivity jvm,
    Experiment experiment) {
  public Recording {
    capabilities = List.copyOf(capabilities);
    cpu = List.copyOf(cpu);
    cpuBusyShares = List.copyOf(cpuBusyShares);
    threads = List.copyOf(threads);
    threadSeconds = List.copyOf(threadSeconds);
    locks = List.copyOf(locks);
    lockClasses = List.copyOf(lockClasses);
    process = List.copyOf(process);
    gcs = List.copyOf(gcs);
    progress = List.copyOf(progress);
    holds = List.copyOf(holds);
    notes = List.copyOf(notes);
    snapshots = List.copyOf(snapshots);
    pinned = List.copyOf(pinned);
  }

  /** Whether Uncork's agent made it, rather than another user of JFR. */
  public boolean byUncork() {
    return !collector.uncorkVersion().isEmpty();
  }
}
