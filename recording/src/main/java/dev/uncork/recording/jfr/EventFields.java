package dev.uncork.recording.jfr;

import dev.uncork.recording.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Fields of events by name, with a default where a field is missing or null.
 *
 * <p>An event compares names one by one to find a field, and looks for its annotations each time a
 * duration is asked for. A long recording has millions of events, so what a type of events has is
 * kept.
 */
public final class EventFields {
  private static final long MAX_COUNT = 1L << 50;
  private static final long MAX_NANOS = Integer.MAX_VALUE * 1_000_000_000L;

  /** Each chunk of a recording brings types of its own. */
  private static final int MAX_TYPES = 2048;

  private static final ConcurrentMap<EventType, Map<String, Field>> TYPES =
      new ConcurrentHashMap<>();

  /** The types of the last events, by number; several threads may take each other's place. */
  private static final @Nullable Known[] RECENT = new Known[64];

  private record Known(EventType type, Map<String, Field> fields) {}

  /**
   * A field that events of a type have.
   *
   * @param name the instance that the type itself has, which is found fastest
   * @param nanos whether it is a duration in nanoseconds
   */
  private record Field(String name, boolean nanos) {}

  private EventFields() {}

  private static @Nullable Field find(RecordedEvent event, String field) {
    EventType type = event.getEventType();
    int place = (int) type.getId() & (RECENT.length - 1);
    Known known = RECENT[place];
    if (known == null || known.type != type) {
      known = new Known(type, fieldsOf(type));
      RECENT[place] = known;
    }
    return known.fields.get(field);
  }

  private static Map<String, Field> fieldsOf(EventType type) {
    if (TYPES.size() >= MAX_TYPES) {
      TYPES.clear();
    }
    return TYPES.computeIfAbsent(
        type,
        key -> {
          Map<String, Field> fields = new HashMap<>();
          for (ValueDescriptor value : key.getFields()) {
            Timespan span = value.getAnnotation(Timespan.class);
            boolean nanos = span != null && span.value().equals(Timespan.NANOSECONDS);
            fields.put(value.getName(), new Field(value.getName(), nanos));
          }
          return fields;
        });
  }

  private static @Nullable Object value(RecordedEvent event, String field) {
    Field known = find(event, field);
    return known == null ? null : event.getValue(known.name);
  }

  /** A text; empty where it is missing. */
  public static String text(RecordedEvent event, String field) {
    return value(event, field) instanceof String text ? text : "";
  }

  /** A number. */
  public static long number(RecordedEvent event, String field, long absent) {
    Field known = find(event, field);
    return known == null ? absent : event.getLong(known.name);
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
    Field known = find(event, field);
    double value = known == null ? 0 : event.getDouble(known.name);
    return Double.isFinite(value) ? value : 0;
  }

  /** A share, forced into 0 to 1. */
  public static float share(RecordedEvent event, String field) {
    return (float) Math.max(0, Math.min(1, real(event, field)));
  }

  /** A duration; 0 where it is missing or makes no sense. */
  public static long nanos(RecordedEvent event, String field) {
    Field known = find(event, field);
    if (known == null) {
      return 0;
    }
    long nanos = known.nanos ? event.getLong(known.name) : nanos(event.getDuration(known.name));
    return nanos < 0 || nanos > MAX_NANOS ? 0 : nanos;
  }

  private static long nanos(Duration duration) {
    return Math.abs(duration.getSeconds()) > Integer.MAX_VALUE ? -1 : duration.toNanos();
  }

  /** The name of a class; empty where it is missing. */
  public static String className(RecordedEvent event, String field) {
    return value(event, field) instanceof RecordedClass recorded ? recorded.getName() : "";
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
