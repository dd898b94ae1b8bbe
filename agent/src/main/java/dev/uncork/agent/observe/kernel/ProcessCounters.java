package dev.uncork.agent.observe.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** The kernel's counters of this process: {@code stat}, {@code status} and {@code io}. */
final class ProcessCounters {
  private static final long NANOS_PER_TICK = 10_000_000; // USER_HZ is 100 on every architecture
  private static final int FIELDS_BEFORE_MINFLT = 8; // from behind ") ": state is the first

  /** One reading; bytes are -1 where the kernel hides them. */
  record Reading(
      long userNanos,
      long systemNanos,
      long minorFaults,
      long majorFaults,
      long bytesRead,
      long bytesWritten,
      long residentBytes,
      int threads) {}

  private final File stat;
  private final File status;
  private final File io;
  private final SmallFile reader = new SmallFile();

  ProcessCounters(Path procRoot) {
    Path self = procRoot.resolve("self");
    this.stat = self.resolve("stat").toFile();
    this.status = self.resolve("status").toFile();
    this.io = self.resolve("io").toFile();
  }

  /** User and system time of the whole process. */
  long cpuNanos() throws IOException {
    reader.read(stat);
    reader.skipBehindLast(')');
    reader.skipFields(FIELDS_BEFORE_MINFLT + 4);
    return (reader.nextNumber() + reader.nextNumber()) * NANOS_PER_TICK;
  }

  Reading read() throws IOException {
    reader.read(stat);
    reader.skipBehindLast(')');
    reader.skipFields(FIELDS_BEFORE_MINFLT);
    long minorFaults = reader.nextNumber();
    reader.skipFields(2);
    long majorFaults = reader.nextNumber();
    reader.skipFields(2);
    long userNanos = reader.nextNumber() * NANOS_PER_TICK;
    long systemNanos = reader.nextNumber() * NANOS_PER_TICK;
    reader.read(status);
    long residentBytes = after("VmRSS:") * 1024;
    int threads = (int) after("Threads:");
    long bytesRead = -1;
    long bytesWritten = -1;
    try {
      reader.read(io);
      bytesRead = after("rchar:");
      bytesWritten = after("wchar:");
    } catch (IOException e) {
      // Some sandboxes hide it.
    }
    return new Reading(
        userNanos,
        systemNanos,
        minorFaults,
        majorFaults,
        bytesRead,
        bytesWritten,
        residentBytes,
        threads);
  }

  private long after(String prefix) {
    return reader.skipToLine(prefix) ? Math.max(0, reader.nextNumber()) : 0;
  }
}
