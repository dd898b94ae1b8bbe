package dev.uncork.cli.attach;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One process as {@code /proc} shows it. */
final class ProcFiles {
  private final Path directory;

  ProcFiles(long pid) {
    directory = Path.of("/proc", Long.toString(pid));
  }

  boolean exists() {
    return Files.isDirectory(directory);
  }

  /** The root directory that the process sees. */
  Path root() {
    return directory.resolve("root");
  }

  /** A field of {@code status}, such as {@code NSpid}, split at white space. */
  String[] status(String field) throws IOException {
    for (String line : lines("status")) {
      if (line.startsWith(field + ":")) {
        return line.substring(field.length() + 1).strip().split("\\s+");
      }
    }
    return new String[0];
  }

  /** Lines of one of the process's files. */
  List<String> lines(String file) throws IOException {
    return text(file).lines().toList();
  }

  /** The NUL-separated words of {@code cmdline} or {@code environ}. */
  List<String> words(String file) throws IOException {
    return List.of(text(file).split("\0", -1));
  }

  /** What a namespace is called, equal for processes that share it. */
  Optional<String> namespace(String kind) {
    return link("ns/" + kind);
  }

  /** Target of one of the process's links; empty without the rights to see it. */
  Optional<String> link(String name) {
    try {
      return Optional.of(Files.readSymbolicLink(directory.resolve(name)).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Names of the files that the process has open; none without the rights to see them. */
  List<String> openFiles() {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(directory.resolve("fd"))) {
      for (Path link : links) {
        link("fd/" + link.getFileName()).ifPresent(names::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Another user's, or it has ended.
    }
    return names;
  }

  /** The user that the process acts for; -1 when it has ended. */
  int uid() {
    try {
      return Integer.parseInt(status("Uid")[1]);
    } catch (IOException | ArrayIndexOutOfBoundsException e) {
      return -1;
    }
  }

  private String text(String file) throws IOException {
    // Files in /proc have no size, so they must be read to their end.
    return new String(Files.readAllBytes(directory.resolve(file)), StandardCharsets.UTF_8);
  }
}
