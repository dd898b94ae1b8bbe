package dev.uncork.sparkledger.file;

import dev.uncork.sparkledger.log.LogFaults;
import dev.uncork.sparkledger.model.Application;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What an event log tells.
 *
 * @param application empty where not one event could be read
 * @param faults what was wrong with events
 * @param tooLong lines that were passed over for their length
 * @param breaks files that could not be read to their ends
 */
public record ReadLog(
    LogFiles files,
    Optional<Application> application,
    LogFaults faults,
    long tooLong,
    List<Break> breaks) {

  /**
   * Where reading a file came to an end.
   *
   * @param cut whether the file just ends there, as those do that are still written or whose writer
   *     was killed; else its bytes make no sense, or the disk fails
   * @param detail what the library or the system says; empty where the last line has no end
   */
  public record Break(Path file, boolean cut, String detail) {}
}
