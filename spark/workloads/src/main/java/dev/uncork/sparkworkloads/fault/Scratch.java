package dev.uncork.sparkworkloads.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for a job's input, which goes with it. */
final class Scratch implements AutoCloseable {
  private final Path folder;

  Scratch() throws IOException {
    folder = Files.createTempDirectory("spark-fault-");
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
