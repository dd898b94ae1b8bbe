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
  /** Less than this between two ticks of the agent is no gap. */
  private static final long GAP_MILLIS = 200;

  private CpuTicks() {}

  /**
   * The agent's ticks, and those of JFR where it had none.
   *
   * @param own the agent's, by time; where there are none, JFR's are all
   * @param jfr JFR's, by time, of all CPUs of the machine; each is of the time since the one
   *     before. The first that a JVM makes has none before it, and says that nothing ran
   * @param usableCpus CPUs that the process may use, 0 where unknown
   */
  public static List<CpuTick> joined(List<CpuTick> own, List<CpuTick> jfr, int usableCpus) {
    int online = own.stream().mapToInt(CpuTick::onlineCpus).max().orElse(0);
    float ofUsable = online > 0 && usableCpus > 0 ? (float) online / usableCpus : 1;
    List<CpuTick> all = new ArrayList<>(own);
    int next = 0;
    long begin = jfr.isEmpty() ? 0 : begin(jfr.get(0));
    for (CpuTick tick : jfr) {
      while (next < own.size() && beginMillis(own.get(next)) < begin + GAP_MILLIS) {
        begin = Math.max(begin, own.get(next++).endMillis());
      }
      long end =
          next == own.size()
              ? tick.endMillis()
              : Math.min(tick.endMillis(), beginMillis(own.get(next)));
      if (end - begin >= GAP_MILLIS) {
        float busy = Math.min(1, tick.processBusy() * ofUsable);
        all.add(new CpuTick(end, (end - begin) * 1_000_000, tick.machineBusy(), busy, online, 0));
      }
      begin = Math.max(begin, tick.endMillis());
    }
    all.sort(Comparator.comparingLong(CpuTick::endMillis));
    return all;
  }

  private static long begin(CpuTick first) {
    return first.machineBusy() == 0 ? first.endMillis() : Math.max(0, beginMillis(first));
  }

  private static long beginMillis(CpuTick tick) {
    return tick.endMillis() - tick.intervalNanos() / 1_000_000;
  }
}
