package dev.uncork.report.spark;

import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.List;
import java.util.Optional;

/** What was found of an application, in one to three sentences: cause, code and gain. */
public final class SparkFindingWords {
  private SparkFindingWords() {}

  /** The verdict. */
  public static String verdict(SparkDiagnosis diagnosis) {
    return text(diagnosis.verdict(), diagnosis);
  }

  /** A finding of a diagnosis. */
  public static String text(SparkFinding finding, SparkDiagnosis diagnosis) {
    if (finding instanceof SparkFinding.Healthy healthy) {
      return "No cause of loss that could be removed is worth 3 % of the time. Slots held a task "
          + Amounts.percent(healthy.busyShare())
          + " of it.";
    }
    if (finding instanceof SparkFinding.TooShort ended) {
      return "Too short to tell: "
          + seconds(diagnosis.price().recorded())
          + ", of which Spark's start took "
          + seconds(ended.startSeconds())
          + ".";
    }
    if (finding instanceof SparkFinding.Unknown unknown) {
      return "The events don't tell what "
          + Amounts.percent(unknown.share())
          + " of the slots' time went to.";
    }
    return cause(finding, diagnosis.ledger().slots()) + " " + gain(finding);
  }

  private static String cause(SparkFinding finding, int slots) {
    if (finding instanceof SparkFinding.LongTask task) {
      return longTask(task);
    }
    if (finding instanceof SparkFinding.Driver driver) {
      return driver(driver);
    }
    if (finding instanceof SparkFinding.TaskCount count) {
      return taskCount(count, slots);
    }
    if (finding instanceof SparkFinding.TaskTime time) {
      return taskTime(time);
    }
    if (finding instanceof SparkFinding.Failures failures) {
      return failures(failures);
    }
    return emptySlots((SparkFinding.EmptySlots) finding);
  }

  private static String longTask(SparkFinding.LongTask task) {
    String times =
        millis(task.lengths().longestMillis())
            + ", the median of "
            + Amounts.count(task.lengths().tasks())
            + " tasks "
            + millis(task.lengths().medianMillis());
    if (task.kind() == SparkKind.SLOW_NODE) {
      return "Executor "
          + task.executor().executor()
          + " on "
          + task.executor().host()
          + " is slow: its tasks take "
          + times(task.executor().times())
          + " times as long as those of the others, most at "
          + place(task.stage())
          + ".";
    }
    if (task.kind() == SparkKind.STRAGGLER) {
      String rows = task.rows().ofLongest() > 0 ? ", although it reads no more than others" : "";
      return "One slow task holds up " + place(task.stage()) + ": it takes " + times + rows + ".";
    }
    String read =
        task.rows().bytes()
            ? Amounts.bytes(task.rows().ofLongest())
                + ", the median task "
                + Amounts.bytes(task.rows().median())
            : Amounts.count(task.rows().ofLongest())
                + " rows, the median task "
                + Amounts.count(task.rows().median());
    String key = task.key().map(SparkFindingWords::key).orElse("");
    return "Skewed keys slow "
        + place(task.stage())
        + " down"
        + key
        + ": one task reads "
        + read
        + ". It takes "
        + times
        + ".";
  }

  private static String key(SparkFinding.SkewedKey key) {
    List<String> columns = key.columns();
    return ", whose " + key.operator() + " needs rows by " + String.join(", ", columns);
  }

  private static String driver(SparkFinding.Driver driver) {
    String site =
        driver
            .after()
            .map(next -> " before " + next.name())
            .or(() -> driver.before().map(last -> " after " + last.name()))
            .orElse("");
    String wait = " all slots waiting for " + seconds(driver.seconds());
    String bytes = driver.bytes() > 0 ? " (" + Amounts.bytes(driver.bytes()) + ")" : "";
    String most = driver.times() > 1 && !site.isEmpty() ? ", longest" : "";
    return switch (driver.kind()) {
      case COLLECT ->
          "Taking results in on the driver" + bytes + " keeps" + wait + at(driver.site()) + ".";
      case BROADCAST ->
          "Building and sending a table for a broadcast join"
              + bytes
              + " keeps"
              + wait
              + at(driver.site())
              + ".";
      case PLANNING -> "Planning queries keeps" + wait + most + site + ".";
      case LISTING -> "Listing files on the driver keeps" + wait + most + site + ".";
      case DRIVER_GC -> "Garbage collection of the driver keeps" + wait + most + site + ".";
      default -> "Code that runs on the driver alone keeps" + wait + most + site + ".";
    };
  }

  private static String at(Optional<CallSite> site) {
    return site.map(known -> ", most at " + known.name()).orElse("");
  }

  private static String taskCount(SparkFinding.TaskCount count, int slots) {
    String tasks = Amounts.count(count.tasks()) + (count.tasks() == 1 ? " task" : " tasks");
    return switch (count.kind()) {
      case TINY_TASKS ->
          tasks
              + " are so short ("
              + millis(count.medianMillis())
              + ") that starting them is much of their time, most at "
              + place(count.stage())
              + ".";
      case SMALL_FILES ->
          Amounts.count(count.files())
              + " small files ("
              + Amounts.bytes((double) count.bytes() / count.files())
              + " each) slow "
              + place(count.stage())
              + " down.";
      default ->
          count.tasks() < slots
              ? "Too few partitions at "
                  + place(count.stage())
                  + ": "
                  + tasks
                  + " for "
                  + slots(slots)
                  + "."
              : "Few, large partitions at "
                  + place(count.stage())
                  + ": the last of "
                  + tasks
                  + " leave slots empty.";
    };
  }

