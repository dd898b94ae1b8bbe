package dev.uncork.report.spark;

import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.Locale;
import java.util.Optional;

/** What was found of an application, in one to three sentences: cause, code and gain. */
public final class SparkFindingWords {
  private static final double LEAST_NO_DEMAND = 0.05;

  private SparkFindingWords() {}

  /** The verdict. */
  public static String verdict(SparkDiagnosis diagnosis) {
    return text(diagnosis.verdict(), diagnosis);
  }

  /** A finding of a diagnosis. */
  public static String text(SparkFinding finding, SparkDiagnosis diagnosis) {
    if (finding instanceof SparkFinding.Healthy healthy) {
      return "Healthy: nothing that could be changed costs 3 % of the time or more. Slots ran tasks "
          + Amounts.percent(healthy.busyShare())
          + " of the time"
          + noDemand(diagnosis.ledger().share(SlotRow.NO_DEMAND))
          + ".";
    }
    if (finding instanceof SparkFinding.TooShort ended) {
      return "Too short to judge: the application took "
          + seconds(diagnosis.price().recorded())
          + ", Spark's start "
          + seconds(ended.startSeconds())
          + " of it.";
    }
    if (finding instanceof SparkFinding.Unended unended) {
      return "Tasks of "
          + place(unended.stage())
          + " were cancelled, or still running at the end of the log: they took "
          + Amounts.percent(unended.share())
          + " of the slots' time. Spark reports what a task did only when it ends.";
    }
    if (finding instanceof SparkFinding.OffCpu off) {
      return offCpu(off);
    }
    if (finding instanceof SparkFinding.MachineBusy busy) {
      String most =
          Amounts.percent(busy.share()) + " of their time, most of it in " + place(busy.stage());
      return busy.byOthers()
          ? "The machine is busy: tasks are ready to run but have no core for " + most + "."
          : "The application's own threads use up the cores, not other processes: tasks are ready to"
              + " run but have no core for "
              + most
              + ".";
    }
    return cause(finding, diagnosis.ledger().slots()) + " " + gain(finding);
  }

  private static String noDemand(double share) {
    return share >= LEAST_NO_DEMAND
        ? "; for " + Amounts.percent(share) + " of it there was no work to do"
        : "";
  }

  private static String offCpu(SparkFinding.OffCpu off) {
    if (off.inPython()) {
      return "Tasks spend "
          + Amounts.percent(off.share())
          + " of their time in Python functions that take a millisecond or more for each row, most"
          + " of it in "
          + place(off.stage())
          + ". Spark's events don't say whether these functions compute or wait.";
    }
    return "Tasks are off the CPU for "
        + Amounts.percent(off.share())
        + " of their time, most of it in "
        + place(off.stage())
        + (off.kind() == SparkKind.TASK_WAIT
            ? ": they wait for something that Spark doesn't measure, such as locks, files, other"
                + " services or sleep. "
            : ". Spark's events don't say why: locks, files, network, sleeping, a busy"
                + " machine or a CPU limit. ")
        + "At most "
        + seconds(off.gain().high())
        + " could be saved, "
        + Amounts.percent(off.gain().high() / off.gain().recordedSeconds())
        + " of the time.";
  }

  private static String cause(SparkFinding finding, int slots) {
    if (finding instanceof SparkFinding.LongTask task) {
      return SparkTaskWords.longTask(task);
    }
    if (finding instanceof SparkFinding.Driver driver) {
      return driver(driver);
    }
    if (finding instanceof SparkFinding.TaskCount count) {
      return SparkTaskWords.taskCount(count, slots);
    }
    if (finding instanceof SparkFinding.TaskTime time) {
      return SparkTaskWords.taskTime(time);
    }
    if (finding instanceof SparkFinding.Blocked blocked) {
      return SparkTaskWords.blocked(blocked);
    }
    if (finding instanceof SparkFinding.Awaiting awaiting) {
      return SparkTaskWords.awaiting(awaiting);
    }
    if (finding instanceof SparkFinding.Recomputed recomputed) {
      return SparkTaskWords.recomputed(recomputed);
    }
    if (finding instanceof SparkFinding.Parsed parsed) {
      return "The text in column "
          + parsed.column()
          + " is parsed "
          + parsed.times()
          + " times for each row in "
          + place(parsed.stage())
          + ": the repeats take up to "
          + seconds(parsed.slotSeconds())
          + " of slot time.";
    }
    if (finding instanceof SparkFinding.Inferred inferred) {
      return "Spark reads all rows of text files just to infer their schema"
          + (inferred.times() > 1 ? ", " + inferred.times() + " times, most of it in " : " in ")
          + place(inferred.stage())
          + ": this takes "
          + seconds(inferred.slotSeconds())
          + " of slot time.";
    }
    if (finding instanceof SparkFinding.Failures failures) {
      return failures(failures);
    }
    if (finding instanceof SparkFinding.Copies copies) {
      return copies(copies);
    }
    if (finding instanceof SparkFinding.Unregistered waits) {
      return "Before its first job, Spark waits "
          + seconds(waits.seconds())
          + " for executors that never come: "
          + waits.had()
          + " of the "
          + waits.wanted()
          + " cores that the settings ask for are there.";
    }
    return emptySlots((SparkFinding.EmptySlots) finding);
  }

