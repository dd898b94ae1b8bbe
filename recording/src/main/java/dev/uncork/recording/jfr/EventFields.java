package dev.uncork.recording.jfr;

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

/** Fields of events by name, with a default where a field is missing or null. */
public final class EventFields {
  private static final long MAX_COUNT = 1L << 50;

  private EventFields() {}

  /** A text; empty where it is missing. */
  public static String text(RecordedEvent event, String field) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    return value instanceof String text ? text : "";
  }

  /** A number. */
  public static long number(RecordedEvent event, String field, long absent) {
    return event.hasField(field) ? event.getLong(field) : absent;
  }

  /** A number that makes sense as a count; else 0. */
  public static long count(RecordedEvent event, String field) {
    return count(event, field, 0);
  }

  /** The same, with what it is where it is missing or makes no sense. */
  public static long count(RecordedEvent event, String field, long absent) {
    long value = number(event, field, absent);
    return value < 0 || value > MAX_COUNT ? absent : value;
  }

  /** A finite number; 0 where it is missing or none. */
  public static double real(RecordedEvent event, String field) {
    double value = event.hasField(field) ? event.getDouble(field) : 0;
    return Double.isFinite(value) ? value : 0;
  }

  /** A share, forced into 0 to 1. */
  public static float share(RecordedEvent event, String field) {
    return (float) Math.max(0, Math.min(1, real(event, field)));
  }

  /** A duration; 0 where it is missing or makes no sense. */
  public static long nanos(RecordedEvent event, String field) {
    if (!event.hasField(field)) {
      return 0;
    }
    Duration duration = event.getDuration(field);
    return duration.isNegative() || duration.getSeconds() > Integer.MAX_VALUE
        ? 0
        : duration.toNanos();
  }

  /** The name of a class; empty where it is missing. */
  public static String className(RecordedEvent event, String field) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    return value instanceof RecordedClass recorded ? recorded.getName() : "";
  }

  /** Whether it is a virtual thread, which JDK 21 and newer tell. */
  public static boolean isVirtual(RecordedThread thread) {
    return thread.hasField("virtual") && thread.getBoolean("virtual");
  }

  /** The name that the thread has in Java; empty for a thread of the JVM itself. */
  public static String javaName(RecordedThread thread) {
    String name = thread.getJavaName();
    return name == null ? "" : name;
  }

  /** Frames of the event's stack, innermost first. */
  public static List<Frame> frames(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    if (trace == null) {
      return List.of();
    }
    List<Frame> frames = new ArrayList<>();
    for (RecordedFrame frame : trace.getFrames()) {
      RecordedMethod method = frame.getMethod();
      if (method != null && method.getType() != null) {
        String name = method.getType().getName();
        int line = Math.max(0, frame.getLineNumber());
        frames.add(new Frame(name, method.getName(), line > 0 ? fileOf(name) : "", line));
      }
    }
    return frames;
  }

  /** JFR records no file names; this is the one that javac expects for a public class. */
  private static String fileOf(String className) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    int dollar = simple.indexOf('$');
    return (dollar > 0 ? simple.substring(0, dollar) : simple) + ".java";
  }
}
