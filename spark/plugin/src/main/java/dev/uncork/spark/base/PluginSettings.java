package dev.uncork.spark.base;

import dev.uncork.protocol.RemedyName;
import dev.uncork.spark.numa.NodeClaims;
import dev.uncork.spark.numa.NumaSetting;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.jspecify.annotations.Nullable;

/**
 * The settings {@code spark.uncork.*}. One that makes no sense switches its feature off, with a
 * line in the log.
 *
 * @param numa {@code spark.uncork.numa}
 * @param sys {@code spark.uncork.numa.sys}: where to read the NUMA nodes, for tests
 * @param claims {@code spark.uncork.numa.claims}: where executors of different applications tell
 *     each other what they have; null for nowhere
 * @param profile {@code spark.uncork.profile}
 * @param recordings {@code spark.uncork.recordings}: where recordings go; empty to keep none
 * @param reserve {@code spark.uncork.locks=reserve}: whether locks are reserved in executors
 * @param intervalSeconds {@code spark.uncork.interval}: how often a recording is finished
 */
public record PluginSettings(
    NumaSetting numa,
    Path sys,
    @Nullable Path claims,
    boolean profile,
    String recordings,
    boolean reserve,
    long intervalSeconds) {
  private static final String NUMA = "spark.uncork.numa";
  private static final String CLAIMS = "spark.uncork.numa.claims";
  private static final String PROFILE = "spark.uncork.profile";
  private static final String LOCKS = "spark.uncork.locks";
  private static final String INTERVAL = "spark.uncork.interval";
  private static final long MIN_INTERVAL_SECONDS = 2;

  /** Reads them. */
  public static PluginSettings of(SparkConf conf) {
    return new PluginSettings(
        numa(conf.get(NUMA, "auto")),
        Path.of(conf.get("spark.uncork.numa.sys", "/sys")),
        claims(conf.get(CLAIMS, "").strip()),
        profile(conf.get(PROFILE, "true")),
        conf.get("spark.uncork.recordings", "").strip(),
        reserve(conf.get(LOCKS, "off")),
        interval(conf));
  }

  private static boolean reserve(String text) {
    boolean reserve = text.equals(RemedyName.RESERVE.label());
    if (reserve || text.equals("off")) {
      return reserve;
    }
    Log.failed(LOCKS + "=" + text + " is neither reserve nor off; no locks are reserved");
    return false;
  }

  private static NumaSetting numa(String text) {
    try {
      return NumaSetting.parse(text);
    } catch (IllegalArgumentException e) {
      Log.failed(e.getMessage() + "; executors stay unbound");
      return NumaSetting.parse("off");
    }
  }

  private static @Nullable Path claims(String text) {
    if (text.equals("off")) {
      return null;
    }
    if (text.isEmpty()) {
      return NodeClaims.defaultDirectory();
    }
    if (text.startsWith("/")) {
      return Path.of(text);
    }
    Log.failed(
        CLAIMS
            + "="
            + text
            + " is neither an absolute path nor off; executors of other applications are not"
            + " seen");
    return null;
  }

  private static boolean profile(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    Log.failed(PROFILE + "=" + text + " is neither true nor false; executors are not profiled");
    return false;
  }

  private static long interval(SparkConf conf) {
    try {
      long seconds = conf.getTimeAsSeconds(INTERVAL, "60s");
      if (seconds >= MIN_INTERVAL_SECONDS) {
        return seconds;
      }
    } catch (RuntimeException e) {
      // Falls through to the one message.
    }
    Log.failed(
        INTERVAL
            + "="
            + conf.get(INTERVAL, "")
            + " is not a time of at least "
            + MIN_INTERVAL_SECONDS
            + "s; 60s is used");
    return 60;
  }
}
