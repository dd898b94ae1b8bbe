package dev.uncork.benchmarks.tpch;

import java.util.ArrayList;
import java.util.List;

/** The two sides that a benchmark compares, in the words of Spark's and the JVM's settings. */
enum ComparedSides {
  /** Lock reservation alone: both sides have the plugin, without profiles. */
  RESERVATION("tpch-reservation", false),

  /** The plugin as it is by default, against none. */
  OVERHEAD("plugin-overhead", true);

  private static final String PLUGIN = "spark.plugins=dev.uncork.spark.UncorkPlugin";
  private static final int LAST_WITH_BIASED_LOCKING = 17;

  private final String title;
  private final boolean freezes;

  ComparedSides(String title, boolean freezes) {
    this.title = title;
    this.freezes = freezes;
  }

  /** The benchmark's name. */
  String title() {
    return title;
  }

  static ComparedSides named(String title) {
    return OVERHEAD.title.equals(title) ? OVERHEAD : RESERVATION;
  }

  /**
   * Starts one side.
   *
   * @param on whether what is compared is switched on there
   */
  SparkSide start(CommonSettings setup, int jdk, boolean on) throws java.io.IOException {
    List<String> options = new ArrayList<>(List.of("-Xms3g", "-Xmx3g"));
    List<String> settings =
        new ArrayList<>(
            List.of(
                "spark.ui.enabled=false",
                "spark.sql.shuffle.partitions=4",
                "spark.ui.showConsoleProgress=false"));
    if (this == OVERHEAD) {
      if (on) {
        settings.add(PLUGIN);
      }
    } else {
      settings.addAll(List.of(PLUGIN, "spark.uncork.profile=false", "spark.uncork.numa=off"));
      settings.add("spark.uncork.locks=" + (on ? "reserve" : "off"));
      if (on && jdk <= LAST_WITH_BIASED_LOCKING) {
        // In local mode the JVM runs already when the plugin could ask for it.
        options.addAll(
            List.of(
                "-XX:-PrintWarnings", "-XX:+UseBiasedLocking", "-XX:BiasedLockingStartupDelay=0"));
      }
    }
    return SparkSide.start(setup, title + (on ? "-on" : "-off"), options, settings, freezes);
  }

  /** A line that the log of the side that is on must have, or an empty string. */
  String proof(int jdk) {
    if (this == OVERHEAD) {
      return "is profiled";
    }
    return jdk <= LAST_WITH_BIASED_LOCKING
        ? "reserves locks: by the JVM"
        : "streams of SQL shuffles have none now";
  }
}
