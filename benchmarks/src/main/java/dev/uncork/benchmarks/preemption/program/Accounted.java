package dev.uncork.benchmarks.preemption.program;

import dev.uncork.workloads.Workloads;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One of the workloads, with two lines every half a minute: who else had the processors, and how
 * often its threads were switched. Its arguments are the workload's.
 */
public final class Accounted {
  private static final int SECONDS = 30;
  private static final double TICK_SECONDS = 0.004;

  private Accounted() {}

  public static void main(String[] args) throws Exception {
    Thread teller = new Thread(Accounted::tell, "teller");
    teller.setDaemon(true);
    teller.start();
    Workloads.main(args);
  }

  private static void tell() {
    try {
      for (int passed = SECONDS; ; passed += SECONDS) {
        Map<String, Long> before = ProcessorTimes.ofAll();
        long switchesBefore = ProcessorTimes.switchesOfThisProcess();
        TimeUnit.SECONDS.sleep(SECONDS);
        System.out.println(
            "to second "
                + passed
                + " others had: "
                + ProcessorTimes.since(before, SECONDS, "pool"));
        long switches = ProcessorTimes.switchesOfThisProcess() - switchesBefore;
        System.out.printf(
            Locale.ROOT, "switches in 4 ms: %.3f%n", switches * TICK_SECONDS / SECONDS);
      }
    } catch (InterruptedException e) {
      // Then nobody wants to know any more.
    }
  }
}
