package dev.uncork.diagnosis;

import dev.uncork.diagnosis.ledger.CpuShares;
import dev.uncork.recording.Gc;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.Recording;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the process did besides computing: collecting garbage, writing, switching.
 *
 * @param known whether the counters of the process were recorded
 * @param bytesRead negative where unknown, as are the bytes written and the switches
 * @param gcPauseShare share of the run that went to GC pauses
 * @param explicitGcs collections that the program asked for
 * @param throttledPeriods periods in which the control group's CPU quota ran out
 * @param throttledNanos time for which its threads were stopped then
 * @param systemShare share of the CPU time that was spent in the kernel
 */
public record ProcessSummary(
    boolean known,
    double seconds,
    int gcs,
    double gcPauseShare,
    long gcPauseNanos,
    long gcLongestPauseNanos,
    int explicitGcs,
    long explicitGcPauseNanos,
    double gcCpuShare,
    long bytesRead,
    long bytesWritten,
    double systemShare,
    long cpuNanos,
    long voluntarySwitches,
    long involuntarySwitches,
    long maxResidentBytes,
    int maxThreads,
    long throttledPeriods,
    long throttledNanos) {

  static ProcessSummary of(Recording recording) {
    List<Gc> gcs = recording.gcs();
    long pause = gcs.stream().mapToLong(Gc::pauseNanos).sum();
    List<Gc> explicit = gcs.stream().filter(Gc::explicit).toList();
    List<ProcessTick> ticks = recording.process();
    long user = ticks.stream().mapToLong(ProcessTick::userNanos).sum();
    long system = ticks.stream().mapToLong(ProcessTick::systemNanos).sum();
    return new ProcessSummary(
        !ticks.isEmpty(),
        recording.durationNanos() / 1e9,
        gcs.size(),
        Math.min(1, pause / (double) Math.max(1, recording.durationNanos())),
        pause,
        gcs.stream().mapToLong(Gc::longestPauseNanos).max().orElse(0),
        explicit.size(),
        explicit.stream().mapToLong(Gc::pauseNanos).sum(),
        CpuShares.of(recording).gc(),
        sum(ticks, ProcessTick::bytesRead),
        sum(ticks, ProcessTick::bytesWritten),
        user + system == 0 ? 0 : (double) system / (user + system),
        user + system,
        sum(ticks, ProcessTick::voluntarySwitches),
        sum(ticks, ProcessTick::involuntarySwitches),
        ticks.stream().mapToLong(ProcessTick::residentBytes).max().orElse(0),
        ticks.stream().mapToInt(ProcessTick::threads).max().orElse(0),
        ticks.stream().mapToLong(ProcessTick::throttledPeriods).sum(),
        ticks.stream().mapToLong(ProcessTick::throttledNanos).sum());
  }

  private static long sum(List<ProcessTick> ticks, ToLongFunction<ProcessTick> counter) {
    return ticks.isEmpty()
        ? ProcessTick.UNKNOWN
        : ticks.stream().mapToLong(counter).reduce(0, ProcessTick::sum);
  }

  /** Bytes written per second; 0 where unknown. */
  public double writeRate() {
    return seconds <= 0 ? 0 : Math.max(0, bytesWritten) / seconds;
  }
}
