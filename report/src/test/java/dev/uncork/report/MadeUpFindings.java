package dev.uncork.report;

import dev.uncork.report.spark.SparkAdviceWords;
import dev.uncork.report.spark.SparkFindingWords;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.log.ApplicationEvents;
import dev.uncork.sparkledger.model.BlockedTasks;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.WaitingTasks;
import dev.uncork.sparkledger.price.SparkPrice;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Findings of each kind about one application, in words, a line each. */
final class MadeUpFindings {
  private static final int SLOTS = 8;
  private static final CallSite SITE = new CallSite("count at Report.scala:12", "");
  private static final TimeGain GAIN = new TimeGain(20, 25, 40, 100);
  private static final Stage STAGE =
      new Stage(
          new Stage.Key(3, 0),
          SITE,
          List.of(),
          List.of(),
          List.of(),
          new Span(0, 90_000),
          Optional.empty(),
          48,
          List.of());

  private MadeUpFindings() {}

  static Stream<String> all() {
    return Stream.of(
            Stream.of(
                new SparkFinding.Healthy(0.78, TimeGain.none(100)),
                new SparkFinding.TooShort(2, TimeGain.none(100)),
                new SparkFinding.Unended(STAGE, 0.31, TimeGain.none(100)),
                offCpu(SparkKind.UNKNOWN, false),
                offCpu(SparkKind.UNKNOWN, true),
                offCpu(SparkKind.TASK_WAIT, false),
                new SparkFinding.MachineBusy(STAGE, 0.47, true, TimeGain.none(100), List.of()),
                new SparkFinding.MachineBusy(STAGE, 0.47, false, TimeGain.none(100), List.of()),
                longTask(SparkKind.STRAGGLER, 1_000, false),
                longTask(SparkKind.SKEW, 30_000, false),
                longTask(SparkKind.SKEW, 3_000_000, true),
                longTask(SparkKind.SLOW_NODE, 1_000, false),
                count(SparkKind.TINY_TASKS, 18_000, 0),
                count(SparkKind.SMALL_FILES, 48, 10_000),
                count(SparkKind.SMALL_FILES, 16, 10_000),
                count(SparkKind.FEW_PARTITIONS, 1, 0),
                count(SparkKind.FEW_PARTITIONS, 9, 0),
                new SparkFinding.Failures(
                    STAGE,
                    22,
                    "java.io.IOException",
                    "No space left on device",
                    31,
                    GAIN,
                    List.of()),
                blocked(),
                awaiting("sleep"),
                awaiting("socket"),
                awaiting("condition"),
                new SparkFinding.Recomputed(
                    STAGE, Optional.of(SITE), List.of(), 5, 0, 23, GAIN, List.of()),
                new SparkFinding.Recomputed(
                    STAGE, Optional.empty(), List.of("customer", "day"), 3, 0, 12, GAIN, List.of()),
                new SparkFinding.Recomputed(
                    STAGE, Optional.of(SITE), List.of(), 4, 36, 18, GAIN, List.of()),
                new SparkFinding.Parsed(STAGE, "payload", 6, 31, GAIN, List.of()),
                new SparkFinding.Inferred(STAGE, 1, 19, GAIN, List.of()),
                new SparkFinding.Inferred(STAGE, 2, 28, GAIN, List.of()),
                new SparkFinding.TaskTime(
                    SparkKind.SHUFFLE_WRITE,
                    STAGE,
                    Optional.of("SortMergeJoin"),
                    0.08,
                    1_080_000_000,
                    OptionalDouble.empty(),
                    GAIN,
                    List.of()),
                new SparkFinding.Copies(STAGE, 44, 41, 12, GAIN, List.of()),
                new SparkFinding.Unregistered(8, 4, 25.7, GAIN, List.of()),
                empty(SparkKind.WAITING_FOR_EXECUTORS),
                empty(SparkKind.UNBALANCED_EXECUTORS)),
            Stream.of(
                    SparkKind.DRIVER_CODE,
                    SparkKind.COLLECT,
                    SparkKind.PLANNING,
                    SparkKind.BROADCAST,
                    SparkKind.COMMIT,
                    SparkKind.LISTING,
                    SparkKind.DRIVER_GC)
                .flatMap(kind -> Stream.of(driver(kind, false), driver(kind, true))),
            Stream.of(
                    SparkKind.PYTHON,
                    SparkKind.TASK_WAIT,
                    SparkKind.FETCH_WAIT,
                    SparkKind.SHUFFLE_WRITE,
                    SparkKind.SPILL,
                    SparkKind.GC,
                    SparkKind.CROSS_JOIN,
                    SparkKind.COLLECT,
                    SparkKind.DESERIALIZATION)
                .map(MadeUpFindings::taskTime))
        .flatMap(findings -> findings)
        .map(
            finding ->
                SparkFindingWords.name(finding.kind())
                    + ": "
                    + SparkFindingWords.text(finding, about(finding))
                    + "\n");
  }

