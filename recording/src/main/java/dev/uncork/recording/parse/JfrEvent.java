package dev.uncork.recording.parse;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event of a flight recording, whose fields are asked for by name; valid until the next one
 * comes.
 *
 * <p>Values are as they were recorded; a field of another kind than it is asked for throws a {@link
 * RuntimeException}, as damaged bytes do.
 */
public interface JfrEvent {
  /** The name of its type, such as {@code jdk.ThreadPark}. */
  String type();

  /** A moment in nanoseconds since 1970; the first or last that can be told, of one beyond. */
  static long nanos(Instant time) {
    if (time.getEpochSecond() >= Long.MAX_VALUE / 1_000_000_000L) {
      return Long.MAX_VALUE;
    }
    return time.getEpochSecond() <= Long.MIN_VALUE / 1_000_000_000L
        ? Long.MIN_VALUE
        : time.getEpochSecond() * 1_000_000_000L + time.getNano();
  }

  /** When it began, in nanoseconds since 1970. */
  long startNanos();

  /** When it ended, in nanoseconds since 1970; when it began, for one that has no duration. */
  long endNanos();

  /** When it began. */
  default Instant start() {
    return ChunkScan.instant(startNanos());
  }

  /** When it ended; when it began, for one that has no duration. */
  default Instant end() {
    return ChunkScan.instant(endNanos());
  }

  /** How long it took, in nanoseconds. */
  default long durationNanos() {
    return endNanos() - startNanos();
  }

  /** A text; null where it is missing, null or none. */
  @Nullable String text(String field);

  /** A whole number; of a field of a structure, too: {@code heapSpace.reservedSize}. */
  long number(String field, long absent);

  /** A number; 0 where it is missing. */
  double real(String field);

  /** Whether it is there and true. */
  boolean flag(String field);

  /** A duration in nanoseconds; negative where it is missing or endless. */
  long nanos(String field);

  /** The name of a class, with dots; null where it is missing. */
  @Nullable String className(String field);

  /** A thread; null where it is missing. */
  @Nullable JfrThread thread(String field);

  /** A method; null where it is missing. */
  @Nullable JfrMethod method(String field);

  /** The stack in field {@code stackTrace}; {@link JfrStack#NONE} where it is missing. */
  JfrStack stack();
}
