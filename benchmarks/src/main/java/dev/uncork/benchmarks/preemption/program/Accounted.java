package dev.uncork.benchmarks.preemption.program;

import dev.uncork.workloads.Workloads;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One of the workloads, with a line every half a minute about who else had the processors. Its
 * arguments are the workload's.
 */
public final class Accounted {
  private static final int SECONDS = 30;

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
        TimeUnit.SECONDS.sleep(SECONDS);
        System.out.println(
            "to second "
                + passed
                + " others had: "
                + ProcessorTimes.since(before, SECONDS, "pool"));
      }
    } catch (InterruptedException e) {
      // Then nobody wants to know any more.
    }
  }
}
