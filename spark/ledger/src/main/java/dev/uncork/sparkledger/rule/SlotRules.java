package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.RegistrationWait;
import dev.uncork.sparkledger.ledger.SlotInterval;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.price.LostExecutors;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds attempts that failed, executors that were missing, and tasks that were held back. */
final class SlotRules {
  private static final double LEAST_SHARE = 0.02;

  private static final Pattern EXIT_CODE =
      Pattern.compile("exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? (\\d+)");

  /** Killed, ended by others, and Spark's own code for a heap that is full. */
  private static final Set<String> FOR_MEMORY = Set.of("137", "143", "52");

  private final ApplicationFacts facts;
  private final LostExecutors lost;

  SlotRules(ApplicationFacts facts) {
    this.facts = facts;
    lost = new LostExecutors(facts.recorded());
  }

  List<SparkFinding> find() {
    List<SparkFinding> found = new ArrayList<>();
    double failed = facts.ledger().seconds(SlotRow.FAILED) + missingForLost();
    if (failed >= LEAST_SHARE * facts.ledger().slotSeconds()) {
      failures().ifPresent(found::add);
    }
    Optional<RegistrationWait> waited = RegistrationWait.of(facts.recorded().application());
    waited.map(this::unregistered).ifPresent(found::add);
    double before =
        waited.map(wait -> wait.span().millis() / 1000.0 * facts.ledger().slots()).orElse(0.0);
    double missing = facts.ledger().seconds(SlotRow.NO_EXECUTOR) - missingForLost() - before;
    if (missing >= LEAST_SHARE * facts.ledger().slotSeconds()) {
      found.add(missing(missing));
    }
    if (facts.ledger().share(SlotRow.HELD_BACK) >= LEAST_SHARE) {
      found.add(heldBack());
    }
    return found;
  }

  private Optional<SparkFinding> failures() {
    Map<String, Integer> reasons = new HashMap<>();
    Map<String, Task.Failure> firsts = new HashMap<>();
    int attempts = 0;
    Optional<StageTasks> worst = Optional.empty();
    int most = 0;
    for (StageTasks tasks : facts.recorded().stages()) {
      int failed = 0;
      for (Task task : tasks.stage().tasks()) {
        if (isFailure(task.outcome())) {
          failed++;
          task.failure()
              .ifPresent(
                  failure -> {
                    reasons.merge(failure.reason(), 1, Integer::sum);
                    firsts.putIfAbsent(failure.reason(), failure);
                  });
        }
      }
      attempts += failed;
      if (failed > most) {
        most = failed;
        worst = Optional.of(tasks);
      }
    }
    String reason =
        reasons.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("");
    int count = attempts;
    return worst.map(
        tasks ->
            failures(
                tasks,
                count,
                reason,
                Optional.ofNullable(firsts.get(reason)).map(Task.Failure::message)));
  }

  private static boolean isFailure(Task.Outcome outcome) {
    return outcome == Task.Outcome.FAILED
        || outcome == Task.Outcome.FETCH_FAILED
        || outcome == Task.Outcome.LOST;
  }

  private SparkFinding failures(
      StageTasks worst, int attempts, String reason, Optional<String> message) {
    Set<StageTasks> again = new HashSet<>();
    Set<Integer> seen = new HashSet<>();
    for (StageTasks tasks : facts.recorded().stages()) {
      if (!seen.add(tasks.stage().key().id())) {
        again.add(tasks);
      }
    }
    WhatIf without = withoutFailures(again, lost::isFirst);
    WhatIf atBest = withoutFailures(again, lost::isBeside);
    double missing = missingForLost() / facts.ledger().slots();
    TimeGain gain =
        facts
            .pricing()
            .gain(seconds(without) + missing, 0.5, 0.9)
            .upTo(facts.pricing().gain(seconds(atBest) + missing, 1, 1).high());
    return new SparkFinding.Failures(
        worst.stage(),
        attempts,
        reason,
        message.orElse(""),
        facts.ledger().seconds(SlotRow.FAILED),
        gain,
        advice(worst, reason, message.orElse("")));
  }

  /** Of which attempts that failed take no time, and those that are chosen no more than usual. */
  private static WhatIf withoutFailures(Set<StageTasks> again, Chosen asUsual) {
    return WhatIf.recorded()
        .withEach(
            (tasks, i, recorded) -> {
              boolean failed = again.contains(tasks) || tasks.part(i, SlotRow.FAILED) > 0;
              float most = asUsual.is(tasks, i) ? tasks.medianMillis() : recorded;
              return failed ? 0 : Math.min(most, recorded);
            });
  }

