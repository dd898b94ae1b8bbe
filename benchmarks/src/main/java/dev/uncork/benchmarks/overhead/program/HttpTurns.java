package dev.uncork.benchmarks.overhead.program;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * The HTTP workload in turns: so many requests for each line that it reads.
 *
 * <p>After the warm-up it prints {@code ready: PID}, and after each turn {@code turn: NANOS}, the
 * CPU time of the process so far. It ends with its input.
 *
 * <p>Arguments: {@code WARM_UP_REQUESTS REQUESTS}.
 */
public final class HttpTurns {
  private HttpTurns() {}

  public static void main(String[] args) throws IOException {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    BufferedReader turns =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    HttpRequests.serve(args[0]);
    System.out.println("ready: " + ProcessHandle.current().pid());
    while (turns.readLine() != null) {
      HttpRequests.serve(args[1]);
      System.out.println("turn: " + process.getProcessCpuTime());
    }
    System.exit(0);
  }
}
