package dev.uncork.benchmarks.shuffle;

import java.util.List;

/**
 * How Uncork's shuffle is tried.
 *
 * @param hardship what is done to executors while they work
 * @param bad whether the bad cases are run, or else the usual jobs
 * @param memoryMegabytes how large the file system in memory is; 0: as large as it is
 * @param settings of Spark's
 */
record ShuffleTrial(
    String name, Hardship hardship, boolean bad, int memoryMegabytes, List<String> settings) {
  static final String PREFIX = "spark.uncork.shuffle.";
  static final String MANAGER =
      "spark.shuffle.manager=dev.uncork.spark.shuffle.UncorkShuffleManager";

  /** What is done to executors. */
  enum Hardship {
    NONE,
    KILLS,
    FAILURES;

    /** Whether what should have been done was. */
    boolean happened(int killed, long failed) {
      return switch (this) {
        case NONE -> true;
        case KILLS -> killed > 0;
        case FAILURES -> failed > 0;
      };
    }

    String words(int killed, long failed) {
      return switch (this) {
        case NONE -> "";
        case KILLS -> "; " + killed + " executors killed by SIGKILL, at random";
        case FAILURES -> "; " + failed + " readings made to fail";
      };
    }
  }

  /** All of them. */
  static List<ShuffleTrial> all() {
    String sm = PREFIX + "ucx.tls=sm";
    String apart = PREFIX + "sameHost=false";
    String memory = PREFIX + "memory=";
    String anywhere = "spark.shuffle.reduceLocality.enabled=false";
    return List.of(
        new ShuffleTrial(
            "executors-killed", Hardship.KILLS, false, 0, List.of(MANAGER, memory + "64m")),
        new ShuffleTrial(
            "fetches-fail",
            Hardship.FAILURES,
            false,
            0,
            List.of(
                "spark.shuffle.manager=dev.uncork.sparktests.job.FailingManager", memory + "64m")),
        new ShuffleTrial(
            "hardly-any-memory",
            Hardship.KILLS,
            false,
            0,
            List.of(MANAGER, memory + "1m", "spark.io.encryption.enabled=true")),
        new ShuffleTrial(
            "ucx-executors-killed",
            Hardship.KILLS,
            false,
            0,
            List.of(MANAGER, sm, apart, memory + "64m")),
        new ShuffleTrial("memory-full", Hardship.NONE, false, 9, List.of(MANAGER, memory + "64m")),
        new ShuffleTrial(
            "bad-cases", Hardship.NONE, true, 0, List.of(MANAGER, memory + "3g", anywhere)),
        new ShuffleTrial(
            "bad-cases-in-files",
            Hardship.NONE,
            true,
            0,
            List.of(MANAGER, memory + "64m", anywhere)),
        new ShuffleTrial(
            "bad-cases-ucx",
            Hardship.NONE,
            true,
            0,
            List.of(MANAGER, sm, apart, memory + "3g", anywhere)));
  }
}
