package dev.uncork.protocol;

/** What the collector can do in a JVM, or can't; a remedy asked for is one too, by its label. */
public final class CapabilityName {
  /** Blocked acquires of monitors are counted. */
  public static final String MONITORS = "monitors";

  /** Blocked acquires of {@code java.util.concurrent} are counted. */
  public static final String JUC = "juc";

  /** Holders of locks are sampled. */
  public static final String HOLDERS = "holders";

  /** What threads do, and what they wait for, is sampled. */
  public static final String WAITS = "waits";

  /** The use of each CPU is known. */
  public static final String CORES = "cores";

  /** CPU time and place of each thread are known. */
  public static final String THREADS = "threads";

  /** The process's counters of the kernel are known. */
  public static final String PROCESS = "process";

  /** The program's own progress is known. */
  public static final String PROGRESS = "progress";

  /** The program can be held on fewer cores for some moments. */
  public static final String EXPERIMENT = "experiment";

  private CapabilityName() {}
}
