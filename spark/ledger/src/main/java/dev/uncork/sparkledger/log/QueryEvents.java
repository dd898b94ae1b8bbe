package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.model.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL executions with their plans and metrics, from the events about them. */
final class QueryEvents {
  private static final int MOST_OPERATORS = 100_000;
  private static final int MOST_SUMS = 500_000;

  private final Map<Long, State> queries = new LinkedHashMap<>();
  private final MetricSums sums = new MetricSums(MOST_SUMS);
  private final Interned texts;
  private int operators;
  private long plansLeftOut;

  private static final class State {
    final long id;
    final long root;
    final String description;
    final CallSite callSite;
    final long startMillis;
    long endMillis;
    Optional<String> failure = Optional.empty();
    @Nullable PlanTree plan;

    State(long id, JsonNode event, Interned texts) {
      this.id = id;
      root = event.path("rootExecutionId").asLong(id);
      description = texts.of(Fields.text(event, "description"));
      String details = texts.of(UserFrames.unchanging(Fields.text(event, "details")));
      callSite = new CallSite(texts.of(UserFrames.callSite(description, details)), details);
      startMillis = Fields.time(event, "time");
    }

    Query at(long nowMillis, Optional<PlanNode> node) {
      long end = endMillis == 0 ? nowMillis : endMillis;
      return new Query(
          id,
          root,
          description,
          callSite,
          new Span(startMillis, Math.max(startMillis, end)),
          failure,
          node);
    }
  }

  QueryEvents(Interned texts) {
    this.texts = texts;
  }

  void started(JsonNode event) {
    State query = new State(event.path("executionId").asLong(-1), event, texts);
    queries.put(query.id, query);
    plan(query, event);
  }

  void planned(JsonNode event) {
    @Nullable State query = queries.get(event.path("executionId").asLong(-1));
    if (query != null) {
      plan(query, event);
    }
  }

  void ended(JsonNode event) {
    @Nullable State query = queries.get(event.path("executionId").asLong(-1));
    if (query != null) {
      query.endMillis = Fields.time(event, "time");
      String message = Fields.text(event, "errorMessage");
      query.failure = message.isEmpty() ? Optional.empty() : Optional.of(message);
    }
  }

  void driverAdded(JsonNode event) {
    sums.driverAdded(event);
  }

  void taskEnded(JsonNode event) {
    sums.taskEnded(event.path("Task Info"), Fields.number(event, "Stage ID"));
  }

  /** Plans that were too many to keep, or whose metrics may be incomplete. */
  long plansLeftOut() {
    return plansLeftOut + (sums.leftOut() ? 1 : 0);
  }

  Optional<CallSite> callSite(long query) {
    return Optional.ofNullable(queries.get(query)).map(state -> state.callSite);
  }

  List<Query> at(long nowMillis) {
    return queries.values().stream()
        .map(
            query ->
                query.at(
                    nowMillis, Optional.ofNullable(query.plan).map(plan -> plan.resolved(sums))))
        .toList();
  }

  private void plan(State query, JsonNode event) {
    JsonNode info = event.path("sparkPlanInfo");
    if (!info.isObject()) {
      return;
    }
    PlanTree plan = PlanTree.of(info, texts);
    int more = plan.size() - (query.plan == null ? 0 : query.plan.size());
    if (operators + more > MOST_OPERATORS) {
      plansLeftOut++;
      return;
    }
    operators += more;
    query.plan = plan;
  }
}
