package dev.uncork.recording.read;

import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.parse.ChunkParse;
import dev.uncork.recording.parse.ChunkScan;
import dev.uncork.recording.parse.EventSink;
import dev.uncork.recording.problem.Damage;
import dev.uncork.recording.problem.ReadProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a {@code .jfr} file into a {@link Recording}; never throws for what a file holds.
 *
 * <p>Only whole chunks are read, and of a damaged one what comes before the damage.
 */
public final class RecordingReader {
  private RecordingReader() {}

  /** Reads a file as far as it can be read. */
  public static ReadOutcome read(Path file) {
    return read(file, TimeRange.ALL);
  }

  /** Reads what happened within a range of time. */
  public static ReadOutcome read(Path file, TimeRange range) {
    Outcome<Recording> outcome = read(file, range, covered -> new RecordingBuilder(covered, range));
    return new ReadOutcome(outcome.result(), outcome.problems(), outcome.complete());
  }

  /**
   * Hands over the events of a file, as far as it can be read.
   *
   * @param sinks what takes them, for the time from the first event that can come to the last one
   */
  static <T> Outcome<T> read(Path file, TimeRange range, Function<TimeRange, EventSink<T>> sinks) {
    try {
      if (Files.isDirectory(file)) {
        return Outcome.nothing(new ReadProblem.Directory(file));
      }
      if (Files.size(file) == 0) {
        return Outcome.nothing(new ReadProblem.Empty(file));
      }
      return readChunks(file, ChunkScan.of(file), range, sinks);
    } catch (NoSuchFileException e) {
      return Outcome.nothing(new ReadProblem.Missing(file));
    } catch (AccessDeniedException e) {
      return Outcome.nothing(new ReadProblem.Denied(file));
    } catch (IOException e) {
      return Outcome.nothing(new ReadProblem.Failed(file, ChunkParse.reason(e)));
    }
  }

  private static <T> Outcome<T> readChunks(
      Path file, ChunkScan scan, TimeRange range, Function<TimeRange, EventSink<T>> sinks) {
    Damage damage = scan.damage();
    List<ReadProblem> problems = new ArrayList<>();
    if (damage != null) {
      if (scan.chunks().isEmpty()) {
        return Outcome.nothing(new ReadProblem.NoRecording(file, damage));
      }
      problems.add(new ReadProblem.DamagedAfter(file, damage, scan.chunks().size()));
    }
    TimeRange covered = range.within(scan.covers().from(), scan.covers().to());
    EventSink<T> sink = sinks.apply(covered);
    ChunkParse parse = new ChunkParse(file, scan.chunks(), sink);
    parse.run();
    if (parse.damage() != null) {
      problems.add(new ReadProblem.DamagedWithin(file, parse.damage(), parse.events()));
    }
    boolean complete = problems.isEmpty();
    if (parse.badEvents() > 0) {
      complete = false;
      problems.add(new ReadProblem.SenselessEvents(file, parse.badEvents()));
    }
    if (parse.events() == 0) {
      if (problems.isEmpty()) {
        problems.add(new ReadProblem.NoEvents(file));
      }
      return new Outcome<>(Optional.empty(), problems, complete);
    }
    return new Outcome<>(Optional.of(sink.end()), problems, complete);
  }

  /** What was made of the events, and every problem met on the way. */
  record Outcome<T>(Optional<T> result, List<ReadProblem> problems, boolean complete) {
    static <T> Outcome<T> nothing(ReadProblem problem) {
      return new Outcome<>(Optional.empty(), List.of(problem), false);
    }
  }
}
