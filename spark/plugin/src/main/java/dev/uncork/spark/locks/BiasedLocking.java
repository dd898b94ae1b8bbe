package dev.uncork.spark.locks;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.apache.spark.SparkConf;

/** The lock reservation that HotSpot had up to version 17, which must be asked for. */
public final class BiasedLocking {
  private static final String EXECUTOR_OPTIONS = "spark.executor.extraJavaOptions";
  private static final int LAST_VERSION = 17;

  /** Executors may run on a newer JVM than the driver, which wouldn't start with these alone. */
  private static final String FLAGS =
      "-XX:+IgnoreUnrecognizedVMOptions -XX:-PrintWarnings -XX:+UseBiasedLocking"
          + " -XX:BiasedLockingStartupDelay=0";

  private BiasedLocking() {}

  /** In the driver: has it switched on in the executors that start from now on. */
  public static void addTo(SparkConf conf) {
    String options = conf.get(EXECUTOR_OPTIONS, "");
    if (Runtime.version().feature() <= LAST_VERSION && !options.contains("UseBiasedLocking")) {
      conf.set(EXECUTOR_OPTIONS, (options + " " + FLAGS).strip());
    }
  }

  /** Whether this JVM has it, and it is switched on. */
  static boolean isOn() {
    try {
      HotSpotDiagnosticMXBean flags =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return flags != null && flags.getVMOption("UseBiasedLocking").getValue().equals("true");
    } catch (IllegalArgumentException e) {
      return false; // It has no such option.
    }
  }

  /** Whether this JVM would have it, had it been started so. */
  static boolean isPossible() {
    return Runtime.version().feature() <= LAST_VERSION;
  }
}
