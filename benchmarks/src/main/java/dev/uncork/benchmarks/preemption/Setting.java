package dev.uncork.benchmarks.preemption;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where locks are compared, and which.
 *
 * @param ways locks, the one of interest first, then what it is measured against
 * @param leastThroughput what the throughput must reach of the baseline's
 */
record Setting(
    String name, List<String> ways, String baseline, double leastThroughput, boolean guest) {
  private static final String PROGRAM = "dev.uncork.benchmarks.preemption.program";

  /** This machine's kernel, with the lock that is handed over at the end of a tick. */
  static final Setting TICK_LOCK =
      new Setting("tick-lock", List.of("tick", "reentrant", "fair"), "reentrant", 0.95, false);

  /** The lab's guest, whose kernel extends time slices. */
  static final Setting NO_PREEMPT =
      new Setting("nopreempt", List.of("tnp", "monitor", "fair", "tick"), "monitor", 1.0, true);

  /** The command that runs one way on so many processors. */
  List<String> command(String way, int cpus, String java, List<String> arguments) {
    List<String> command = new ArrayList<>();
    if (guest) {
      command.addAll(List.of("lab/run", "--profile", "slice", "--timeout", "900"));
      command.addAll(cpus == 1 ? List.of("--deterministic") : List.of("--cpus", "" + cpus));
      command.add("--");
    } else {
      command.addAll(List.of("taskset", "-c", cpus == 1 ? "0" : "0-" + (cpus - 1)));
    }
    if (guest) {
      // All ways are observed alike: on one slow processor that takes a third of it.
      command.addAll(List.of("dist/target/uncork/bin/uncork", "run", "--quiet"));
      command.addAll(List.of("--out", "/tmp/tnp.jfr"));
      command.addAll(
          way.equals("tnp") ? List.of("--remedy", "nopreempt=" + PROGRAM + ".*") : List.of());
      command.add("--");
    }
    command.addAll(List.of(java, "-XX:+UseSerialGC", "-Xmx128m", "-cp", classPath()));
    command.add(PROGRAM + ".SharedSections");
    command.add(way.equals("tnp") ? "monitor" : way);
    command.addAll(arguments);
    return command;
  }

  private static String classPath() {
    return Path.of("benchmarks/target/classes") + ":" + Path.of("concurrent/target/classes");
  }
}
