package dev.uncork.cli.eventlog;

import dev.uncork.cli.continuous.MergedRecordings;
import dev.uncork.cli.error.UserError;
import dev.uncork.report.spark.EventLogWords;
import dev.uncork.sparkledger.file.EventLogs;
import dev.uncork.sparkledger.file.LogFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Event logs that a user named.
 *
 * @param unreadable what is named like an event log and holds no event
 * @param single whether one was named by itself
 */
public record NamedLogs(List<LogFiles> logs, List<Path> unreadable, boolean single) {
  /** Finds them; nothing where recordings were named, or what isn't there. */
  public static Optional<NamedLogs> among(List<Path> paths) {
    List<LogFiles> logs = new ArrayList<>();
    List<Path> unreadable = new ArrayList<>();
    @Nullable Path other = null;
    boolean single = paths.size() == 1;
    for (Path path : paths) {
      Optional<LogFiles> log = EventLogs.at(path);
      if (log.isPresent()) {
        logs.add(log.get());
        continue;
      }
      single = false;
      if (Files.isDirectory(path) && !MergedRecordings.areIn(path)) {
        EventLogs.Found found = EventLogs.in(path);
        logs.addAll(found.logs());
        unreadable.addAll(found.unreadable());
        other = found.logs().isEmpty() && found.unreadable().isEmpty() ? path : other;
      } else if (Files.isRegularFile(path) && EventLogs.isNamedLikeOne(path)) {
        unreadable.add(path);
      } else {
        other = path;
      }
    }
    if (logs.isEmpty() && unreadable.isEmpty()) {
      return Optional.empty();
    }
    Path first = logs.isEmpty() ? unreadable.get(0) : logs.get(0).path();
    if (other != null) {
      throw new UserError(
          other
              + " is no event log as "
              + first
              + " is; report recordings and event logs one after the other");
    }
    if (logs.isEmpty() && paths.size() == 1) {
      throw new UserError(EventLogWords.unreadable(first));
    }
    return Optional.of(new NamedLogs(List.copyOf(logs), List.copyOf(unreadable), single));
  }

  /** Refuses an option that only recordings have. */
  public void refuse(String option) {
    Path first = logs.isEmpty() ? unreadable.get(0) : logs.get(0).path();
    throw new UserError(
        option
            + " needs a recording, and "
            + first
            + " is an event log of Spark's, which has no stacks and is reported whole; leave "
            + option
            + " away");
  }

  /** Files that reports must not replace. */
  public List<Path> paths() {
    List<Path> paths = new ArrayList<>(unreadable);
    logs.forEach(
        log -> {
          paths.add(log.path());
          paths.addAll(log.parts());
        });
    return paths;
  }
}
