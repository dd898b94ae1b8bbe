package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds writes of many small files: where each task has rows of each folder, say. Each takes some
 * CPU time, and what tasks wait for besides is taken to be these files.
 */
final class WrittenFilesRule {
  /** To make, pack and close a file takes a task at least this, on a local disk. */
  private static final double FILE_MILLIS = 3;

  private final ApplicationFacts facts;

  WrittenFilesRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  List<SparkFinding> find() {
    List<SparkFinding> found = new ArrayList<>();
    for (Query query : facts.recorded().application().queries()) {
      query.plan().flatMap(plan -> writtenBy(query.id(), plan)).ifPresent(found::add);
    }
    return found;
  }

  private Optional<SparkFinding> writtenBy(long query, PlanNode node) {
    long files = node.metrics().getOrDefault("number of written files", 0L);
    long bytes = node.metrics().getOrDefault("written output", 0L);
    if (files >= TaskCountRules.MANY_FILES && bytes / files < TaskCountRules.SMALL_FILE_BYTES) {
      return writer(query).map(tasks -> of(tasks, files, bytes, folders(node)));
    }
    return node.children().stream().flatMap(child -> writtenBy(query, child).stream()).findFirst();
  }

  /** Without fewer columns in partitionBy there are as many files as folders. */
  private static long folders(PlanNode write) {
    return Math.max(1, write.metrics().getOrDefault("number of dynamic part", 1L));
  }

  /** The last stage of a query, whose tasks write the files. */
  private Optional<StageTasks> writer(long query) {
    Set<Integer> stages = new HashSet<>();
    for (Job job : facts.recorded().application().jobs()) {
      if (job.query().equals(OptionalLong.of(query))) {
        stages.addAll(job.stages());
      }
    }
    return facts.recorded().stages().stream()
        .filter(tasks -> stages.contains(tasks.stage().key().id()))
        .max(Comparator.comparingInt(tasks -> tasks.stage().key().id()));
  }

  private SparkFinding of(StageTasks tasks, long files, long bytes, long folders) {
    double needless = Math.max(0, files - Math.max(folders, tasks.count()));
    double waited = tasks.part(SlotRow.TASK_WAIT) + tasks.part(SlotRow.CORE_WAIT);
    double atBest = needless / files;
    double spared = FILE_MILLIS * needless + waited * atBest;
    double share = Math.min(atBest, spared / Math.max(1, tasks.millis()));
    return new SparkFinding.TaskCount(
        SparkKind.SMALL_FILES,
        tasks.stage(),
        LongTaskRules.lengths(tasks, 0),
        bytes,
        files,
        true,
        facts.pricing().gain(without(tasks, share), without(tasks, atBest), 0.4, 0.8),
        List.of(
            new SparkAdvice.Code(
                SparkAdvice.Change.FEWER_FILES, Optional.of(tasks.stage().callSite()))));
  }

  /** The run without such a share of a stage's time. */
  private static WhatIf without(StageTasks tasks, double share) {
    float left = (float) Math.max(0.1, 1 - share);
    return WhatIf.recorded().withEach((each, i, millis) -> each == tasks ? millis * left : millis);
  }
}
