package dev.uncork.report.spark;

import dev.uncork.report.words.LedgerRows.Tone;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.ledger.SlotCharge;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRoot;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageUse;
import dev.uncork.sparkledger.model.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What rows of the ledger are called, and which are shown where there is little room. */
public final class SparkLedgerWords {
  private static final double LEAST_SHARE = 0.005;
  private static final int MAX_PARTS = 3;

  /**
   * A row as it is shown.
   *
   * @param share of all slot-seconds, 0 to 1
   * @param parts what most of it is charged to
   */
  public record Line(String label, Tone tone, double share, String parts) {}

  private SparkLedgerWords() {}

  /** Above the rows: how many slot-seconds there were. */
  public static String title(SparkDiagnosis diagnosis) {
    int slots = diagnosis.ledger().slots();
    return "Where "
        + slots
        + (slots == 1 ? " slot × " : " slots × ")
        + SparkFindingWords.seconds(diagnosis.price().recorded())
        + " went";
  }

  /** A row, in at most 22 letters. */
  public static String row(SlotRow row) {
    return switch (row) {
      case CPU -> "work in the JVM";
      case PYTHON -> "Python workers";
      case GC -> "garbage collection";
      case FETCH_WAIT -> "waiting for shuffles";
      case SHUFFLE_WRITE -> "writing shuffles";
      case SPILL -> "spilling";
      case DESERIALIZATION -> "unpacking tasks";
      case RESULT -> "task results";
      case SCHEDULING -> "starting tasks";
      case LOCK_WAIT -> "blocked at locks";
      case CORE_WAIT -> "waiting for a core";
      case TASK_WAIT -> "tasks off the CPU";
      case FAILED -> "failed attempts";
      case SPECULATION -> "overtaken attempts";
      case DRIVER_CODE -> "code on the driver";
      case DRIVER_GC -> "GC on the driver";
      case NO_DEMAND -> "no work asked for";
      case START_UP -> "Spark's start";
      case PLANNING -> "planning queries";
      case COLLECT -> "results on the driver";
      case BROADCAST -> "broadcasting";
      case COMMIT -> "committing output";
      case LISTING -> "listing files";
      case STRAGGLER -> "one long task";
      case FEW_TASKS -> "too few tasks";
      case HELD_BACK -> "tasks held back";
      case NO_EXECUTOR -> "missing executors";
      case UNEXPLAINED -> "unexplained";
    };
  }

  /** What it means that slot-seconds went to a row. */
  public static String about(SlotRow row) {
    return switch (row) {
      case CPU -> "Tasks used the CPU in the JVM.";
      case PYTHON -> "Tasks waited for their Python workers, or for the pipe to them.";
      case GC -> "Executors collected garbage while tasks ran.";
      case FETCH_WAIT -> "Tasks waited for shuffle blocks of other executors.";
      case SHUFFLE_WRITE -> "Tasks wrote shuffle files.";
      case SPILL ->
          "Tasks wrote to disk, and read again, what didn't fit into memory; estimated from its size.";
      case DESERIALIZATION -> "Executors unpacked the code and data of tasks.";
      case RESULT -> "Task results were packed and sent to the driver.";
      case SCHEDULING -> "Tasks and free slots waited for the driver to start or end a task.";
      case LOCK_WAIT -> "Tasks were blocked at locks of their executor, as the plugin saw.";
      case CORE_WAIT -> "Tasks were ready to run but had no core, as the plugin saw.";
      case TASK_WAIT ->
          "Tasks ran but didn't use the CPU: files, network, locks, sleeps, or a busy machine.";
      case FAILED -> "Task attempts that failed, and work that had to be done again.";
      case SPECULATION -> "Task attempts that were killed, mostly because another was faster.";
      case DRIVER_CODE -> "No task could run: the program was between its jobs.";
      case DRIVER_GC -> "No task could run: the driver collected garbage between its jobs.";
      case NO_DEMAND ->
          "Nobody asked for work: a stream waited for data, a shell or server for the next query.";
      case START_UP -> "Spark and its first executors started, and loaded code.";
      case PLANNING -> "No task could run: the driver planned queries.";
      case COLLECT -> "No task could run: the driver received results.";
      case BROADCAST -> "No task could run: the driver built and sent a table for a join.";
      case COMMIT ->
          "No task could run: the driver moved the files that tasks had written into place.";
      case LISTING -> "Few or no other tasks could run: files were listed.";
      case STRAGGLER -> "A stage's longest task ran on after all its others had ended.";
      case FEW_TASKS -> "A stage had fewer tasks than slots, all the time or in its last round.";
      case HELD_BACK ->
          "Executors were idle for half a second or more while tasks waited for other executors.";
      case NO_EXECUTOR -> "Tasks waited for executors that hadn't started yet, or were gone.";
      case UNEXPLAINED -> "The events don't say.";
    };
  }

  public static Tone tone(SlotRow row) {
    if (SparkFindingWords.natural(row) || row == SlotRow.NO_DEMAND) {
      return Tone.NEUTRAL;
    }
    return switch (row.side()) {
      case WORK -> Tone.WORK;
      case TASK -> Tone.OVERHEAD;
      case IDLE -> Tone.WAITING;
    };
  }

  /** At most so many lines in the order of the rows, the smallest of more merged into the last. */
  public static List<Line> lines(SlotLedger ledger, int most) {
    List<SlotRow> rows =
        new ArrayList<>(
            ledger.rows().keySet().stream()
                .filter(row -> ledger.share(row) >= LEAST_SHARE)
                .sorted(Comparator.comparingDouble(ledger::share).reversed())
                .toList());
    List<SlotRow> rest = new ArrayList<>();
    if (rows.size() > most) {
      rest.addAll(rows.subList(most - 1, rows.size()));
      rows.removeAll(rest);
    }
    rows.sort(null);
    List<Line> lines = new ArrayList<>();
    for (SlotRow row : rows) {
      lines.add(new Line(row(row), tone(row), ledger.share(row), parts(row, ledger)));
    }
    if (!rest.isEmpty()) {
      List<String> names = rest.stream().limit(MAX_PARTS).map(row -> row(row)).toList();
      double share = rest.stream().mapToDouble(ledger::share).sum();
      lines.add(new Line("other", Tone.NEUTRAL, share, String.join(", ", names)));
    }
    return lines;
  }

  static String parts(SlotRow row, SlotLedger ledger) {
    Map<Stage.Key, String> places = new HashMap<>();
    for (StageUse use : ledger.stages()) {
      places.put(use.stage().key(), SparkPlaces.of(use.stage().callSite()));
    }
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (SlotCharge charge : ledger.charges()) {
      if (charge.row() == row) {
        seconds.merge(root(charge.root(), places), charge.slotSeconds(), Double::sum);
      }
    }
    return seconds.entrySet().stream()
        .filter(part -> !part.getKey().isEmpty())
        .filter(part -> part.getValue() >= 0.1 * ledger.seconds(row))
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MAX_PARTS)
        .map(Map.Entry::getKey)
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }

  private static String root(SlotRoot root, Map<Stage.Key, String> places) {
    if (root instanceof SlotRoot.OfStage of) {
      return places.getOrDefault(of.stage(), "");
    }
    if (root instanceof SlotRoot.OfDriver driver) {
      return driver
          .after()
          .map(next -> "before " + SparkPlaces.of(next))
          .or(() -> driver.before().map(last -> "after " + SparkPlaces.of(last)))
          .orElse("");
    }
    return "";
  }
}
