package dev.uncork.recording;

/**
 * Use of the CPUs over one tick, a tenth of a second where the agent recorded.
 *
 * @param endMillis end of the tick, since the start of the recording
 * @param intervalNanos length of the tick
 * @param machineBusy busy share of all online CPUs, all processes, 0 to 1
 * @param processBusy CPU time of this process over the time of the CPUs that it may use, 0 to 1
 * @param onlineCpus number of online CPUs seen, or 0 where the recording has no figure per CPU
 * @param busyCpus how many of them were busy for at least half of the tick
 */
public record CpuTick(
    long endMillis,
    long intervalNanos,
    float machineBusy,
    float processBusy,
    int onlineCpus,
    int busyCpus) {

  /** Share of the machine that other processes used, 0 to 1. */
  public float othersBusy() {
    return Math.max(0, machineBusy - processBusy);
  }

  /** The tick that covers this one and the next. */
  public CpuTick merge(CpuTick next) {
    long sum = intervalNanos + next.intervalNanos;
    float weight = sum == 0 ? 0.5f : (float) intervalNanos / sum;
    return new CpuTick(
        next.endMillis,
        sum,
        machineBusy * weight + next.machineBusy * (1 - weight),
        processBusy * weight + next.processBusy * (1 - weight),
        Math.max(onlineCpus, next.onlineCpus),
        Math.round(busyCpus * weight + next.busyCpus * (1 - weight)));
  }
}
