package dev.uncork.cli.remedy;

import dev.uncork.cli.error.UserError;
import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * The classes in whose synchronized methods a recorded program spent its CPU time, which is where
 * lock reservation can pay: what entering and leaving a monitor costs without contention shows in
 * no lock event, but in samples of the method itself.
 *
 * <p>The share is an upper bound of the gain, since it has the methods' own work in it. Classes
 * whose locks were contended are left out: their objects are shared.
 */
final class LockingClasses {
  private static final double LEAST_SHARE = 0.005;
  private static final int LEAST_SAMPLES = 3;
  private static final long MOST_BLOCKED = 100;
  private static final int FRAMES = 4;

  private LockingClasses() {}

  /**
   * One class.
   *
   * @param name with dots
   * @param share of the program's CPU samples
   */
  record Share(String name, double share) {}

  /** The classes in a recording, the greatest share first; empty when none is worth it. */
  static List<Share> of(Path recording) {
    Map<String, Integer> samples = new HashMap<>();
    Map<String, Long> blocked = new HashMap<>();
    int all = 0;
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        String type = event.getEventType().getName();
        if (type.equals("jdk.ExecutionSample")) {
          all++;
          String name = synchronizedAt(event);
          if (!name.isEmpty()) {
            samples.merge(name, 1, Integer::sum);
          }
        } else if (type.equals(EventName.CONTENDED_LOCK)) {
          blocked.merge(
              event.getString(EventField.LOCK_CLASS), event.getLong(EventField.BLOCKED), Long::sum);
        }
      }
    } catch (IOException e) {
      throw new UserError(
          "--remedy reserve=@"
              + recording
              + ": it can't be read ("
              + e.getMessage()
              + "); expected a recording that uncork run wrote",
          e);
    }
    double total = Math.max(1, all);
    return samples.entrySet().stream()
        .filter(e -> e.getValue() >= LEAST_SAMPLES && e.getValue() / total >= LEAST_SHARE)
        .filter(e -> blocked.getOrDefault(e.getKey(), 0L) <= MOST_BLOCKED)
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .map(e -> new Share(e.getKey(), e.getValue() / total))
        .toList();
  }

  /**
   * The class whose synchronized method is on top of the stack or called what is, or an empty
   * string. Compiled code knows its place only here and there, so a sample may tell of a short
   * callee in place of the monitor.
   */
  private static String synchronizedAt(RecordedEvent sample) {
    if (sample.getStackTrace() == null) {
      return "";
    }
    return sample.getStackTrace().getFrames().stream()
        .limit(FRAMES)
        .map(RecordedFrame::getMethod)
        .filter(m -> Modifier.isSynchronized(m.getModifiers()))
        .filter(m -> !Modifier.isStatic(m.getModifiers()))
        .map(m -> m.getType().getName())
        .findFirst()
        .orElse("");
  }
}
