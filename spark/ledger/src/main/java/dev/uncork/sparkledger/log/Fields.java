package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Values of an event's fields that can be reckoned with: absent numbers are 0, and what can't be
 * true makes the event a damaged one.
 */
final class Fields {
  private static final long YEAR_2000_MILLIS = 946_684_800_000L;
  private static final long YEAR_2200_MILLIS = 7_258_118_400_000L;

  /** Eight petabytes, or a hundred days in nanoseconds: more than any task has. */
  private static final long MOST = 1L << 53;

  private static final int LONGEST_TEXT = 4_000;

  private Fields() {}

  /** An event that says what can't be. */
  static final class Damaged extends RuntimeException {
    private static final long serialVersionUID = 1;

    Damaged(String field, Object value) {
      super(field + " is " + value, null, false, false);
    }
  }

  /** A point in time, which must be there. */
  static long time(JsonNode event, String field) {
    JsonNode value = event.path(field);
    long millis = value.asLong();
    if (millis < YEAR_2000_MILLIS || millis > YEAR_2200_MILLIS) {
      throw new Damaged(field, value);
    }
    return millis;
  }

  /** A point in time, or 0 where it isn't there. */
  static long timeIfAny(JsonNode event, String field) {
    return event.path(field).asLong() == 0 ? 0 : time(event, field);
  }

  /** A size, count or duration; Spark writes -1 where it doesn't know. */
  static long amount(JsonNode event, String field) {
    JsonNode value = event.path(field);
    long amount = value.asLong();
    if (amount > MOST) {
      throw new Damaged(field, value);
    }
    return Math.max(0, amount);
  }

  /** An id, index or number of things, which must be there. */
  static int number(JsonNode event, String field) {
    JsonNode value = event.path(field);
    if (!value.canConvertToInt() || value.asInt() < 0) {
      throw new Damaged(field, value);
    }
    return value.asInt();
  }

  /** A text, or an empty one where it isn't there; not longer than is of use. */
  static String text(JsonNode event, String field) {
    String text = event.path(field).asText("");
    return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
  }

  /** A text that must be there. */
  static String name(JsonNode event, String field) {
    String text = text(event, field);
    if (text.isEmpty()) {
      throw new Damaged(field, event.path(field));
    }
    return text;
  }
}
