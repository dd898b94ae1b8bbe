package dev.uncork.diagnosis;

import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Recording;
import java.util.List;

/**
 * How busy the cores were.
 *
 * @param count CPUs that the JVM may use, 0 where unknown
 * @param known whether their use was recorded
 * @param busyShare CPU time of the process over the time of these CPUs
 * @param machineBusyShare busy share of the whole machine, all processes
 * @param perCpu mean busy share of each online CPU, all processes; empty where unknown
 * @param timeline busy share of the process per tick
 * @param tickSeconds mean length of a tick
 */
public record Cores(
    int count,
    boolean known,
    double busyShare,
    double machineBusyShare,
    List<Double> perCpu,
    List<Double> timeline,
    double tickSeconds,
    Sawtooth sawtooth) {
  private static final double MOST_HELD = 0.01;

  public Cores {
    perCpu = List.copyOf(perCpu);
    timeline = List.copyOf(timeline);
  }

  static Cores of(Recording recording) {
    int online = recording.cpuBusyShares().size();
    int available = recording.collector().availableCpus();
    int count = available > 0 ? available : online;
    List<CpuTick> ticks = recording.cpu();
    double time = 0;
    double busy = 0;
    double machine = 0;
    for (CpuTick tick : ticks) {
      double length = Math.max(1, tick.intervalNanos());
      time += length;
      busy += length * tick.processBusy();
      machine += length * tick.machineBusy();
    }
    List<Double> timeline = ticks.stream().map(tick -> (double) tick.processBusy()).toList();
    double tickSeconds = ticks.isEmpty() ? 0 : time / ticks.size() / 1e9;
    return new Cores(
        count,
        time > 0 && count > 0,
        time > 0 ? busy / time : 0,
        time > 0 ? machine / time : 0,
        recording.cpuBusyShares(),
        timeline,
        tickSeconds,
        count > 1 && !held(recording) ? Sawtooth.of(timeline, tickSeconds) : Sawtooth.NONE);
  }

  /** Whether the experiment held the program so often that the use of its cores shows that. */
  private static boolean held(Recording recording) {
    long nanos =
        recording.experiment().windows().stream()
            .filter(window -> window.heldThreads() > 0)
            .mapToLong(Experiment.Window::lengthNanos)
            .sum();
    return nanos > MOST_HELD * recording.durationNanos();
  }

  /** Share of the machine that other processes used, as far as it can be told. */
  public double othersShare() {
    double online = Math.max(count, perCpu.size());
    return online == 0 ? 0 : Math.max(0, machineBusyShare - busyShare * count / online);
  }
}
