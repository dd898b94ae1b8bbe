package dev.uncork.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The kernel's files below a root directory, {@code /} on a real machine. */
final class KernelFiles {
  private final Path root;

  KernelFiles(Path root) {
    this.root = root;
  }

  /** First line of a file; empty when it can't be read. */
  Optional<String> line(String file) {
    try {
      return new String(Files.readAllBytes(root.resolve(file)), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A number in the first line of a file; empty when there is none. */
  Optional<Long> number(String file) {
    try {
      return line(file).map(Long::parseLong);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a file has a line; empty when it can't be read. */
  Optional<Boolean> contains(String file, String line) {
    try {
      return Optional.of(Files.readAllLines(root.resolve(file)).contains(line));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Names in a directory, sorted. */
  List<String> names(String directory) {
    try (Stream<Path> entries = Files.list(root.resolve(directory))) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
