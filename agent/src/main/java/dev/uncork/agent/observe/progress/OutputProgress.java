package dev.uncork.agent.observe.progress;

import dev.uncork.protocol.progress.ProgressLine;
import dev.uncork.protocol.progress.ProgressOrigin;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Progress that the command line reads off the application's output: the lines of the session's
 * file, see {@link ProgressLine}, followed as it grows.
 */
public final class OutputProgress implements ProgressSource {
  private static final int MAX_BYTES_PER_POLL = 1 << 16;

  private final Path file;
  private final CountRate rate = new CountRate(ProgressOrigin.OUTPUT);
  private final PrintedListener listener;
  private @Nullable ProgressLine last;
  private long position;

  /**
   * Reads nothing yet.
   *
   * @param listener told of what is printed
   */
  public OutputProgress(Path file, PrintedListener listener) {
    this.file = file;
    this.listener = listener;
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
      new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().forEach(this::line);
    } catch (IOException | RuntimeException e) {
      // Gone or unreadable for now; the next poll tries again.
    }
  }

  private void line(String line) {
    ProgressLine.label(line).ifPresent(rate::label);
    ProgressLine.parse(line).ifPresent(this::figures);
  }

  private void figures(ProgressLine figures) {
    long ageMillis = System.currentTimeMillis() - figures.epochMillis();
    rate.reading(
        figures.count(), figures.epochMillis() * 1_000_000, ageMillis * 1_000_000, figures.rate());
    ProgressLine before = last;
    last = figures;
    if (before != null) {
      double seconds = (figures.epochMillis() - before.epochMillis()) / 1e3;
      double grown = figures.count() - before.count();
      double operations =
          figures.rate().isPresent() ? figures.rate().getAsDouble() * seconds : grown;
      listener.printed(before.epochMillis(), figures.epochMillis(), operations);
    }
  }
}
