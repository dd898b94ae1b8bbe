package dev.uncork.cli.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The session's file of the application's own progress, to which lines are added. */
public final class ProgressFile {
  private final Path file;

  ProgressFile(Path file) {
    this.file = file;
  }

  /** Appends one line; a single small append, so that a reader never sees half of it. */
  public synchronized void append(String line) throws IOException {
    Files.write(
        file,
        line.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
