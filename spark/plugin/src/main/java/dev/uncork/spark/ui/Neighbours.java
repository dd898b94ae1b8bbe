package dev.uncork.spark.ui;

import dev.uncork.report.spark.ExecutorWords;
import dev.uncork.spark.event.DriverUsageEvent;
import dev.uncork.spark.event.ExecutorUsageEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.util.kvstore.KVStore;

/**
 * Processes that use the executors' machines and are not the application's own: what is left of a
 * machine's CPU time without all executors there, their Python workers and the driver.
 */
final class Neighbours {
  private static final double LEAST_CORES = 0.5;
  private static final double LEAST_SHARE = 0.1;
  private static final String LOCAL_MODE = "driver"; // the executor's id there

  private Neighbours() {}

  /** What there is to say, one sentence for each machine where it matters. */
  static List<String> of(KVStore store, List<ExecutorScaling> executors) throws Exception {
    DriverUsageEvent driver = driver(store);
    Map<String, List<ExecutorScaling>> hosts = new LinkedHashMap<>();
    for (ExecutorScaling executor : ApplicationScaling.present(executors)) {
      if (!executor.placed.host.isEmpty()) {
        hosts.computeIfAbsent(executor.placed.host, host -> new ArrayList<>()).add(executor);
      }
    }
    List<String> sentences = new ArrayList<>();
    hosts.forEach(
        (host, there) -> {
          double others = others(there, host.equals(driver.host) ? driver : new DriverUsageEvent());
          int slots = there.stream().mapToInt(ExecutorScaling::cores).sum();
          if (others >= Math.max(LEAST_CORES, LEAST_SHARE * slots)) {
            List<String> ids = there.stream().map(one -> one.executorId).toList();
            sentences.add(ExecutorWords.neighbours(ids, others));
          }
        });
    return sentences;
  }

  private static DriverUsageEvent driver(KVStore store) throws Exception {
    try {
      return store.read(DriverScaling.class, DriverScaling.KEY).usage;
    } catch (NoSuchElementException e) {
      return new DriverUsageEvent();
    }
  }

  /** Cores that others use on average. */
  static double others(List<ExecutorScaling> executors, DriverUsageEvent driver) {
    double machine = 0;
    double own = 0;
    int known = 0;
    boolean local = false;
    for (ExecutorScaling executor : executors) {
      long millis = 0;
      long machineMillis = 0;
      long ownMillis = 0;
      for (ExecutorUsageEvent usage : executor.usages) {
        millis += usage.intervalMillis;
        machineMillis += usage.machineMillis;
        ownMillis += usage.cpuMillis + usage.childrenMillis;
      }
      if (millis > 0 && machineMillis > 0) {
        machine += (double) machineMillis / millis;
        own += (double) ownMillis / millis;
        known++;
      }
      local |= executor.executorId.equals(LOCAL_MODE);
    }
    if (!local && driver.upMillis > 0) {
      own += (double) (driver.cpuMillis + driver.childrenMillis) / driver.upMillis;
    }
    return known == 0 ? 0 : Math.max(0, machine / known - own);
  }
}
