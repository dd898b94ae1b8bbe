package dev.uncork.sparkledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandEventsTest {
  private static final String STREAM =
      "{\"Event\":\"org.apache.spark.sql.streaming.StreamingQueryListener$Query";

  private static String started(String name, long millis) {
    return "{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\""
        + name
        + "\",\"App ID\":\"app-1\",\"Timestamp\":"
        + millis
        + "}";
  }

  private static String ended(long millis) {
    return "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":" + millis + "}";
  }

  private static Demand demand(String... lines) {
    ApplicationEvents events = new ApplicationEvents();
    for (String line : lines) {
      events.accept(line);
    }
    assertThat(events.faults().damaged()).isZero();
    return events.application().driver().demand();
  }

  @Test
  void aStreamLastsUntilTheEventAfterItsEnd() {
    Demand demand =
        demand(
            started("stream", 1700000001000L),
            STREAM + "StartedEvent\",\"id\":\"a\",\"runId\":\"b\"}",
            STREAM + "TerminatedEvent\",\"id\":\"a\",\"runId\":\"b\",\"exception\":null}",
            ended(1700000009000L));

    assertThat(demand)
        .isEqualTo(new Demand(false, List.of(new Span(1700000001000L, 1700000009000L))));
  }

  @Test
  void shellsAndServersAreAsked() {
    assertThat(demand(started("PySparkShell", 1700000001000L)).served()).isTrue();
    assertThat(
            demand(
                    started("server", 1700000001000L),
                    "{\"Event\":\"org.apache.spark.sql.hive.thriftserver.ui"
                        + ".SparkListenerThriftServerSessionCreated\",\"ip\":\"\"}")
                .served())
        .isTrue();
    assertThat(demand(started("report", 1700000001000L)).served()).isFalse();
  }
}