  @FunctionalInterface
  private interface Chosen {
    boolean is(StageTasks tasks, int task);
  }

  private double seconds(WhatIf what) {
    return facts.pricing().gain(what, 1, 1).seconds();
  }

  /** In which slots were gone since attempts that failed took their executors with them. */
  private double missingForLost() {
    return Math.min(facts.ledger().seconds(SlotRow.NO_EXECUTOR), lost.missingSlotSeconds());
  }

  private List<SparkAdvice> advice(StageTasks worst, String reason, String message) {
    List<SparkAdvice> advice = new ArrayList<>();
    Matcher exit = EXIT_CODE.matcher(message);
    boolean memory = !exit.find() || FOR_MEMORY.contains(exit.group(1));
    if (reason.contains("OutOfMemory") || memory && reason.contains("ExecutorLost")) {
      advice.add(facts.conf().more(memoryOf(), 2));
    }
    advice.add(
        new SparkAdvice.Code(
            SparkAdvice.Change.FIX_FAILURE, Optional.of(worst.stage().callSite())));
    return advice;
  }

  private String memoryOf() {
    return facts.local() ? ConfFacts.DRIVER_MEMORY : ConfFacts.EXECUTOR_MEMORY;
  }

  private SparkFinding unregistered(RegistrationWait wait) {
    double seconds = wait.span().millis() / 1000.0;
    boolean byCores = facts.conf().number(RegistrationWait.CORES, 0) == wait.wanted();
    return new SparkFinding.Unregistered(
        wait.wanted(),
        wait.had(),
        seconds,
        facts.pricing().gain(seconds, 0.8, 1),
        List.of(
            byCores
                ? facts.conf().to(RegistrationWait.CORES, String.valueOf(wait.had()))
                : facts.conf().to(RegistrationWait.RATIO, "0")));
  }

  private SparkFinding missing(double slotSeconds) {
    int wanted = facts.ledger().slots();
    double seconds = 0;
    for (SlotInterval interval : facts.ledger().intervals()) {
      if (interval.slotSeconds().getOrDefault(SlotRow.NO_EXECUTOR, 0.0) > 0) {
        seconds += interval.toSecond() - interval.fromSecond();
      }
    }
    double had = seconds > 0 ? Math.max(0, wanted - slotSeconds / seconds) : wanted;
    TimeGain atOnce =
        facts.pricing().gain(WhatIf.recorded().withSlots(new WhatIf.Slots(1, true)), 1, 1);
    double most = Math.min(slotSeconds / wanted, Math.max(atOnce.seconds(), 0));
    List<SparkAdvice> advice = new ArrayList<>();
    if (facts.conf().on("spark.dynamicAllocation.enabled")) {
      String backlog = facts.conf().now(ConfFacts.BACKLOG);
      if (backlog.matches("([2-9]|\\d{2,6})s?|\\d{1,4}(m|min|h)")) {
        advice.add(facts.conf().to(ConfFacts.BACKLOG, "1s"));
      }
      int executors = facts.recorded().application().executors().size();
      advice.add(facts.conf().to(ConfFacts.INITIAL_EXECUTORS, String.valueOf(executors)));
    }
    return new SparkFinding.EmptySlots(
        SparkKind.WAITING_FOR_EXECUTORS,
        wanted,
        had,
        seconds,
        facts.pricing().gain(most, 0.5, 0.9),
        advice);
  }

  private SparkFinding heldBack() {
    double slotSeconds = facts.ledger().seconds(SlotRow.HELD_BACK);
    double seconds = 0;
    for (StageTasks tasks : facts.byStage(SlotRow.HELD_BACK, 0).keySet()) {
      seconds += tasks.stage().span().millis() / 1000.0;
    }
    TimeGain gain =
        facts
            .pricing()
            .gain(
                Math.max(
                    facts.pricing().gain(WhatIf.recorded().unpinned(), 1, 1).seconds(),
                    slotSeconds / facts.ledger().slots() / 2),
                0.5,
                0.9);
    boolean excluded =
        facts.recorded().application().executors().stream().anyMatch(e -> !e.excluded().isEmpty());
    List<SparkAdvice> advice = new ArrayList<>();
    if (!excluded && !facts.conf().now(ConfFacts.LOCALITY_WAIT).matches("0(ms|s|m)?")) {
      advice.add(facts.conf().to(ConfFacts.LOCALITY_WAIT, "0s"));
    }
    int wanted = facts.ledger().slots();
    double had = seconds > 0 ? Math.max(0, wanted - slotSeconds / seconds) : wanted;
    return new SparkFinding.EmptySlots(
        SparkKind.UNBALANCED_EXECUTORS, wanted, had, seconds, gain, advice);
  }
}