  private static String driver(SparkFinding.Driver driver) {
    String site =
        driver
            .after()
            .map(next -> " before " + SparkPlaces.of(next))
            .or(() -> driver.before().map(last -> " after " + SparkPlaces.of(last)))
            .orElse("");
    String wait = " all slots waiting for " + seconds(driver.seconds());
    String bytes = driver.bytes() > 0 ? " (" + Amounts.bytes(driver.bytes()) + ")" : "";
    String most = driver.times() > 1 && !site.isEmpty() ? ", longest" : "";
    String where =
        driver.seen().map(seen -> ", most of it in " + SparkPlaces.of(seen)).orElse(most + site);
    return switch (driver.kind()) {
      case COLLECT ->
          "Collecting results" + bytes + " on the driver keeps" + wait + at(driver.site()) + ".";
      case BROADCAST ->
          "Broadcasting a table"
              + bytes
              + " for a join keeps"
              + wait
              + at(driver.site())
              + (driver.taskSeconds() >= 1
                  ? "; to pack and unpack it takes tasks another " + seconds(driver.taskSeconds())
                  : "")
              + ".";
      case PLANNING ->
          "Query planning keeps"
              + wait
              + (driver.seen().isPresent() ? at(driver.seen()) : where)
              + ".";
      case COMMIT ->
          "Moving written files into place on the driver keeps" + wait + at(driver.site()) + ".";
      case LISTING ->
          "Listing files keeps all slots from other work for "
              + seconds(driver.seconds())
              + (driver.seen().isPresent() ? at(driver.seen()) : most + site)
              + ".";
      case DRIVER_GC -> "Garbage collection on the driver keeps" + wait + where + ".";
      default ->
          driver.seen().isPresent()
              ? "Code on the driver keeps" + wait + where + "."
              : "The driver's own code, or what it waits for, keeps" + wait + where + ".";
    };
  }

  private static String at(Optional<CallSite> site) {
    return site.map(known -> ", most of it for " + SparkPlaces.of(known)).orElse("");
  }

  private static String failures(SparkFinding.Failures failures) {
    String reason = failures.reason() + (failures.message().isEmpty() ? "" : ": ");
    return Amounts.count(failures.attempts())
        + (failures.attempts() == 1 ? " task attempt" : " task attempts")
        + " failed, most of them in "
        + place(failures.stage())
        + ", and cost "
        + seconds(failures.slotSeconds())
        + " of slot time ("
        + reason
        + failures.message()
        + ").";
  }

  private static String copies(SparkFinding.Copies copies) {
    return "Spark started "
        + Amounts.count(copies.copies())
        + " copies of tasks that seemed slow; "
        + Amounts.count(copies.inVain())
        + " were wasted, most of them in "
        + place(copies.stage())
        + ": the original finished first. They cost "
        + seconds(copies.slotSeconds())
        + " of slot time.";
  }

  private static String emptySlots(SparkFinding.EmptySlots empty) {
    if (empty.kind() == SparkKind.WAITING_FOR_EXECUTORS) {
      return "Tasks wait "
          + seconds(empty.seconds())
          + " for executors: on average "
          + times(empty.had())
          + " of "
          + SparkTaskWords.slots(empty.wanted())
          + " are there.";
    }
    return "Tasks wait for executors near their data while others are idle or excluded: on average "
        + times(empty.had())
        + " of "
        + SparkTaskWords.slots(empty.wanted())
        + " are used.";
  }

  /** What its removal would save. */
  static String gain(SparkFinding finding) {
    TimeGain gain = finding.gain();
    String band = " (" + seconds(gain.low()) + " to " + seconds(gain.high()) + ")";
    return gain.speedup() >= 2
        ? "Fixing this would make it about "
            + times(gain.speedup())
            + " times as fast, saving "
            + seconds(gain.seconds())
            + band
            + "."
        : "Fixing this would save about "
            + seconds(gain.seconds())
            + band
            + ", "
            + Amounts.percent(gain.share())
            + " of the time.";
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
      case COMMIT -> "committing output";
      case LISTING -> "listing files";
      case TINY_TASKS -> "tiny tasks";
      case FEW_PARTITIONS -> "few partitions";
      case PYTHON -> "Python workers";
      case CONTENDED_LOCK -> "contended lock";
      case TASK_WAIT -> "tasks off the CPU";
      case FETCH_WAIT -> "waiting for shuffles";
      case SHUFFLE_WRITE -> "writing shuffles";
      case SPILL -> "spilling";
      case GC -> "garbage collection";
      case DRIVER_GC -> "GC on the driver";
      case FAILED_TASKS -> "failed tasks";
      case SPECULATION -> "copies of tasks";
      case SLOW_NODE -> "slow executor";
      case CROSS_JOIN -> "cross join";
      case RECOMPUTED -> "computed again";
      case SCHEMA_INFERENCE -> "inferring a schema";
      case SMALL_FILES -> "small files";
      case UNBALANCED_EXECUTORS -> "tasks held back";
      case WAITING_FOR_EXECUTORS -> "missing executors";
      case DESERIALIZATION -> "unpacking tasks";
      case MACHINE_BUSY -> "busy machine";
      case TOO_SHORT -> "too short";
      case UNKNOWN -> "unknown";
    };
  }

  /** Whether slot-seconds of a row are nobody's fault. */
  static boolean natural(SlotRow row) {
    return row == SlotRow.START_UP || row == SlotRow.UNEXPLAINED;
  }

  static String place(Stage stage) {
    return "stage " + stage.key().id() + " (" + SparkPlaces.of(stage.callSite()) + ")";
  }

  static String seconds(double seconds) {
    return seconds == 0 ? "0 s" : Amounts.nanos(seconds * 1e9);
  }

  static String millis(double millis) {
    return Amounts.nanos(millis * 1e6);
  }

  static String times(double times) {
    return String.format(Locale.ROOT, times < 10 ? "%.1f" : "%.0f", times);
  }
}
