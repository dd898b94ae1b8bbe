package dev.uncork.report.spark;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.WaitingTasks;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

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
    if (finding instanceof SparkFinding.Blocked blocked) {
      return blocked(blocked);
    }
    if (finding instanceof SparkFinding.Awaiting awaiting) {
      return awaiting(awaiting);
    }
    if (finding instanceof SparkFinding.Recomputed recomputed) {
      return recomputed(recomputed);
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

  private static String longTask(SparkFinding.LongTask task) {
    String times =
        millis(task.lengths().longestMillis())
            + ", the median of all "
            + Amounts.count(task.lengths().tasks())
            + " tasks is "
            + millis(task.lengths().medianMillis());
    if (task.kind() == SparkKind.SLOW_NODE) {
      return "Executor "
          + task.executor().executor()
          + " on "
          + task.executor().host()
          + " is slow: its tasks take "
          + times(task.executor().times())
          + " times as long as those of the others, most of all in "
          + place(task.stage())
          + ".";
    }
    if (task.kind() == SparkKind.STRAGGLER) {
      String rows = task.rows().ofLongest() > 0 ? " It reads no more than the others." : "";
      return "One slow task holds up "
          + place(task.stage())
          + alike(task.lengths())
          + ": it takes "
          + times
          + "."
          + rows;
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
    boolean parts = task.stage().readsInputAlone();
    return (parts ? "Uneven parts of the input slow down " : "Skewed keys slow down ")
        + place(task.stage())
        + alike(task.lengths())
        + key
        + ": one task reads "
        + read
        + ". It takes "
        + times
        + ".";
  }

  /** Other stages of the same line. */
  private static String alike(SparkFinding.Lengths lengths) {
    return lengths.alike() == 0 ? "" : " and " + lengths.alike() + " more like it";
  }

  private static String key(SparkFinding.SkewedKey key) {
    List<String> columns = key.columns();
    return ", where " + key.operator() + " brings rows together by " + String.join(", ", columns);
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

  private static String taskCount(SparkFinding.TaskCount count, int slots) {
    SparkFinding.Lengths lengths = count.lengths();
    String tasks = Amounts.count(lengths.tasks()) + (lengths.tasks() == 1 ? " task" : " tasks");
    return switch (count.kind()) {
      case TINY_TASKS ->
          tasks
              + " are so short (median "
              + millis(lengths.medianMillis())
              + ") that starting them takes much of their time, most of all in "
              + place(count.stage())
              + ".";
      case COLLECT ->
          "The driver takes results a few partitions at a time in "
              + place(count.stage())
              + alike(lengths)
              + ": "
              + tasks
              + " for "
              + slots(slots)
              + ".";
      case SMALL_FILES ->
          (count.written() ? "Writing " : "Reading ")
              + Amounts.count(count.files())
              + " small files ("
              + Amounts.bytes((double) count.bytes() / count.files())
              + " on average) slows down "
              + place(count.stage())
              + ".";
      default ->
          lengths.tasks() < slots
              ? "Too few partitions in "
                  + place(count.stage())
                  + alike(lengths)
                  + ": "
                  + tasks
                  + " for "
                  + slots(slots)
                  + "."
              : "Partitions are few and large in "
                  + place(count.stage())
                  + alike(lengths)
                  + ": while the last of its "
                  + tasks
                  + " run, other slots are empty.";
    };
  }

  private static String slots(int slots) {
    return slots + (slots == 1 ? " slot" : " slots");
  }

  private static String taskTime(SparkFinding.TaskTime time) {
    String place = place(time.stage());
    String share = Amounts.percent(time.share()) + " of their time";
    String most = ", most of it in " + place;
    String bytes = time.bytes() > 0 ? " (" + Amounts.bytes(time.bytes()) + ")" : "";
    String operator = time.operator().map(name -> " (" + name + ")").orElse("");
    return switch (time.kind()) {
      case PYTHON ->
          "Tasks spend "
              + share
              + " waiting for Python workers"
              + operator
              + most
              + "."
              + pythonCpu(time.ofItCpu());
      case FETCH_WAIT ->
          "Tasks spend " + share + " waiting for shuffle blocks" + bytes + most + ".";
      case SHUFFLE_WRITE ->
          time.operator().isPresent()
              ? "A join"
                  + operator
                  + " shuffles its large side"
                  + bytes
                  + " though the other is small enough to be broadcast, in "
                  + place
                  + "."
              : "Tasks spend " + share + " writing shuffle files" + bytes + most + ".";
      case SPILL ->
          "Tasks spend about "
              + share
              + " spilling to disk what doesn't fit into memory"
              + bytes
              + ", most of it in "
              + time.operator().map(name -> "the " + name + " of ").orElse("")
              + place
              + ".";
      case GC ->
          "Garbage collection takes "
              + Amounts.percent(time.share())
              + " of the tasks' time"
              + most
              + ".";
      case CROSS_JOIN ->
          (time.operator().equals(Optional.of(SparkFinding.TaskTime.CARTESIAN))
                  ? "RDD.cartesian in " + place + " pairs every row with every other: "
                  : "A join" + operator + " in " + place + pairs(time) + ": ")
              + Amounts.percent(time.share())
              + " of all tasks' time.";
      case COLLECT -> "Tasks spend " + share + " packing and sending results" + bytes + most + ".";
      default -> "Tasks spend " + share + " unpacking their own code and data" + most + ".";
    };
  }

  private static String pairs(SparkFinding.TaskTime join) {
    boolean onEqual =
        join.advice().stream()
            .anyMatch(
                advice ->
                    advice instanceof SparkAdvice.Code code
                        && code.change() == SparkAdvice.Change.MORE_JOIN_COLUMNS);
    return onEqual
        ? " matches each row with a great many others"
        : " compares every row with every other";
  }

  private static String pythonCpu(OptionalDouble share) {
    return share.isPresent()
        ? " The workers use the CPU for " + Amounts.percent(share.getAsDouble()) + " of that time."
        : "";
  }

  private static String blocked(SparkFinding.Blocked blocked) {
    String site = code(blocked.lock().site());
    String lock = blocked.lock().lock();
    return "Tasks of "
        + place(blocked.stage())
        + " wait for each other at the lock "
        + (site.isEmpty() ? lock : lock.replaceFirst(" in .*", "") + " in " + site)
        + ": all tasks are blocked at locks "
        + Amounts.percent(blocked.share())
        + " of their time.";
  }

  private static String awaiting(SparkFinding.Awaiting awaiting) {
    WaitingTasks wait = awaiting.awaited();
    return "Tasks of "
        + place(awaiting.stage())
        + " "
        + does(wait.activity())
        + " in "
        + code(wait.site())
        + ": all tasks are off the CPU for "
        + Amounts.percent(awaiting.share())
        + " of their time.";
  }

  private static String does(String activity) {
    return Activity.of(activity)
        .map(
            known ->
                switch (known) {
                  case SLEEP -> "sleep";
                  case SOCKET -> "wait for the other end of a connection";
                  case STORAGE -> "wait for files";
                  case CHILD_PROCESS -> "wait for another process";
                  case PERMIT -> "wait for a permit or an object of a pool";
                  case FUTURE, LATCH, BARRIER -> "wait for other threads";
                  case QUEUE_FULL, QUEUE_EMPTY -> "wait at a queue";
                  default -> "wait";
                })
        .orElse("wait");
  }

  /** A frame without its package. */
  static String code(String frame) {
    return frame.replaceFirst("^(?:[\\w$]+\\.)*?([\\w$]+\\.[\\w$<>]+)\\(", "$1 (");
  }

  private static String recomputed(SparkFinding.Recomputed recomputed) {
    if (recomputed.evicted() > 0) {
      return "What "
          + recomputed.made().map(SparkPlaces::of).orElse("")
          + " produces doesn't fit into the cache: partitions are recomputed "
          + Amounts.count(recomputed.evicted())
          + " times, which takes up to "
          + seconds(recomputed.slotSeconds())
          + " of slot time.";
    }
    String times = recomputed.times() + " times because ";
    String what =
        recomputed
            .made()
            .map(
                made ->
                    "What "
                        + SparkPlaces.of(made)
                        + " produces is computed "
                        + times
                        + "it isn't cached")
            .orElseGet(
                () ->
                    "Queries compute the same rows"
                        + shuffled(recomputed.columns())
                        + times
                        + "they aren't cached, among others in "
                        + place(recomputed.stage()));
    return what
        + ": the repeats take up to "
        + seconds(recomputed.slotSeconds())
        + " of slot time.";
  }

  private static String shuffled(List<String> columns) {
    return columns.isEmpty() ? " " : " and shuffle them by " + String.join(", ", columns) + " ";
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
          + slots(empty.wanted())
          + " are there.";
    }
    return "Tasks wait for executors near their data while others are idle or excluded: on average "
        + times(empty.had())
        + " of "
        + slots(empty.wanted())
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

  private static String times(double times) {
    return String.format(Locale.ROOT, times < 10 ? "%.1f" : "%.0f", times);
  }
}
