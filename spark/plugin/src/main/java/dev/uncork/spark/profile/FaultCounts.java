package dev.uncork.spark.profile;

import dev.uncork.spark.base.ProcText;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Page faults of a thread so far, see proc(5).
 *
 * @param minor that the kernel served from memory
 * @param major that it served from a disk
 */
record FaultCounts(long minor, long major) {
  private static final FaultCounts UNKNOWN = new FaultCounts(0, 0);
  private static final Path THREAD = Path.of("/proc/thread-self/stat");
  private static final int MINOR_FIELD = 7; // of what follows the name: field 10 of proc(5)
  private static final int MAJOR_FIELD = 9;

  /** Of the calling thread; zeros where a sandbox hides them. */
  static FaultCounts ofThisThread() {
    try {
      String[] fields = ProcText.statFields(THREAD, MAJOR_FIELD + 1);
      return new FaultCounts(
          Long.parseLong(fields[MINOR_FIELD]), Long.parseLong(fields[MAJOR_FIELD]));
    } catch (IOException | RuntimeException e) {
      return UNKNOWN;
    }
  }
}
