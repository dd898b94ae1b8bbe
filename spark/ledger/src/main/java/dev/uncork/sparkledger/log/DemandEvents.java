package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who asks for work, from the events about streams and sessions, and from the settings. */
final class DemandEvents {
  private static final int MOST_STREAMS = 10_000;

  /** Set by Spark's shell, for the classes of its lines. */
  private static final String SHELL = "spark.repl.class.";

  private static final Set<String> SHELLS = Set.of("Spark shell", "PySparkShell", "SparkR");

  private final Map<String, Long> running = new HashMap<>();
  private final List<Long> endedFrom = new ArrayList<>();
  private final List<Span> streams = new ArrayList<>();
  private boolean sessions;

  void streamStarted(JsonNode event, long nowMillis) {
    if (running.size() + streams.size() < MOST_STREAMS) {
      running.putIfAbsent(Fields.text(event, "runId"), nowMillis);
    }
  }

  /** Its time is that of the next event, since this one tells none. */
  void streamEnded(JsonNode event) {
    @Nullable Long from = running.remove(Fields.text(event, "runId"));
    if (from != null) {
      endedFrom.add(from);
    }
  }

  void sessionOpened() {
    sessions = true;
  }

  void seen(long millis) {
    endedFrom.forEach(from -> streams.add(new Span(from, Math.max(from, millis))));
    endedFrom.clear();
  }

  Demand at(long nowMillis, Application.Identity identity, Set<String> settings) {
    List<Span> all = new ArrayList<>(streams);
    endedFrom.forEach(from -> all.add(new Span(from, Math.max(from, nowMillis))));
    running.values().forEach(from -> all.add(new Span(from, Math.max(from, nowMillis))));
    boolean shell =
        SHELLS.contains(identity.name())
            || settings.stream().anyMatch(name -> name.startsWith(SHELL));
    return new Demand(shell || sessions, List.copyOf(all));
  }
}
