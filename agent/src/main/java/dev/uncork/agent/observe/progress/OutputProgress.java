package dev.uncork.agent.observe.progress;

import dev.uncork.protocol.ProgressOrigin;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Progress that the command line reads off the application's output: the session's {@code progress}
 * file, with lines {@code epochMillis count}, followed as it grows.
 */
public final class OutputProgress implements ProgressSource {
  private static final int MAX_BYTES_PER_POLL = 1 << 16;

  private final Path file;
  private final CountRate rate = new CountRate(ProgressOrigin.OUTPUT);
  private long position;

  public OutputProgress(Path file) {
    this.file = file;
  }

  @Override
  public void poll() {
    if (!file.toFile().isFile()) {
      return;
    }
    try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
      input.seek(position);
      byte[] bytes = new byte[(int) Math.min(MAX_BYTES_PER_POLL, input.length() - position)];
      input.readFully(bytes);
      int whole = bytes.length;
      while (whole > 0 && bytes[whole - 1] != '\n') {
        whole--;
      }
      position += whole;
      String text = new String(bytes, 0, whole, StandardCharsets.US_ASCII);
      text.lines().forEach(this::line);
    } catch (IOException | RuntimeException e) {
      // Gone or unreadable for now; the next poll tries again.
    }
  }

  private void line(String line) {
    String[] parts = line.trim().split(" ");
    if (parts.length == 2) {
      try {
        rate.reading(Long.parseLong(parts[1]), Long.parseLong(parts[0]) * 1_000_000);
      } catch (NumberFormatException e) {
        // Not ours to judge: the command line writes this file.
      }
    }
  }
}
