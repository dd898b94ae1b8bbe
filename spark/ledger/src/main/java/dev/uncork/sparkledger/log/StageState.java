package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An attempt of a stage while its events come. */
final class StageState {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_OPERATORS = 200;
  private static final int MOST_RDDS = 100;

  final PackedTasks ended = new PackedTasks();

  /** By their ids: key and launch. */
  final Map<Long, Running> running = new LinkedHashMap<>();

  /** Tasks that succeeded. */
  long succeeded;

  private final Stage.Key key;
  private CallSite callSite = new CallSite("", "");
  private List<String> operators = List.of();
  private List<Rdd> rdds = List.of();
  private List<Integer> parents = List.of();
  private int taskCount;
  private long startMillis;
  private long endMillis;
  private Optional<String> failure = Optional.empty();

  /** A task that was launched. */
  record Running(Task.Key key, long launchMillis) {}

  StageState(Stage.Key key) {
    this.key = key;
  }

  /** Takes what an event says of it as a whole. */
  void describe(JsonNode info, Interned texts) {
    taskCount = Fields.number(info, "Number of Tasks");
    startMillis = Fields.timeIfAny(info, "Submission Time");
    endMillis = Fields.timeIfAny(info, "Completion Time");
    callSite = callSite(info, texts);
    operators = operators(info.path("RDD Info"), texts);
    parents = ids(info.path("Parent IDs"));
    String reason = Fields.text(info, "Failure Reason");
    failure = reason.isEmpty() ? Optional.empty() : Optional.of(reason);
  }

  /** The program's line that a stage was made at. */
  static CallSite callSite(JsonNode info, Interned texts) {
    String details = UserFrames.unchanging(Fields.text(info, "Details"));
    return new CallSite(
        texts.of(UserFrames.readable(Fields.text(info, "Stage Name"), details)), texts.of(details));
  }

  /**
   * Takes the RDDs that an event tells, so many at most, unless it has them; how many these are.
   */
  int takeRdds(JsonNode info, int most, Interned texts) {
    if (!rdds.isEmpty()) {
      return 0;
    }
    rdds = rdds(info.path("RDD Info"), Math.min(most, MOST_RDDS), texts);
    return rdds.size();
  }

  /** When it began, as far as its events tell; 0 where they don't. */
  void beganAt(long millis) {
    if (startMillis == 0) {
      startMillis = millis;
    }
  }

  /** Tasks whose ends no event told, of a stage that succeeded; at least so many. */
  long missing() {
    return endMillis != 0 && failure.isEmpty() ? Math.max(0, taskCount - succeeded) : 0;
  }

  /** It as a fact, at a time when the events end. */
  Stage at(long nowMillis, PackedTasks.Names names, Map<Integer, CallSite> ofQueries) {
    List<Task> still = new ArrayList<>();
    running
        .values()
        .forEach(task -> still.add(TaskFields.running(task.key, task.launchMillis, nowMillis)));
    long start = startMillis == 0 ? nowMillis : startMillis;
    List<Task> tasks = ended.followedBy(still, names);
    return new Stage(
        key,
        ofQueries.getOrDefault(key.id(), callSite),
        operators,
        rdds,
        parents,
        new Span(start, Math.max(start, endMillis == 0 ? nowMillis : endMillis)),
        failure,
        taskCount,
        tasks);
  }

  private static List<String> operators(JsonNode rdds, Interned texts) {
    Set<String> names = new LinkedHashSet<>();
    for (JsonNode rdd : rdds) {
      String name = scope(rdd.path("Scope").asText(""));
      if (name.isEmpty()) {
        name = Fields.text(rdd, "Name");
      }
      if (!name.isEmpty() && names.size() < MOST_OPERATORS) {
        names.add(texts.of(name));
      }
    }
    return List.copyOf(names);
  }

  private static List<Rdd> rdds(JsonNode infos, int most, Interned texts) {
    List<Rdd> rdds = new ArrayList<>();
    for (JsonNode info : infos) {
      if (rdds.size() < most) {
        JsonNode level = info.path("Storage Level");
        rdds.add(
            new Rdd(
                info.path("RDD ID").asInt(),
                texts.of(Fields.text(info, "Callsite")),
                level.path("Use Memory").asBoolean() || level.path("Use Disk").asBoolean(),
                (int) Math.min(Integer.MAX_VALUE, Fields.amount(info, "Number of Partitions")),
                ids(info.path("Parent IDs"))));
      }
    }
    return List.copyOf(rdds);
  }

  private static List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>();
    array.forEach(id -> ids.add(id.asInt()));
    return List.copyOf(ids);
  }

  /** The name of a scope, which is JSON within JSON. */
  private static String scope(String json) {
    if (json.isEmpty()) {
      return "";
    }
    try {
      return JSON.readTree(json).path("name").asText("");
    } catch (JsonProcessingException e) {
      return "";
    }
  }
}
