package dev.uncork.agent.observe.kernel;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How many CPUs this process may use.
 *
 * <p>What the JVM says, but for one that was told a number: it counts on as few, and its threads
 * run on all that the kernel lets them.
 */
public final class UsableCpus {
  private static final String TOLD = "-XX:ActiveProcessorCount=";
  private static final String ALLOWED = "Cpus_allowed:";

  private static final class Told {
    static final int ALLOWED = told() ? allowed(Path.of("/proc"), Path.of("/sys")) : 0;
  }

  private UsableCpus() {}

  /** At this time: the experiment, or a change of the affinity, may have changed it. */
  public static int count() {
    return Math.max(Told.ALLOWED, Runtime.getRuntime().availableProcessors());
  }

  private static boolean told() {
    try {
      return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
          .anyMatch(argument -> argument.startsWith(TOLD));
    } catch (RuntimeException e) {
      return false; // No management here.
    }
  }

  /** Those online of the affinity mask; 0 where it can't be read. */
  static int allowed(Path procRoot, Path sysRoot) {
    try {
      String list = Files.readString(sysRoot.resolve("devices/system/cpu/online"));
      int online = CpuNodes.parseList(list).size();
      List<String> lines = Files.readAllLines(procRoot.resolve("self/status"));
      int masked =
          lines.stream()
              .filter(line -> line.startsWith(ALLOWED))
              .flatMapToInt(line -> line.substring(ALLOWED.length()).chars())
              .map(digit -> Integer.bitCount(Math.max(0, Character.digit(digit, 16))))
              .sum();
      return Math.min(online, masked);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
