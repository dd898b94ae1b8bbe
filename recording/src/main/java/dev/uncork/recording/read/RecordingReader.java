package dev.uncork.recording.read;

import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.parse.ChunkParse;
import dev.uncork.recording.parse.ChunkScan;
import dev.uncork.recording.parse.EventSink;
import dev.uncork.recording.problem.Damage;
import dev.uncork.recording.problem.ReadProblem;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a {@code .jfr} file into a {@link Recording}; never throws for what a file holds.
 *
 * <p>Only whole chunks go to the parser of the JDK; of a file that ends in the middle of one, a
 * temporary copy without it is read. The parser runs in a thread of its own, since a damaged chunk
 * can keep it busy for ever: when it was, for a while, without a new event, what was read until
 * then counts.
 */
public final class RecordingReader {
  private static final Duration STALL_LIMIT = Duration.ofSeconds(15);

  private RecordingReader() {}

  /** Reads a file as far as it can be read. */
  public static ReadOutcome read(Path file) {
    return read(file, TimeRange.ALL);
  }

  /** Reads what happened within a range of time. */
  public static ReadOutcome read(Path file, TimeRange range) {
    return read(file, range, STALL_LIMIT);
  }

  static ReadOutcome read(Path file, Duration stallLimit) {
    return read(file, TimeRange.ALL, stallLimit);
  }

  private static ReadOutcome read(Path file, TimeRange range, Duration stallLimit) {
    Outcome<Recording> outcome =
        read(file, range, stallLimit, covered -> new RecordingBuilder(covered, range));
    return new ReadOutcome(outcome.result(), outcome.problems(), outcome.complete());
  }

  /**
   * Hands over the events of a file, as far as it can be read.
   *
   * @param sinks what takes them, for the time from the first event that can come to the last one
   */
  static <T> Outcome<T> read(Path file, TimeRange range, Function<TimeRange, EventSink<T>> sinks) {
    return read(file, range, STALL_LIMIT, sinks);
  }

  private static <T> Outcome<T> read(
      Path file, TimeRange range, Duration stallLimit, Function<TimeRange, EventSink<T>> sinks) {
    try {
      if (Files.isDirectory(file)) {
        return Outcome.nothing(new ReadProblem.Directory(file));
      }
      if (Files.size(file) == 0) {
        return Outcome.nothing(new ReadProblem.Empty(file));
      }
      return readChunks(file, ChunkScan.of(file), range, stallLimit, sinks);
    } catch (NoSuchFileException e) {
      return Outcome.nothing(new ReadProblem.Missing(file));
    } catch (AccessDeniedException e) {
      return Outcome.nothing(new ReadProblem.Denied(file));
    } catch (IOException e) {
      return Outcome.nothing(new ReadProblem.Failed(file, ChunkParse.reason(e)));
    }
  }

  private static <T> Outcome<T> readChunks(
      Path file,
      ChunkScan scan,
      TimeRange range,
      Duration stallLimit,
      Function<TimeRange, EventSink<T>> sinks)
      throws IOException {
    Damage damage = scan.damage();
    List<ReadProblem> problems = new ArrayList<>();
    if (damage != null) {
      if (scan.chunks() == 0) {
        return Outcome.nothing(new ReadProblem.NoRecording(file, damage));
      }
      problems.add(new ReadProblem.DamagedAfter(file, damage, scan.chunks()));
    }
    TimeRange covered =
        range.within(ChunkScan.instant(scan.startNanos()), ChunkScan.instant(scan.endNanos()));
    EventSink<T> sink = sinks.apply(covered);
    if (damage == null && !scan.unsettled()) {
      return parse(file, file, sink, problems, stallLimit);
    }
    Path copy = Files.createTempFile("uncork-", ".jfr");
    try {
      copyWholeChunks(file, copy, scan);
      return parse(file, copy, sink, problems, stallLimit);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private static <T> Outcome<T> parse(
      Path file, Path whole, EventSink<T> sink, List<ReadProblem> problems, Duration stallLimit) {
    ChunkParse parse = new ChunkParse(whole, sink);
    parse.runUntilDoneOrStalled(stallLimit);
    Damage damage = parse.damage();
    if (damage != null) {
      problems.add(new ReadProblem.DamagedWithin(file, damage, parse.events()));
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

  private static void copyWholeChunks(Path from, Path to, ChunkScan scan) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out = FileChannel.open(to, StandardOpenOption.WRITE)) {
      long position = 0;
      while (position < scan.wholeBytes()) {
        long moved = in.transferTo(position, scan.wholeBytes() - position, out);
        if (moved <= 0) {
          throw new IOException("the file shrank while it was read");
        }
        position += moved;
      }
      for (long chunk : scan.chunkOffsets()) {
        out.position(chunk + ChunkScan.STATE_OFFSET);
        Channels.newOutputStream(out).write(0);
      }
    }
  }

  /** What was made of the events, and every problem met on the way. */
  record Outcome<T>(Optional<T> result, List<ReadProblem> problems, boolean complete) {
    static <T> Outcome<T> nothing(ReadProblem problem) {
      return new Outcome<>(Optional.empty(), List.of(problem), false);
    }
  }
}
