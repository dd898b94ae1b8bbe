package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Executor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How slow machines made all that ran on them, the program or not.
 *
 * <p>Spark's start tells it, and so does how long unpacking tasks took. Each may have another
 * cause, so it is believed up to a bound only; beyond that the plugin must have seen that tasks had
 * no core for as long.
 */
record SlowMachine(ApplicationFacts facts) {
  private static final double USUAL_START_SECONDS = 5;
  private static final double MUCH_SLOWER = 3;

  /** Unpacking a task takes so many times its CPU time where nothing else needs the cores. */
  private static final double USUAL_UNPACKING = 2.5;

  /** The driver reaches no other machine at these. */
  private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\..*");

  /** More than this of a wait explains it. */
  private static final double MOST_OF_IT = 0.5;

  /** A machine on which Spark starts slowly does all else slowly too. */
  double slower() {
    double start = facts.wallSeconds(SlotRow.START_UP) / USUAL_START_SECONDS;
    double believed = Math.max(busy(), Math.min(MUCH_SLOWER, start));
    return Math.max(believed, Math.min(start, crowded()));
  }

  /** The same of one whose cores others need: what needs but the CPU takes longer than on it. */
  double busy() {
    StageTasks.Unpacking all = facts.unpacking();
    if (all.cpuMillis() < StageTasks.Unpacking.LEAST_CPU_MILLIS) {
      return 1;
    }
    double slow = all.times() / USUAL_UNPACKING;
    return Math.max(1, Math.min(MUCH_SLOWER, slow));
  }

  /** So many times as long as on free cores tasks beside the driver took, as the plugin saw. */
  private double crowded() {
    List<Executor> executors = facts.recorded().application().executors();
    double cpu = 0;
    double queued = 0;
    for (StageTasks tasks : facts.recorded().stages()) {
      for (int i = 0; i < tasks.count(); i++) {
        int executor = tasks.executor(i);
        boolean beside = executor >= 0 && isBesideDriver(executors.get(executor));
        cpu += beside ? tasks.part(i, SlotRow.CPU) : 0;
        queued += beside ? tasks.part(i, SlotRow.CORE_WAIT) : 0;
      }
    }
    return queued > 0 && byOthers() ? (cpu + queued) / Math.max(1, cpu) : 1;
  }

  private boolean isBesideDriver(Executor executor) {
    return facts.local()
        || executor.host().equals(facts.recorded().application().driver().host())
        || LOOPBACK.matcher(executor.host()).matches();
  }

  /** Whether other processes use most of what the tasks lack, or nobody knows. */
  boolean byOthers() {
    Map<String, Double> machines = new HashMap<>();
    Map<String, Double> own = new HashMap<>();
    for (Executor executor : facts.recorded().application().executors()) {
      double machine = executor.used().map(Executor.Used::machine).orElse(0.0);
      if (machine == 0) {
        return true;
      }
      Executor.Used used = executor.used().orElseThrow();
      machines.merge(executor.host(), machine, Math::max);
      own.merge(executor.host(), used.own() + used.children(), Double::sum);
    }
    double others = 0;
    for (Map.Entry<String, Double> machine : machines.entrySet()) {
      others += Math.max(0, machine.getValue() - own.getOrDefault(machine.getKey(), 0.0));
    }
    double seconds = others * facts.recorded().millis() / 1000;
    return seconds >= MOST_OF_IT * facts.ledger().seconds(SlotRow.CORE_WAIT);
  }
}
