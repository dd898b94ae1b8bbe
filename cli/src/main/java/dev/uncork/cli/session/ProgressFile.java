package dev.uncork.cli.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The session's file of the application's own operation counts: {@code epochMillis count}. */
public final class ProgressFile {
  private final Path file;

  ProgressFile(Path file) {
    this.file = file;
  }

  /** Appends one line; a single small append, so that a reader never sees half of it. */
  public synchronized void append(long epochMillis, long operations) throws IOException {
    Files.write(
        file,
        (epochMillis + " " + operations + "\n").getBytes(StandardCharsets.US_ASCII),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
