package dev.uncork.sparkledger.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds event logs, by the first bytes of files. */
public final class EventLogs {
  private static final String FIRST = "{\"Event\":\"";
  private static final String IN_PROGRESS = ".inprogress";
  private static final String COMPACTED = ".compact";
  private static final String STATUS = "appstatus_";
  private static final Pattern PART = Pattern.compile("events_(\\d{1,9})_.*");
  private static final Pattern NAME_OF_ONE =
      Pattern.compile("eventlog_v2_.*|.*\\.(zstd|lz4|snappy|lzf)|.*\\.inprogress");
  private static final int MOST_MISSING = 100;

  private EventLogs() {}

  /** The event log that a path is: a file, or a directory of parts. */
  public static Optional<LogFiles> at(Path path) {
    if (Files.isDirectory(path)) {
      return rolled(path);
    }
    String name = path.getFileName().toString();
    return Files.isRegularFile(path) && isEvents(path)
        ? Optional.of(
            new LogFiles(
                path,
                List.of(path),
                name.endsWith(IN_PROGRESS),
                name.endsWith(COMPACTED),
                List.of()))
        : Optional.empty();
  }

  /**
   * What a directory holds.
   *
   * @param unreadable what is named like an event log and has no event at its beginning
   */
  public record Found(List<LogFiles> logs, List<Path> unreadable) {}

  /** The event logs in a directory and those in it, by their names. */
  public static Found in(Path directory) {
    Found found = new Found(new ArrayList<>(), new ArrayList<>());
    for (Path child : children(directory)) {
      if (!add(child, found) && Files.isDirectory(child)) {
        children(child).forEach(below -> add(below, found));
      }
    }
    return new Found(List.copyOf(found.logs), List.copyOf(found.unreadable));
  }

  /** Whether a path has the name of an event log, whatever is in it. */
  public static boolean isNamedLikeOne(Path path) {
    return NAME_OF_ONE.matcher(path.getFileName().toString()).matches();
  }

  private static boolean add(Path path, Found found) {
    Optional<LogFiles> log = at(path);
    log.ifPresent(found.logs::add);
    if (log.isEmpty() && isNamedLikeOne(path)) {
      found.unreadable.add(path);
      return true;
    }
    return log.isPresent();
  }

  private record Part(int number, boolean compacted, Path file) {}

  private static Optional<LogFiles> rolled(Path directory) {
    List<Part> parts = new ArrayList<>();
    boolean inProgress = false;
    for (Path file : children(directory)) {
      String name = file.getFileName().toString();
      OptionalInt number = number(name);
      if (number.isPresent()) {
        parts.add(new Part(number.getAsInt(), name.endsWith(COMPACTED), file));
      }
      inProgress |= name.startsWith(STATUS) && name.endsWith(IN_PROGRESS);
    }
    // One that is compacted has what is in it and all before.
    parts.sort(Comparator.comparingInt(Part::number).thenComparing(Part::compacted));
    int first = 0;
    for (int i = 0; i < parts.size(); i++) {
      first = parts.get(i).compacted ? i : first;
    }
    List<Part> read = parts.subList(first, parts.size());
    if (read.stream().noneMatch(part -> isEvents(part.file))) {
      return Optional.empty();
    }
    return Optional.of(
        new LogFiles(
            directory,
            read.stream().map(Part::file).toList(),
            inProgress,
            read.get(0).compacted,
            missing(read)));
  }

  private static List<Integer> missing(List<Part> parts) {
    List<Integer> missing = new ArrayList<>();
    int expected = parts.get(0).compacted ? parts.get(0).number : 1;
    for (Part part : parts) {
      for (; expected < part.number && missing.size() < MOST_MISSING; expected++) {
        missing.add(expected);
      }
      expected = part.number + 1;
    }
    return List.copyOf(missing);
  }

  private static OptionalInt number(String name) {
    Matcher part = PART.matcher(name);
    return part.matches() ? OptionalInt.of(Integer.parseInt(part.group(1))) : OptionalInt.empty();
  }

  /** Whether a file's first bytes, decompressed, begin an event. */
  private static boolean isEvents(Path file) {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream in = LogCodecs.decompressed(bytes)) {
      byte[] first = in.readNBytes(FIRST.length());
      return new String(first, StandardCharsets.UTF_8).equals(FIRST);
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static List<Path> children(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(child -> !child.getFileName().toString().startsWith(".")).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
