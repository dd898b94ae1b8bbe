package dev.uncork.report.spark;

import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.file.LogFiles;
import dev.uncork.sparkledger.file.ReadLog;
import dev.uncork.sparkledger.log.LogFaults;
import dev.uncork.sparkledger.model.Application;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Words for event logs that were read in part only: what is missing, and what it means. */
public final class EventLogWords {
  private static final int MOST_NAMES = 3;

  private EventLogWords() {}

  /** One line for each thing that isn't as it should be. */
  public static List<String> lines(ReadLog log) {
    List<String> lines = new ArrayList<>();
    LogFiles files = log.files();
    String name = files.path().toString();
    boolean complete = log.application().map(Application::complete).orElse(false);
    if (log.application().isEmpty()) {
      lines.add(name + " holds no event that could be read.");
    } else if (!complete) {
      lines.add(
          name
              + " is incomplete: the application "
              + (files.inProgress() ? "still runs or was killed" : "was killed, or the log was cut")
              + ". The report covers the time until its last event.");
    }
    for (ReadLog.Break where : log.breaks()) {
      // A log that just ends is what an application leaves that has not.
      if (!where.cut() || complete) {
        lines.add(
            where.file()
                + " could be read only in part ("
                + (where.detail().isEmpty() ? "the last line has no end" : where.detail())
                + "); what came after that is lost.");
      }
    }
    if (!files.missing().isEmpty()) {
      lines.add(
          name
              + " lacks part"
              + (files.missing().size() == 1 ? " " : "s ")
              + files.missing().stream().map(String::valueOf).collect(Collectors.joining(", "))
              + "; what was in there is left out.");
    }
    if (files.compacted()) {
      lines.add(
          name
              + " was compacted by Spark: it no longer has the jobs that ended long before the log"
              + " did.");
    }
    faults(name, log, lines);
    return lines;
  }

  /** Which application it is. */
  public static String title(Application application) {
    Application.Identity identity = application.identity();
    return "Application "
        + (identity.name().isEmpty() ? identity.id() : identity.name() + " (" + identity.id() + ")")
        + identity.attempt().map(attempt -> ", attempt " + attempt).orElse("")
        + ", "
        + Instant.ofEpochMilli(application.span().startMillis()).truncatedTo(ChronoUnit.SECONDS)
        + (identity.sparkVersion().isEmpty() ? "" : ", Spark " + identity.sparkVersion());
  }

  /** What is named like an event log and holds no event. */
  public static String unreadable(Path path) {
    return path
        + " can't be read as an event log: it is empty or damaged, or the application has only just"
        + " begun; expected Spark's events, one a line.";
  }

  /** A few words for a table, or none where all is well. */
  static List<String> notes(ReadLog log) {
    List<String> notes = new ArrayList<>();
    boolean complete = log.application().map(Application::complete).orElse(false);
    if (!complete) {
      notes.add(log.files().inProgress() ? "still running or killed" : "incomplete");
    }
    if (log.breaks().stream().anyMatch(where -> !where.cut() || complete)
        || !log.files().missing().isEmpty()) {
      notes.add("read in part");
    }
    if (log.files().compacted()) {
      notes.add("compacted");
    }
    if (log.faults().tasksMissing() > 0) {
      notes.add("events are missing");
    }
    if (log.faults().damaged() + log.tooLong() > 0) {
      notes.add("damaged lines");
    }
    return notes;
  }

  private static void faults(String name, ReadLog log, List<String> lines) {
    LogFaults faults = log.faults();
    if (faults.damaged() > 0) {
      lines.add(
          name
              + ": "
              + Amounts.count(faults.damaged())
              + " of "
              + Amounts.count(faults.events() + faults.damaged())
              + " lines are damaged and were left out.");
    }
    if (log.tooLong() > 0) {
      lines.add(
          name
              + ": "
              + Amounts.count(log.tooLong())
              + (log.tooLong() == 1 ? " line is" : " lines are")
              + " longer than 32 MB and left out.");
    }
    if (!faults.unknown().isEmpty()) {
      lines.add(name + ": " + unknown(faults));
    }
    if (faults.tasksMissing() > 0) {
      lines.add(
          name
              + " doesn't say how at least "
              + Amounts.count(faults.tasksMissing())
              + (faults.tasksMissing() == 1 ? " task" : " tasks")
              + " ended: Spark drops events when it can't keep up"
              + " (spark.scheduler.listenerbus.eventqueue.capacity).");
    }
    if (faults.tasksLeftOut() > 0) {
      lines.add(
          name
              + " has more tasks than are kept: the last "
              + Amounts.count(faults.tasksLeftOut())
              + " are left out, and the report covers its first part only.");
    }
    if (faults.plansLeftOut() > 0) {
      lines.add(
          name + " has more query plans than are kept: later queries are named without theirs.");
    }
  }

  private static String unknown(LogFaults faults) {
    long events = faults.unknown().values().stream().mapToLong(Long::longValue).sum();
    String names =
        faults.unknown().keySet().stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    int more = faults.unknown().size() - MOST_NAMES;
    return Amounts.count(events)
        + (events == 1 ? " event is" : " events are")
        + " of a kind that Spark 3.3 to 4.3 don't have ("
        + names
        + (more > 0 ? " and " + more + " others" : "")
        + "); they are ignored.";
  }
}
