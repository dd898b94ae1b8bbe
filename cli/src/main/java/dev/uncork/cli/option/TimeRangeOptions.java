package dev.uncork.cli.option;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.value.TimePoint;
import dev.uncork.recording.TimeRange;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a range of time. */
public final class TimeRangeOptions {
  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = TimePoint.class,
      description = "Only what happened since: 14:30, 2026-11-21T14:30, or 90m for 90 minutes ago.")
  private @Nullable Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = TimePoint.class,
      description = "Only what happened before.")
  private @Nullable Instant to;

  /** The first option that was given, if any. */
  public Optional<String> any() {
    return from != null
        ? Optional.of("--from")
        : to != null ? Optional.of("--to") : Optional.empty();
  }

  public TimeRange range() {
    if (from != null && to != null && !from.isBefore(to)) {
      throw new UserError(
          "--from "
              + from
              + " is not before --to "
              + to
              + "; expected a range of time, for example --from 14:30 --to 14:45");
    }
    return new TimeRange(from == null ? Instant.MIN : from, to == null ? Instant.MAX : to);
  }
}
