package dev.uncork.recording.jfr;

import dev.uncork.recording.parse.JfrEvent;

/** Fields of events by name, with a default where a field is missing or makes no sense. */
public final class EventFields {
  private static final long MAX_COUNT = 1L << 50;
  private static final long MAX_NANOS = Integer.MAX_VALUE * 1_000_000_000L;

  private EventFields() {}

  /** A text; empty where it is missing. */
  public static String text(JfrEvent event, String field) {
    String text = event.text(field);
    return text == null ? "" : text;
  }

  /** A number. */
  public static long number(JfrEvent event, String field, long absent) {
    return event.number(field, absent);
  }

  /** A number that makes sense as a count; else 0. */
  public static long count(JfrEvent event, String field) {
    return count(event, field, 0);
  }

  /** The same, with what it is where it is missing or makes no sense. */
  public static long count(JfrEvent event, String field, long absent) {
    long value = event.number(field, absent);
    return value < 0 || value > MAX_COUNT ? absent : value;
  }

  /** A finite number; 0 where it is missing or none. */
  public static double real(JfrEvent event, String field) {
    double value = event.real(field);
    return Double.isFinite(value) ? value : 0;
  }

  /** A share, forced into 0 to 1. */
  public static float share(JfrEvent event, String field) {
    return (float) Math.max(0, Math.min(1, real(event, field)));
  }

  /** A duration; 0 where it is missing or makes no sense. */
  public static long nanos(JfrEvent event, String field) {
    long nanos = event.nanos(field);
    return nanos < 0 || nanos > MAX_NANOS ? 0 : nanos;
  }

  /** The name of a class; empty where it is missing. */
  public static String className(JfrEvent event, String field) {
    String name = event.className(field);
    return name == null ? "" : name;
  }
}