  private static String slots(int slots) {
    return slots + (slots == 1 ? " slot" : " slots");
  }

  private static String taskTime(SparkFinding.TaskTime time) {
    String place = place(time.stage());
    String share = Amounts.percent(time.share()) + " of their time";
    String bytes = time.bytes() > 0 ? " (" + Amounts.bytes(time.bytes()) + ")" : "";
    String operator = time.operator().map(name -> " (" + name + ")").orElse("");
    return switch (time.kind()) {
      case PYTHON ->
          "Tasks wait for Python workers" + operator + " " + share + ", most at " + place + ".";
      case FETCH_WAIT ->
          "Tasks wait for shuffle blocks" + bytes + " " + share + ", most at " + place + ".";
      case SHUFFLE_WRITE ->
          "Tasks write shuffle files" + bytes + " " + share + ", most at " + place + ".";
      case SPILL ->
          "Tasks spill to disk what doesn't fit into memory"
              + bytes
              + ", about "
              + share
              + ", most at "
              + place
              + operator
              + ".";
      case GC -> "Executors collect garbage " + share + ", most at " + place + ".";
      case CROSS_JOIN ->
          "A join at "
              + place
              + operator
              + " compares each row with each: "
              + Amounts.percent(time.share())
              + " of all tasks' time.";
      default -> "Unpacking code and data of tasks takes " + share + ", most at " + place + ".";
    };
  }

  private static String failures(SparkFinding.Failures failures) {
    String reason = failures.reason() + (failures.message().isEmpty() ? "" : ": ");
    return Amounts.count(failures.attempts())
        + (failures.attempts() == 1 ? " attempt of a task" : " attempts of tasks")
        + " failed, most at "
        + place(failures.stage())
        + ", and cost "
        + seconds(failures.slotSeconds())
        + " of slots' time ("
        + reason
        + failures.message()
        + ").";
  }

  private static String emptySlots(SparkFinding.EmptySlots empty) {
    if (empty.kind() == SparkKind.WAITING_FOR_EXECUTORS) {
      return "Executors are missing for "
          + seconds(empty.seconds())
          + " while tasks wait: "
          + Amounts.three(empty.had())
          + " of "
          + slots(empty.wanted())
          + " are there on average.";
    }
    return "Executors stand idle while tasks wait: Spark gives them none, as their data is elsewhere"
        + " or they are excluded. "
        + Amounts.three(empty.had())
        + " of "
        + slots(empty.wanted())
        + " are used on average meanwhile.";
  }

  /** What its removal would save. */
  static String gain(SparkFinding finding) {
    TimeGain gain = finding.gain();
    String band = " (" + seconds(gain.low()) + " to " + seconds(gain.high()) + ")";
    return gain.speedup() >= 2
        ? "Without that it would be about "
            + times(gain.speedup())
            + " times as fast, saving "
            + seconds(gain.seconds())
            + band
            + "."
        : "Without that it would take about "
            + Amounts.percent(gain.share())
            + " less time, saving "
            + seconds(gain.seconds())
            + band
            + ".";
  }

  /** What a kind is called, for tables. */
  public static String name(SparkKind kind) {
    return switch (kind) {
      case HEALTHY -> "healthy";
      case STRAGGLER -> "one slow task";
      case SKEW -> "skewed keys";
      case DRIVER_CODE -> "code on the driver";
      case COLLECT -> "results on the driver";
      case PLANNING -> "planning queries";
      case BROADCAST -> "broadcast";
      case LISTING -> "listing files";
      case TINY_TASKS -> "tiny tasks";
      case FEW_PARTITIONS -> "few partitions";
      case PYTHON -> "Python workers";
      case FETCH_WAIT -> "waiting for shuffles";
      case SHUFFLE_WRITE -> "writing shuffles";
      case SPILL -> "spilling";
      case GC -> "garbage collection";
      case DRIVER_GC -> "the driver's garbage";
      case FAILED_TASKS -> "failed tasks";
      case SLOW_NODE -> "slow executor";
      case CROSS_JOIN -> "cross join";
      case SMALL_FILES -> "small files";
      case UNBALANCED_EXECUTORS -> "tasks held back";
      case WAITING_FOR_EXECUTORS -> "missing executors";
      case DESERIALIZATION -> "unpacking tasks";
      case TOO_SHORT -> "too short";
      case UNKNOWN -> "unknown";
    };
  }

  /** Whether slot-seconds of a row are nobody's fault. */
  static boolean natural(SlotRow row) {
    return row == SlotRow.START_UP || row == SlotRow.UNEXPLAINED;
  }

  static String place(Stage stage) {
    return stage.callSite().name() + " (stage " + stage.key().id() + ")";
  }

  static String seconds(double seconds) {
    return Amounts.nanos(seconds * 1e9);
  }

  static String millis(double millis) {
    return Amounts.nanos(millis * 1e6);
  }

  private static String times(double times) {
    return Amounts.three(times);
  }
}
