package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.again.RecomputedRule;
import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.price.SparkPrice;
import dev.uncork.sparkledger.price.SparkPricing;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Asks all rules, and takes what is worth most for the verdict. */
public final class SparkVerdicts {
  /** Less than this share of the application's time isn't worth a word. */
  private static final double LEAST_GAIN = 0.03;

  private static final double LEAST_SECONDS = 0.5;

  /** Such a part of the slot-seconds without an explanation can't be passed over. */
  private static final double MUCH_UNEXPLAINED = 0.2;

  /** With less work than this, what Spark does once is most of what there is. */
  private static final double SHORT_SECONDS = 5;

  private static final double PLAIN_GAIN = 0.2;

  private SparkVerdicts() {}

  /** What was found, the verdict first. */
  public static List<SparkFinding> of(
      RecordedTasks recorded, SlotLedger ledger, SparkPricing pricing, SparkPrice price) {
    ApplicationFacts facts = ApplicationFacts.of(recorded, ledger, pricing, price);
    PythonTime python = new PythonTime(facts);
    List<SparkFinding> found = new ArrayList<>();
    found.addAll(new LongTaskRules(facts).find());
    found.addAll(new SlowNodeRule(facts).find());
    found.addAll(new DriverRules(facts).find());
    found.addAll(new TaskTimeRules(facts, python).find());
    found.addAll(new TaskCountRules(facts, python).find());
    found.addAll(new WrittenFilesRule(facts).find());
    found.addAll(new CrossJoinRule(facts).find());
    new ShuffledJoinRule(facts).find(found).ifPresent(found::add);
    found.addAll(new RecomputedRule(facts).find());
    found.addAll(new LockRule(facts).find());
    TaskWaitRule waits = new TaskWaitRule(facts);
    if (waits.isOfLongTask(SlotRow.PYTHON, found)) {
      found.removeIf(
          finding -> finding.kind() == SparkKind.PYTHON || finding.kind() == SparkKind.TASK_WAIT);
    }
    boolean ofOthers = waits.isOfLongTask(SlotRow.TASK_WAIT, found) || waits.isOfSmallFiles(found);
    if (!ofOthers) {
      waits.seen().ifPresent(found::add);
    }
    found.addAll(new SlotRules(facts).find());
    found.addAll(new SpeculationRule(facts).find());
    found.removeIf(
        finding -> finding.gain().share() < LEAST_GAIN || finding.gain().seconds() < LEAST_SECONDS);
    found.sort(Comparator.comparingDouble((SparkFinding each) -> each.gain().seconds()).reversed());
    TimeGain none = TimeGain.none(price.recorded());
    boolean known =
        ofOthers || found.stream().anyMatch(finding -> finding.kind() == SparkKind.TASK_WAIT);
    unended(facts, none)
        .or(() -> known ? Optional.empty() : waits.unseen())
        .or(python::unseen)
        .ifPresent(found::add);
    without(facts, found).ifPresent(verdict -> found.add(0, verdict));
    return found;
  }

  /** The verdict where it isn't what is worth most. */
  private static Optional<SparkFinding> without(ApplicationFacts facts, List<SparkFinding> found) {
    double recorded = facts.price().recorded();
    TimeGain none = TimeGain.none(recorded);
    double start = facts.wallSeconds(SlotRow.START_UP);
    boolean plain = !found.isEmpty() && found.get(0).gain().share() >= PLAIN_GAIN;
    boolean ran = facts.recorded().stages().stream().anyMatch(tasks -> tasks.count() > 0);
    if (!ran || !plain && recorded - start < SHORT_SECONDS) {
      return Optional.of(new SparkFinding.TooShort(start, none));
    }
    return found.isEmpty()
        ? Optional.of(new SparkFinding.Healthy(busy(facts), none))
        : Optional.empty();
  }

  /** Tasks that still ran when the events ended; what they did is told at their ends. */
  private static Optional<SparkFinding> unended(ApplicationFacts facts, TimeGain none) {
    double share = facts.ledger().share(SlotRow.UNEXPLAINED);
    return share < MUCH_UNEXPLAINED
        ? Optional.empty()
        : facts.byStage(SlotRow.UNEXPLAINED, 0).keySet().stream()
            .findFirst()
            .map(most -> new SparkFinding.Unended(most.stage(), share, none));
  }

  private static double busy(ApplicationFacts facts) {
    double millis = facts.taskMillis();
    return Math.min(1, millis / 1000 / Math.max(1e-3, facts.ledger().slotSeconds()));
  }
}
