package dev.uncork.recording.parse;

import dev.uncork.recording.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * An event from a stream of the JDK, which reads the recording that a JVM still writes.
 *
 * @param event which the stream must not reuse
 */
public record StreamedEvent(RecordedEvent event) implements JfrEvent {
  @Override
  public String type() {
    return event.getEventType().getName();
  }

  @Override
  public long startNanos() {
    return JfrEvent.nanos(event.getStartTime());
  }

  @Override
  public long endNanos() {
    return JfrEvent.nanos(event.getEndTime());
  }

  @Override
  public @Nullable String text(String field) {
    return value(field) instanceof String text ? text : null;
  }

  private @Nullable Object value(String field) {
    return event.hasField(field) ? event.getValue(field) : null;
  }

  @Override
  public long number(String field, long absent) {
    return event.hasField(field) ? event.getLong(field) : absent;
  }

  @Override
  public double real(String field) {
    return event.hasField(field) ? event.getDouble(field) : 0;
  }

  @Override
  public boolean flag(String field) {
    return event.hasField(field) && event.getBoolean(field);
  }

  @Override
  public long nanos(String field) {
    if (!event.hasField(field)) {
      return -1;
    }
    Duration duration = event.getDuration(field);
    long seconds = duration.getSeconds();
    return seconds < 0 || seconds > Integer.MAX_VALUE ? -1 : duration.toNanos();
  }

  @Override
  public @Nullable String className(String field) {
    return value(field) instanceof RecordedClass recorded ? recorded.getName() : null;
  }

  @Override
  public @Nullable JfrThread thread(String field) {
    return value(field) instanceof RecordedThread thread ? thread(thread) : null;
  }

  private static JfrThread thread(RecordedThread thread) {
    return new JfrThread(
        known(thread.getOSName()),
        thread.getOSThreadId(),
        known(thread.getJavaName()),
        thread.getJavaThreadId(),
        thread.hasField("virtual") && thread.getBoolean("virtual"));
  }

  private static String known(@Nullable String text) {
    return text == null ? "" : text;
  }

  @Override
  public @Nullable JfrMethod method(String field) {
    return value(field) instanceof RecordedMethod method && method.getType() != null
        ? new JfrMethod(method.getType().getName(), method.getName(), method.getDescriptor())
        : null;
  }

  @Override
  public JfrStack stack() {
    RecordedStackTrace trace = event.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      return JfrStack.NONE;
    }
    List<Frame> frames = new ArrayList<>();
    for (RecordedFrame frame : trace.getFrames()) {
      RecordedMethod method = frame.getMethod();
      if (method != null && method.getType() != null) {
        frames.add(
            JfrStack.frame(method.getType().getName(), method.getName(), frame.getLineNumber()));
      }
    }
    return new JfrStack(frames, known(trace.getFrames().get(0).getType()));
  }
}