  static Stream<String> advice() {
    return Stream.concat(
            Stream.of(
                new SparkAdvice.Conf("spark.sql.shuffle.partitions", "200", "32"),
                new SparkAdvice.Conf("spark.executor.cores", "", "2")),
            Stream.of(SparkAdvice.Change.values())
                .map(change -> new SparkAdvice.Code(change, Optional.of(SITE))))
        .map(advice -> "try " + SparkAdviceWords.text(advice) + "\n");
  }

  private static SparkFinding offCpu(SparkKind kind, boolean inPython) {
    return new SparkFinding.OffCpu(
        kind, STAGE, 0.52, inPython, new TimeGain(0, 10, 20, 100), List.of());
  }

  private static SparkFinding longTask(SparkKind kind, long read, boolean bytes) {
    return new SparkFinding.LongTask(
        kind,
        STAGE,
        new SparkFinding.Lengths(48, 500, 15_000, bytes ? 24 : 0),
        Optional.of(new SparkFinding.SkewedKey(List.of("customer", "day"), "SortMergeJoin")),
        new SparkFinding.Rows(1_000, read, bytes),
        new SparkFinding.Where("2", "node7", 4.1),
        GAIN,
        List.of());
  }

  private static SparkFinding count(SparkKind kind, int tasks, long files) {
    SparkFinding.Lengths lengths = new SparkFinding.Lengths(tasks, 3, 9, tasks == 1 ? 39 : 0);
    boolean written = tasks == 16;
    return new SparkFinding.TaskCount(
        kind, STAGE, lengths, 1_710_000, files, written, GAIN, List.of());
  }

  private static SparkFinding empty(SparkKind kind) {
    return new SparkFinding.EmptySlots(kind, SLOTS, 4.29, 12, GAIN, List.of());
  }

  private static SparkFinding blocked() {
    BlockedTasks lock =
        new BlockedTasks(
            STAGE.key(), "Object in report.Prices.get", "report.Prices.get(Prices.java:20)", "", 9);
    return new SparkFinding.Blocked(STAGE, lock, 0.42, GAIN, List.of());
  }

  private static SparkFinding awaiting(String activity) {
    WaitingTasks wait =
        new WaitingTasks(STAGE.key(), activity, "report.Prices.get(Prices.java:20)", 9);
    return new SparkFinding.Awaiting(STAGE, wait, 0.42, GAIN, List.of());
  }

  /** One that was seen by the plugin, or not. */
  private static SparkFinding driver(SparkKind kind, boolean seen) {
    long bytes = kind == SparkKind.COLLECT || kind == SparkKind.BROADCAST ? 300_000_000 : 0;
    TimeGain gain = new TimeGain(55, 60, 70, 100);
    return new SparkFinding.Driver(
        kind,
        70,
        4,
        bytes,
        kind == SparkKind.BROADCAST ? 30 : 0,
        Optional.of(SITE),
        Optional.of(SITE),
        seen ? Optional.of(new CallSite("score at Report.scala:99", "")) : Optional.empty(),
        gain,
        List.of());
  }

  private static SparkFinding taskTime(SparkKind kind) {
    Optional<String> operator =
        switch (kind) {
          case PYTHON -> Optional.of("BatchEvalPython");
          case SPILL -> Optional.of("Sort");
          case CROSS_JOIN -> Optional.of("CartesianProduct");
          default -> Optional.empty();
        };
    long bytes = kind == SparkKind.SPILL || kind == SparkKind.FETCH_WAIT ? 299_000_000 : 0;
    OptionalDouble cpu =
        kind == SparkKind.PYTHON ? OptionalDouble.of(0.93) : OptionalDouble.empty();
    return new SparkFinding.TaskTime(kind, STAGE, operator, 0.42, bytes, cpu, GAIN, List.of());
  }

  private static SparkDiagnosis about(SparkFinding finding) {
    SlotLedger ledger =
        new SlotLedger(
            SLOTS,
            SLOTS * 100,
            new EnumMap<>(SlotRow.class),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    SparkPrice price = new SparkPrice(100, 100, 40, 30, 90, 95, List.of());
    return new SparkDiagnosis(
        new ApplicationEvents().application(), ledger, price, finding, List.of());
  }
}
