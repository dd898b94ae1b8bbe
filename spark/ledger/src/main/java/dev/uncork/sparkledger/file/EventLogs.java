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

  /** The event logs in a directory and those in it, by their names. */
  public static List<LogFiles> in(Path directory) {
    List<LogFiles> logs = new ArrayList<>();
    for (Path child : children(directory)) {
      Optional<LogFiles> log = at(child);
      if (log.isPresent()) {
        logs.add(log.get());
      } else if (Files.isDirectory(child)) {
        children(child).forEach(below -> at(below).ifPresent(logs::add));
      }
    }
    return logs;
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
        InputStream in = Compression.decompressed(bytes)) {
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
