package dev.uncork.recording.jfr;

import dev.uncork.recording.parse.JfrEvent;
import java.util.HashMap;
import java.util.Map;

/** With which settings JFR recorded each type of event, as events of the recording tell. */
public final class JfrSettings {
  private static final int MAX_TYPES = 10_000;

  private final Map<Long, String> typeNames = new HashMap<>();
  private final Map<String, Map<String, String>> values = new HashMap<>();

  /** Tells a type's name; settings refer to types by number. */
  public void defineType(long id, String name) {
    typeNames.put(id, name);
  }

  /** An event of kind {@code jdk.ActiveSetting}. */
  public void setting(JfrEvent event) {
    String type = typeNames.get(EventFields.number(event, "id", -1));
    String name = EventFields.text(event, "name");
    boolean matters =
        switch (name) {
          case "enabled", "threshold", "throttle" -> true;
          default -> false;
        };
    if (matters && type != null && (values.size() < MAX_TYPES || values.containsKey(type))) {
      values
          .computeIfAbsent(type, key -> new HashMap<>())
          .put(name, EventFields.text(event, "value"));
    }
  }

  /** Whether the recording says that events of this type were recorded. */
  public boolean isOn(String type) {
    return value(type, "enabled").equals("true");
  }

  /** Whether the recording says that events of this type weren't. */
  public boolean isOff(String type) {
    return value(type, "enabled").equals("false");
  }

  /** So many events of this type are recorded in a second; infinite where that isn't limited. */
  public double mostPerSecond(String type) {
    String[] rate = value(type, "throttle").split("/", 2);
    long nanos = rate.length < 2 ? -1 : JfrDuration.nanos("1 " + rate[1].strip());
    if (nanos <= 0 || !rate[0].strip().matches("\\d{1,9}")) {
      return Double.POSITIVE_INFINITY;
    }
    return Long.parseLong(rate[0].strip()) * 1e9 / nanos;
  }

  /** Events of this type that are shorter are missing; negative where that isn't known. */
  public long thresholdNanos(String type) {
    return JfrDuration.nanos(value(type, "threshold"));
  }

  private String value(String type, String name) {
    return values.getOrDefault(type, Map.of()).getOrDefault(name, "");
  }
}
