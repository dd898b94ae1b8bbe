package dev.uncork.diagnosis.lever;

import java.util.Map;
import java.util.Optional;

/**
 * What a run of a Spark application told about it, beside recordings of its executors.
 *
 * @param settings in effect, as Spark's event log has them
 * @param executors that ran at the same time; 1 in local mode
 * @param coresEach tasks that an executor runs at a time
 * @param jdk major version of the driver's JVM, which is taken for the executors' too
 * @param sql whether it ran SQL
 * @param crossesNodes whether an executor might use several NUMA nodes and is bound to none
 * @param work what its tasks did
 * @param memoryBytes of the machine on which all executors ran; 0 where there are others
 * @param pluginJar the file that {@code spark.jars} needs for Uncork's remedies
 * @param shuffleManager the class of Uncork's shuffle manager, where that jar has it
 */
public record SparkFacts(
    Map<String, String> settings,
    int executors,
    int coresEach,
    int jdk,
    boolean sql,
    boolean crossesNodes,
    Work work,
    long memoryBytes,
    String pluginJar,
    Optional<String> shuffleManager) {
  public SparkFacts {
    settings = Map.copyOf(settings);
  }

  /**
   * Sums over all tasks.
   *
   * @param tasks how many ended
   * @param runSeconds from a task's start to its end
   * @param cpuSeconds of its thread
   * @param gcSeconds that its JVM spent collecting meanwhile
   * @param fetchWaitSeconds that it waited for blocks of a shuffle
   * @param shuffleWriteSeconds that it wrote blocks of a shuffle
   * @param shuffleRecords written
   */
  public record Work(
      long tasks,
      double runSeconds,
      double cpuSeconds,
      double gcSeconds,
      double fetchWaitSeconds,
      double shuffleWriteSeconds,
      long shuffleRecords) {
    /** A part of the tasks' time. */
    public double share(double seconds) {
      return runSeconds <= 0 ? 0 : Math.min(1, seconds / runSeconds);
    }
  }

  /** A setting; empty where it has Spark's default. */
  public String setting(String name) {
    return settings.getOrDefault(name, "");
  }

  /** Whether the driver's JVM is the one executor. */
  public boolean isLocal() {
    String master = setting("spark.master");
    return master.equals("local") || master.startsWith("local[");
  }
}
