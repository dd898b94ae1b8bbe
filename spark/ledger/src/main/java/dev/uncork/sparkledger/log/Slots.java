package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** How many tasks an executor runs at a time, by what its resource profile asks for each task. */
final class Slots {
  private static final int MOST = 1_000_000;
  private static final String CPUS = "cpus";

  /** What a task needs, by the profile's id and the resource's name. */
  private final Map<Integer, Map<String, Double>> needs = new HashMap<>();

  void profile(JsonNode event) {
    Map<String, Double> need = new HashMap<>();
    event
        .path("Task Resource Requests")
        .properties()
        .forEach(entry -> need.put(entry.getKey(), entry.getValue().path("Amount").asDouble()));
    needs.put(Fields.number(event, "Resource Profile Id"), need);
  }

  /** Slots of an executor by its description in the event that told of it. */
  int of(JsonNode info, SortedMap<String, String> settings) {
    Map<String, Double> need =
        needs.getOrDefault(info.path("Resource Profile Id").asInt(), Map.of());
    double slots = Fields.number(info, "Total Cores") / taskCpus(need.get(CPUS), settings);
    for (Map.Entry<String, JsonNode> resource : info.path("Resources").properties()) {
      @Nullable Double amount = need.get(resource.getKey());
      if (amount != null && amount > 0) {
        int addresses = resource.getValue().path("addresses").size();
        // Less than one means that tasks share a thing, never that they take parts of two.
        slots =
            Math.min(
                slots,
                amount < 1 ? addresses * Math.floor(1 / amount) : Math.floor(addresses / amount));
      }
    }
    return (int) Math.max(1, Math.min(MOST, slots));
  }

  private static double taskCpus(@Nullable Double ofProfile, SortedMap<String, String> settings) {
    if (ofProfile != null && ofProfile > 0) {
      return ofProfile;
    }
    String text = settings.getOrDefault("spark.task.cpus", "1");
    return text.matches("[1-9]\\d{0,5}") ? Integer.parseInt(text) : 1;
  }
}
