package dev.uncork.sparkledger.file;

import dev.uncork.sparkledger.log.ApplicationEvents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an event log from its first line to its last, as far as it can be read. */
public final class LogReader {
  private final ApplicationEvents events = new ApplicationEvents();
  private final List<ReadLog.Break> breaks = new ArrayList<>();
  private long tooLong;

  private LogReader() {}

  /** Reads one; never throws for what is in it. */
  public static ReadLog read(LogFiles files) {
    LogReader reader = new LogReader();
    files.parts().forEach(reader::read);
    boolean any = reader.events.faults().events() > 0;
    return new ReadLog(
        files,
        any ? Optional.of(reader.events.application()) : Optional.empty(),
        reader.events.faults(),
        reader.tooLong,
        List.copyOf(reader.breaks));
  }

  private void read(Path file) {
    try (EndNotingStream bytes = new EndNotingStream(Files.newInputStream(file))) {
      try {
        read(file, LogCodecs.decompressed(bytes));
      } catch (IOException | RuntimeException e) {
        // The libraries that decompress throw unchecked exceptions for damage of some kinds.
        breaks.add(new ReadLog.Break(file, bytes.ended(), String.valueOf(e.getMessage())));
      }
    } catch (IOException e) {
      breaks.add(new ReadLog.Break(file, false, e.toString()));
    }
  }

  private void read(Path file, InputStream in) throws IOException {
    LogLines lines = new LogLines(in);
    try {
      lines.forEach((bytes, offset, length, whole) -> take(file, bytes, offset, length, whole));
    } finally {
      tooLong += lines.tooLong();
    }
  }

  private void take(Path file, byte[] bytes, int offset, int length, boolean whole) {
    if (length == 0) {
      return;
    }
    if (whole) {
      events.accept(bytes, offset, length);
    } else if (!events.acceptIfWhole(bytes, offset, length)) {
      breaks.add(new ReadLog.Break(file, true, ""));
    }
  }
}
