package dev.uncork.recording.jfr;

import dev.uncork.recording.CpuTick;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The use of the cores as the agent saw it, and as JFR did where the agent's thread got no core for
 * a while.
 */
public final class CpuTicks {
  private CpuTicks() {}

  /**
   * The agent's ticks, and those of JFR that don't overlap any of them.
   *
   * @param own the agent's, by time; where there are none, JFR's are all
   * @param jfr JFR's, by time, of all CPUs of the machine
   * @param usableCpus CPUs that the process may use, 0 where unknown
   */
  public static List<CpuTick> joined(List<CpuTick> own, List<CpuTick> jfr, int usableCpus) {
    if (own.isEmpty()) {
      return jfr;
    }
    int online = own.stream().mapToInt(CpuTick::onlineCpus).max().orElse(0);
    float ofUsable = online > 0 && usableCpus > 0 ? (float) online / usableCpus : 1;
    List<CpuTick> all = new ArrayList<>(own);
    int next = 0;
    for (CpuTick tick : jfr) {
      while (next < own.size() && own.get(next).endMillis() <= beginMillis(tick)) {
        next++;
      }
      if (next == own.size() || beginMillis(own.get(next)) >= tick.endMillis()) {
        all.add(
            new CpuTick(
                tick.endMillis(),
                tick.intervalNanos(),
                tick.machineBusy(),
                Math.min(1, tick.processBusy() * ofUsable),
                online,
                0));
      }
    }
    all.sort(Comparator.comparingLong(CpuTick::endMillis));
    return all;
  }

  private static long beginMillis(CpuTick tick) {
    return tick.endMillis() - tick.intervalNanos() / 1_000_000;
  }
}
