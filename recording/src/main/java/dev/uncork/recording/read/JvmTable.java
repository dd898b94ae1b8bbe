package dev.uncork.recording.read;

import dev.uncork.recording.jfr.EventFields;
import dev.uncork.recording.jfr.HeapTable;
import dev.uncork.recording.jfr.SafepointTable;
import dev.uncork.recording.jvm.JvmActivity;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** What the JVM itself did, while a recording is read. */
final class JvmTable {
  private long fewestThrowables = Long.MAX_VALUE;
  private long mostThrowables = -1;
  private long codeCacheFull;
  private long samples;
  private long interpreted;

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
  void sample(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    List<RecordedFrame> frames = stack == null ? List.of() : stack.getFrames();
    if (!frames.isEmpty()) {
      samples++;
      interpreted += "Interpreted".equals(frames.get(0).getType()) ? 1 : 0;
    }
  }

  JvmActivity activity(SafepointTable safepoints, HeapTable heap) {
    long throwables = mostThrowables < 0 ? -1 : mostThrowables - fewestThrowables;
    return new JvmActivity(
        throwables, codeCacheFull, samples, interpreted, safepoints.operations(), heap.use());
  }
}
