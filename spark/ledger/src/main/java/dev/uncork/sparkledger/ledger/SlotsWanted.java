package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many slots an application is to have.
 *
 * @param most that were there at a time, or that its settings ask for from the start
 * @param dynamic whether Spark asks for executors as tasks need them, and gives them back
 */
record SlotsWanted(int most, boolean dynamic) {
  private static final Pattern LOCAL_CLUSTER =
      Pattern.compile("local-cluster\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,.*");

  static SlotsWanted of(Application application) {
    Map<String, String> settings = application.settings();
    boolean dynamic = Boolean.parseBoolean(settings.get("spark.dynamicAllocation.enabled"));
    int there = mostAtATime(application.executors());
    int asked = dynamic ? 0 : asked(application);
    return new SlotsWanted(Math.max(1, Math.max(there, asked)), dynamic);
  }

  private static int asked(Application application) {
    Map<String, String> settings = application.settings();
    int cpus = Math.max(1, number(settings, "spark.task.cpus"));
    Matcher master = LOCAL_CLUSTER.matcher(settings.getOrDefault("spark.master", ""));
    if (master.matches()) {
      return bounded(Integer.parseInt(master.group(1)), Integer.parseInt(master.group(2)) / cpus);
    }
    int each = application.executors().stream().mapToInt(Executor::slots).max().orElse(1);
    int instances = number(settings, "spark.executor.instances");
    int cores = number(settings, "spark.cores.max");
    int byCores = cores / cpus / Math.max(1, each) * each;
    int byInstances = bounded(instances, each);
    return cores > 0 && instances > 0
        ? Math.min(byCores, byInstances)
        : Math.max(byCores, byInstances);
  }

  /** Slots of so many executors. */
  static int bounded(int executors, int each) {
    return (int) Math.min(1_000_000, (long) executors * each);
  }

  /** A setting that is a number; 0 where it is none. */
  static int number(Map<String, String> settings, String name) {
    String value = settings.getOrDefault(name, "0").trim();
    return value.matches("\\d{1,6}") ? Integer.parseInt(value) : 0;
  }

  private static int mostAtATime(List<Executor> executors) {
    List<long[]> changes = new ArrayList<>();
    for (Executor executor : executors) {
      changes.add(new long[] {executor.span().startMillis(), executor.slots()});
      changes.add(new long[] {executor.span().endMillis(), -executor.slots()});
    }
    changes.sort(
        Comparator.<long[]>comparingLong(change -> change[0]).thenComparing(change -> change[1]));
    long now = 0;
    long most = 0;
    for (long[] change : changes) {
      now += change[1];
      most = Math.max(most, now);
    }
    return (int) most;
  }
}
