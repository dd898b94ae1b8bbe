package dev.uncork.diagnosis.lever;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Executors, cores of each and memory of each, as the settings of one kind of master.
 *
 * @param executors how many
 * @param memoryMebibytes heap of each
 */
public record SparkLayout(int executors, int cores, long memoryMebibytes) {
  /** The name of the lever that it is a value of. */
  public static final String LEVER = "executors";

  private static final String MASTER = "spark.master";
  private static final String EXECUTOR_MEMORY = "spark.executor.memory";
  private static final String DRIVER_MEMORY = "spark.driver.memory";
  private static final long SPARKS_DEFAULT_MEBIBYTES = 1024;

  /** Spark refuses heaps below 450 MiB. */
  private static final long LEAST_MEBIBYTES = 512;

  private static final Pattern MEMORY = Pattern.compile("(\\d{1,15})([kmgt]?)b?");

  /** What is in effect. */
  static SparkLayout now(SparkFacts facts) {
    String memory = facts.setting(facts.isLocal() ? DRIVER_MEMORY : EXECUTOR_MEMORY);
    return new SparkLayout(
        Math.max(1, facts.executors()),
        Math.max(1, facts.coresEach()),
        mebibytes(memory).orElse(SPARKS_DEFAULT_MEBIBYTES));
  }

  /** What Spark's notation of memory means; empty for anything else. */
  public static Optional<Long> mebibytes(String text) {
    Matcher matcher = MEMORY.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "k" -> number >> 10;
          case "g" -> number << 10;
          case "t" -> number << 20;
          default -> number;
        });
  }

  /** The same cores and memory with other numbers of executors; in local mode other cores. */
  List<Change> alternatives(SparkFacts facts) {
    List<Change> changes = new ArrayList<>();
    if (facts.isLocal()) {
      for (int other : new TreeSet<>(List.of(Math.max(1, cores / 2), 2 * cores))) {
        if (other != cores) {
          changes.add(new SparkLayout(1, other, memoryMebibytes).change(facts));
        }
      }
      return changes;
    }
    int all = executors * cores;
    for (int other : new TreeSet<>(List.of(1, Math.max(1, cores / 2), 2 * cores, all))) {
      long memory = executors * memoryMebibytes * other / all;
      if (other != cores && all % other == 0 && memory >= LEAST_MEBIBYTES) {
        changes.add(new SparkLayout(all / other, other, memory).change(facts));
      }
    }
    return changes;
  }

  /** Twice the memory, where all executors are on a machine that has it. */
  Optional<Change> withTwiceTheMemory(SparkFacts facts) {
    long twice = 2 * memoryMebibytes;
    if (executors * twice > (facts.memoryBytes() >> 20) / 2) {
      return Optional.empty();
    }
    Map<String, String> settings = new LinkedHashMap<>();
    if (facts.setting(MASTER).startsWith("local-cluster[")) {
      settings.put(MASTER, "local-cluster[" + executors + "," + cores + "," + twice + "]");
    }
    String memory = facts.isLocal() ? DRIVER_MEMORY : EXECUTOR_MEMORY;
    settings.put(memory, twice + "m");
    return Optional.of(
        Change.settings(RemedyKind.HEAP, "heap", memory + "=" + twice + "m", settings));
  }

  /** This layout on the application's master. */
  public Change change(SparkFacts facts) {
    String master = facts.setting(MASTER);
    Map<String, String> settings = new LinkedHashMap<>();
    if (facts.isLocal()) {
      settings.put(MASTER, "local[" + cores + "]");
      return Change.settings(
          RemedyKind.EXECUTORS, LEVER, MASTER + "=local[" + cores + "]", settings);
    }
    settings.put("spark.executor.cores", Integer.toString(cores));
    settings.put(EXECUTOR_MEMORY, memoryMebibytes + "m");
    if (master.startsWith("local-cluster[")) {
      settings.put(
          MASTER, "local-cluster[" + executors + "," + cores + "," + memoryMebibytes + "]");
    } else if (master.startsWith("spark://")) {
      settings.put("spark.cores.max", Integer.toString(executors * cores));
    } else if (facts.setting("spark.dynamicAllocation.enabled").equals("true")) {
      settings.put("spark.dynamicAllocation.maxExecutors", Integer.toString(executors));
    } else {
      settings.put("spark.executor.instances", Integer.toString(executors));
    }
    return Change.settings(RemedyKind.EXECUTORS, LEVER, text(), settings);
  }

  private String text() {
    return executors
        + (executors == 1 ? " executor" : " executors")
        + " with "
        + cores
        + (cores == 1 ? " core" : " cores")
        + " and "
        + memoryMebibytes
        + " MiB"
        + (executors == 1 ? "" : " each");
  }
}
