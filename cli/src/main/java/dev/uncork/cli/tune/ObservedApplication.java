package dev.uncork.cli.tune;

import dev.uncork.diagnosis.lever.LedgerAdvice;
import dev.uncork.diagnosis.lever.SparkFacts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the event log of a run tells a tuning. */
record ObservedApplication(SparkDiagnosis diagnosis) {
  private static final double MILLIS = 1e3;

  private Application application() {
    return diagnosis.application();
  }

  Map<String, String> settings() {
    return application().settings();
  }

  /** At the same time, at most. */
  int executors() {
    List<Executor> all = application().executors();
    long most = 0;
    for (Executor one : all) {
      long at = one.span().startMillis();
      long beside =
          all.stream()
              .filter(other -> other.span().startMillis() <= at && at <= other.span().endMillis())
              .count();
      most = Math.max(most, beside);
    }
    return (int) most;
  }

  int coresEach() {
    int slots = application().executors().stream().mapToInt(Executor::slots).max().orElse(1);
    String cpus = settings().getOrDefault("spark.task.cpus", "1");
    return slots * (cpus.matches("[1-9]\\d{0,3}") ? Integer.parseInt(cpus) : 1);
  }

  int jdk() {
    String major = application().driver().javaVersion().replaceFirst("\\D.*", "");
    return major.matches("\\d{1,4}") ? Integer.parseInt(major) : 0;
  }

  boolean sql() {
    return !application().queries().isEmpty();
  }

  /** Sums over the tasks that ended. */
  SparkFacts.Work work() {
    long tasks = 0;
    double run = 0;
    double cpu = 0;
    double gc = 0;
    double fetchWait = 0;
    double write = 0;
    long records = 0;
    for (Stage stage : application().stages()) {
      for (Task task : stage.tasks()) {
        if (task.outcome() != Task.Outcome.RUNNING) {
          tasks++;
          run += task.times().run() / MILLIS;
          cpu += task.times().cpu() / MILLIS;
          gc += task.times().gc() / MILLIS;
          fetchWait += task.times().fetchWait() / MILLIS;
          write += task.times().shuffleWrite() / MILLIS;
          records += task.volumes().shuffleWrite().records();
        }
      }
    }
    return new SparkFacts.Work(tasks, run, cpu, gc, fetchWait, write, records);
  }

  /** Settings that the ledger advises, for each cause that has some; none of a run too short. */
  List<LedgerAdvice> advice() {
    List<LedgerAdvice> advised = new ArrayList<>();
    if (diagnosis.verdict() instanceof SparkFinding.TooShort) {
      return advised;
    }
    Stream.concat(Stream.of(diagnosis.verdict()), diagnosis.others().stream())
        .forEach(finding -> add(finding, advised));
    return advised;
  }

  private static void add(SparkFinding finding, List<LedgerAdvice> advised) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (SparkAdvice advice : finding.advice()) {
      if (advice instanceof SparkAdvice.Conf conf) {
        settings.putIfAbsent(conf.name(), conf.value());
      }
    }
    if (!settings.isEmpty()) {
      advised.add(
          new LedgerAdvice(
              finding.kind().label(),
              settings,
              finding.gain().seconds(),
              finding.gain().recordedSeconds()));
    }
  }
}
