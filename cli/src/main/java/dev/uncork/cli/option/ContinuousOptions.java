package dev.uncork.cli.option;

import dev.uncork.cli.continuous.MergedRecordings;
import dev.uncork.cli.continuous.Ring;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.reporting.Reporter;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.value.ByteSize;
import dev.uncork.cli.value.DurationConverter;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.recording.TimeRange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of observing without an end. */
public final class ContinuousOptions {
  private static final Duration REPORTED = Duration.ofMinutes(10);
  private static final Duration SHORTEST = Duration.ofSeconds(2);

  @Option(
      names = "--continuous",
      description = {
        "Observe until stopped, and keep a ring of recordings in the directory --out (default"
            + " uncork-recordings), for uncork report DIR --from --to. The report at the end covers"
            + " the last ten minutes."
      })
  private boolean continuous;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "With --continuous: how long one recording is. Default: 60s.")
  private @Nullable Duration every;

  @Option(
      names = "--keep",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "With --continuous: delete older recordings. Default: 24h.")
  private @Nullable Duration keep;

  @Option(
      names = "--keep-size",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "With --continuous: delete the oldest recordings beyond this size. Default: 2g.")
  private @Nullable Long keepSizeBytes;

  private final Instant begin = Instant.now();

  public boolean asked() {
    return continuous;
  }

  /** The ring, if one was asked for. */
  public @Nullable Ring ring(@Nullable Path out) {
    if (!continuous) {
      String lost = every != null ? "--every" : keep != null ? "--keep" : "--keep-size";
      if (every != null || keep != null || keepSizeBytes != null) {
        throw new UserError(lost + " needs --continuous; add that");
      }
      return null;
    }
    if (every().compareTo(SHORTEST) < 0 || keep().compareTo(every()) < 0) {
      throw new UserError(
          "--every "
              + every().toSeconds()
              + "s --keep "
              + keep().toSeconds()
              + "s makes no ring; expected at least 2s, and a longer time to keep");
    }
    return Ring.in(
        out == null ? Path.of("uncork-recordings") : out,
        keep(),
        keepSizeBytes == null ? 2L << 30 : keepSizeBytes);
  }

  /** Tells the agent. */
  public void addTo(AgentOptions options) {
    if (continuous) {
      options
          .with(AgentOption.EVERY, every().truncatedTo(ChronoUnit.SECONDS))
          .with(AgentOption.KEEP, keep().truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /**
   * Puts the last recordings into the ring and reports what was recorded since the beginning.
   *
   * @return whether all could be reported
   */
  public boolean report(Ring ring, List<CollectedRecording> last, Reporter reporter)
      throws IOException {
    for (CollectedRecording recording : last) {
      recording.remarks().forEach(reporter::remark);
      Optional<Path> file = recording.file();
      if (file.isPresent()) {
        ring.add(file.get(), recording.jvm());
      }
    }
    Instant from = Instant.now().minus(REPORTED);
    TimeRange range = new TimeRange(from.isAfter(begin) ? from : begin, Instant.MAX);
    try (MergedRecordings merged = MergedRecordings.of(ring.directory(), range)) {
      reporter.within(range);
      boolean all = reporter.report(merged.recordings());
      reporter.remark(
          "recordings are in "
              + ring.directory()
              + "; uncork report "
              + ring.directory()
              + " --from 30m reports a part of them");
      return all;
    }
  }

  private Duration every() {
    return every == null ? Duration.ofSeconds(60) : every;
  }

  private Duration keep() {
    return keep == null ? Duration.ofHours(24) : keep;
  }
}
