package dev.uncork.report.spark;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.WaitingTasks;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What tasks spend their time on, or how unevenly they do: the cause and where. */
final class SparkTaskWords {
  private SparkTaskWords() {}

  static String longTask(SparkFinding.LongTask task) {
    String times =
        SparkFindingWords.millis(task.lengths().longestMillis())
            + ", the median of all "
            + Amounts.count(task.lengths().tasks())
            + " tasks is "
            + SparkFindingWords.millis(task.lengths().medianMillis());
    if (task.kind() == SparkKind.SLOW_NODE) {
      return "Executor "
          + task.executor().executor()
          + " on "
          + task.executor().host()
          + " is slow: its tasks take "
          + SparkFindingWords.times(task.executor().times())
          + " times as long as those of the others, most of all in "
          + SparkFindingWords.place(task.stage())
          + ".";
    }
    if (task.kind() == SparkKind.STRAGGLER) {
      String rows = task.rows().ofLongest() > 0 ? " It reads no more than the others." : "";
      return "One slow task holds up "
          + SparkFindingWords.place(task.stage())
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
    String key = task.key().map(SparkTaskWords::key).orElse("");
    boolean parts = task.stage().readsInputAlone();
    return (parts ? "Uneven parts of the input slow down " : "Skewed keys slow down ")
        + SparkFindingWords.place(task.stage())
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

  static String taskCount(SparkFinding.TaskCount count, int slots) {
    SparkFinding.Lengths lengths = count.lengths();
    String tasks = Amounts.count(lengths.tasks()) + (lengths.tasks() == 1 ? " task" : " tasks");
    String where = SparkFindingWords.place(count.stage()) + alike(lengths);
    return switch (count.kind()) {
      case TINY_TASKS ->
          tasks
              + " are so short (median "
              + SparkFindingWords.millis(lengths.medianMillis())
              + ") that starting them takes much of their time, most of all in "
              + SparkFindingWords.place(count.stage())
              + ".";
      case COLLECT ->
          "The driver takes results a few partitions at a time in "
              + where
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
              + SparkFindingWords.place(count.stage())
              + ".";
      default ->
          lengths.tasks() < slots
              ? "Too few partitions in " + where + ": " + tasks + " for " + slots(slots) + "."
              : "Partitions are few and large in "
                  + where
                  + ": while the last of its "
                  + tasks
                  + " run, other slots are empty.";
    };
  }

  static String slots(int slots) {
    return slots + (slots == 1 ? " slot" : " slots");
  }

  static String taskTime(SparkFinding.TaskTime time) {
    String place = SparkFindingWords.place(time.stage());
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
      case TASK_WAIT ->
          "Tasks spend "
              + share
              + " in Python functions that wait"
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
        ? " The Python workers use the CPU for "
            + Amounts.percent(share.getAsDouble())
            + " of that time."
        : "";
  }

  static String blocked(SparkFinding.Blocked blocked) {
    String site = code(blocked.lock().site());
    String lock = blocked.lock().lock();
    return "Tasks of "
        + SparkFindingWords.place(blocked.stage())
        + " wait for each other at the lock "
        + (site.isEmpty() ? lock : lock.replaceFirst(" in .*", "") + " in " + site)
        + ": all tasks are blocked at locks "
        + Amounts.percent(blocked.share())
        + " of their time.";
  }

  static String awaiting(SparkFinding.Awaiting awaiting) {
    WaitingTasks wait = awaiting.awaited();
    return "Tasks of "
        + SparkFindingWords.place(awaiting.stage())
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
  private static String code(String frame) {
    return frame.replaceFirst("^(?:[\\w$]+\\.)*?([\\w$]+\\.[\\w$<>]+)\\(", "$1 (");
  }

  static String recomputed(SparkFinding.Recomputed recomputed) {
    if (recomputed.evicted() > 0) {
      return "What "
          + recomputed.made().map(SparkPlaces::of).orElse("")
          + " produces doesn't fit into the cache: partitions are recomputed "
          + Amounts.count(recomputed.evicted())
          + " times, which takes up to "
          + SparkFindingWords.seconds(recomputed.slotSeconds())
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
                        + (CallSite.isPythonSort(made.name()) ? " sorts" : " produces")
                        + " is computed "
                        + times
                        + "it isn't cached")
            .orElseGet(
                () ->
                    "Queries compute the same rows"
                        + shuffled(recomputed.columns())
                        + times
                        + "they aren't cached, among others in "
                        + SparkFindingWords.place(recomputed.stage()));
    return what
        + ": the repeats take up to "
        + SparkFindingWords.seconds(recomputed.slotSeconds())
        + " of slot time.";
  }

  private static String shuffled(List<String> columns) {
    return columns.isEmpty() ? " " : " and shuffle them by " + String.join(", ", columns) + " ";
  }
}
