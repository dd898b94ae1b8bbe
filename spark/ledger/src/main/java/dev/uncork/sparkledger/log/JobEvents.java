package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Jobs, from the events about them. */
final class JobEvents {
  private final Map<Integer, Started> jobs = new LinkedHashMap<>();
  private final Interned texts;

  private static final class Started {
    final int id;
    final long startMillis;
    final Optional<String> description;
    final List<Integer> stages;
    final OptionalLong query;
    final CallSite callSite;
    long endMillis;
    Optional<String> failure = Optional.empty();

    Started(JsonNode event, Interned texts) {
      id = Fields.number(event, "Job ID");
      startMillis = Fields.time(event, "Submission Time");
      JsonNode properties = event.path("Properties");
      String text = Fields.text(properties, "spark.job.description");
      description = text.isEmpty() ? Optional.empty() : Optional.of(texts.of(text));
      List<Integer> ids = new ArrayList<>();
      event.path("Stage IDs").forEach(stage -> ids.add(stage.asInt()));
      stages = List.copyOf(ids);
      query = query(Fields.text(properties, "spark.sql.execution.id"));
      callSite = callSite(event.path("Stage Infos"), texts);
    }

    private static OptionalLong query(String id) {
      try {
        return id.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(id));
      } catch (NumberFormatException e) {
        throw new Fields.Damaged("spark.sql.execution.id", id);
      }
    }

    /** That of its last stage, the one with the result. */
    private static CallSite callSite(JsonNode stages, Interned texts) {
      @Nullable JsonNode last = null;
      for (JsonNode stage : stages) {
        if (last == null || stage.path("Stage ID").asInt() > last.path("Stage ID").asInt()) {
          last = stage;
        }
      }
      return last == null ? new CallSite("", "") : StageState.callSite(last, texts);
    }
  }

  JobEvents(Interned texts) {
    this.texts = texts;
  }

  void started(JsonNode event) {
    Started job = new Started(event, texts);
    jobs.put(job.id, job);
  }

  void ended(JsonNode event) {
    Started job = jobs.get(Fields.number(event, "Job ID"));
    if (job == null) {
      return;
    }
    job.endMillis = Fields.time(event, "Completion Time");
    JsonNode result = event.path("Job Result");
    if (!result.path("Result").asText().equals("JobSucceeded")) {
      job.failure = Optional.of(Fields.text(result.path("Exception"), "Message"));
    }
  }

  /**
   * All of them, at a time when the events end.
   *
   * @param callSites those of SQL executions, whose jobs are often submitted by Spark's own threads
   */
  List<Job> at(long nowMillis, LongFunction<Optional<CallSite>> callSites) {
    List<Job> all = new ArrayList<>();
    for (Started job : jobs.values()) {
      CallSite site =
          job.query.isPresent()
              ? callSites.apply(job.query.getAsLong()).orElse(job.callSite)
              : job.callSite;
      long end = job.endMillis == 0 ? nowMillis : job.endMillis;
      all.add(
          new Job(
              job.id,
              new Span(job.startMillis, Math.max(job.startMillis, end)),
              job.description,
              job.failure,
              job.stages,
              job.query,
              site));
    }
    return List.copyOf(all);
  }
}
