package dev.uncork.recording.read;

import dev.uncork.recording.Frame;
import dev.uncork.recording.jfr.EventFields;
import dev.uncork.recording.jfr.HeapTable;
import dev.uncork.recording.jfr.SafepointTable;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.recording.jvm.JvmActivity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** What the JVM itself did, while a recording is read. */
final class JvmTable {
  /** Time in which nearly all code that turns out to be hot has been compiled. */
  private static final long WARM_UP_MILLIS = 3000;

  private long fewestThrowables = Long.MAX_VALUE;
  private long mostThrowables = -1;
  private long codeCacheFull;
  private long samples;
  private final Map<Frame, Long> interpreted = new HashMap<>();

  /** An event of kind {@code jdk.ExceptionStatistics}, which counts since the JVM began. */
  void exceptions(RecordedEvent event) {
    long count = EventFields.number(event, "throwables", -1);
    if (count >= 0) {
      fewestThrowables = Math.min(fewestThrowables, count);
      mostThrowables = Math.max(mostThrowables, count);
    }
  }

  /** An event of kind {@code jdk.CodeCacheFull}. */
  void codeCacheFull() {
    codeCacheFull = Math.max(1, codeCacheFull);
  }

  /** An event of kind {@code jdk.CodeCacheStatistics}, which counts since the JVM began. */
  void codeCache(RecordedEvent event) {
    codeCacheFull = Math.max(codeCacheFull, EventFields.number(event, "fullCount", 0));
  }

  /** A sample of a running thread. */
  void sample(RecordedEvent event, long atMillis) {
    RecordedStackTrace stack = event.getStackTrace();
    List<RecordedFrame> frames = stack == null ? List.of() : stack.getFrames();
    if (atMillis < WARM_UP_MILLIS || frames.isEmpty()) {
      return;
    }
    samples++;
    if ("Interpreted".equals(frames.get(0).getType())) {
      EventFields.frames(event).stream()
          .findFirst()
          .map(JvmTable::method)
          .ifPresent(method -> interpreted.merge(method, 1L, Long::sum));
    }
  }

  private static Frame method(Frame frame) {
    return new Frame(frame.className(), frame.method(), frame.file(), 0);
  }

  private InterpretedCode interpreted() {
    long all = interpreted.values().stream().mapToLong(count -> count).sum();
    Optional<Map.Entry<Frame, Long>> most =
        interpreted.entrySet().stream().max(Map.Entry.comparingByValue());
    return samples == 0
        ? InterpretedCode.NONE
        : new InterpretedCode(
            samples,
            (double) all / samples,
            most.map(Map.Entry::getKey),
            most.map(entry -> (double) entry.getValue() / samples).orElse(0.0));
  }

  JvmActivity activity(SafepointTable safepoints, HeapTable heap) {
    long throwables = mostThrowables < 0 ? -1 : mostThrowables - fewestThrowables;
    return new JvmActivity(
        throwables, codeCacheFull, interpreted(), safepoints.operations(), heap.use());
  }
}
