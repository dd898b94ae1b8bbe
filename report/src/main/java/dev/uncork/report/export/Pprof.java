package dev.uncork.report.export;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Recording;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import one.proto.Proto;

/**
 * A recording as pprof reads it: gzipped {@code perftools.profiles.Profile}.
 *
 * <p>Four sample types in one file, as {@code -sample_index} selects them: {@code contentions} and
 * {@code delay} as in the mutex and block profiles of Go, {@code holding} (samples of lock holders)
 * and {@code samples} (of running threads). The label {@code lock} tells the lock's class.
 *
 * <p>Fields go by their numbers: none of our libraries has these messages as classes, and a
 * compiler of them in the build would be more than the dozen numbers that it would save.
 */
final class Pprof {
  // Field numbers of profile.proto.
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING_TABLE = 6;
  private static final int TIME_NANOS = 9;
  private static final int DURATION_NANOS = 10;
  private static final int DEFAULT_SAMPLE_TYPE = 14;

  private static final List<List<String>> TYPES =
      List.of(
          List.of("samples", "count"),
          List.of("holding", "count"),
          List.of("contentions", "count"),
          List.of("delay", "nanoseconds"));

  private final Proto profile = new Proto(1 << 16);
  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<String, Integer> functions = new HashMap<>();
  private final Map<Frame, Integer> locations = new HashMap<>();

  private Pprof() {
    string(""); // which the format wants first
  }

  static void write(Recording recording, StackProfile stacks, OutputStream out) throws IOException {
    try (GZIPOutputStream zipped = new GZIPOutputStream(out)) {
      Proto profile = new Pprof().encode(recording, stacks);
      zipped.write(profile.buffer(), 0, profile.size());
    }
  }

  private Proto encode(Recording recording, StackProfile stacks) {
    for (List<String> type : TYPES) {
      profile.field(
          SAMPLE_TYPE, message().field(1, string(type.get(0))).field(2, string(type.get(1))));
    }
    for (StackProfile.Entry entry : stacks.entries()) {
      profile.field(SAMPLE, sample(entry));
    }
    profile.field(
        TIME_NANOS,
        recording.start().getEpochSecond() * 1_000_000_000L + recording.start().getNano());
    profile.field(DURATION_NANOS, recording.durationNanos());
    String preferred = stacks.mostTelling() == StackKind.WAITS ? "delay" : "samples";
    profile.field(DEFAULT_SAMPLE_TYPE, string(preferred));
    strings.keySet().forEach(text -> profile.field(STRING_TABLE, text));
    return profile;
  }

  private Proto sample(StackProfile.Entry entry) {
    Proto sample = message();
    for (Frame frame : entry.frames()) {
      sample.field(1, location(frame));
    }
    boolean waits = entry.kind() == StackKind.WAITS;
    sample
        .field(2, entry.kind() == StackKind.CPU ? entry.count() : 0L)
        .field(2, entry.kind() == StackKind.HOLDERS ? entry.count() : 0L)
        .field(2, waits ? entry.count() : 0L)
        .field(2, waits ? entry.waitNanos() : 0L);
    label("lock", entry.lockClass(), sample);
    label("thread", entry.thread(), sample);
    return sample;
  }

  private void label(String key, String value, Proto sample) {
    if (!value.isEmpty()) {
      sample.field(3, message().field(1, string(key)).field(2, string(value)));
    }
  }

  private int location(Frame frame) {
    Integer known = locations.get(frame);
    if (known != null) {
      return known;
    }
    int id = locations.size() + 1;
    locations.put(frame, id);
    Proto line = message().field(1, function(frame)).field(2, (long) frame.line());
    profile.field(LOCATION, message().field(1, id).field(4, line));
    return id;
  }

  private int function(Frame frame) {
    String name = frame.qualifiedMethod();
    Integer known = functions.get(name + "\n" + frame.file());
    if (known != null) {
      return known;
    }
    int id = functions.size() + 1;
    functions.put(name + "\n" + frame.file(), id);
    profile.field(
        FUNCTION,
        message()
            .field(1, id)
            .field(2, string(name))
            .field(3, string(name))
            .field(4, string(frame.file())));
    return id;
  }

  private int string(String text) {
    Integer known = strings.get(text);
    if (known != null) {
      return known;
    }
    strings.put(text, strings.size());
    return strings.size() - 1;
  }

  private static Proto message() {
    return new Proto(64);
  }
}
