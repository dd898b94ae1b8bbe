package dev.uncork.sparkledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.model.BlockedTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.WaitingTasks;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileEventsTest {
  private static final String ADDED =
      "{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":1700000001000,\"Executor ID\":\"1\","
          + "\"Executor Info\":{\"Host\":\"h\",\"Total Cores\":2}}";

  private static String profile(String executor, long nanos) {
    return "{\"Event\":\"dev.uncork.spark.event.ExecutorProfileEvent\",\"executorId\":\""
        + executor
        + "\",\"stages\":[{\"stageId\":3,\"attemptId\":0,\"queuedNanos\":3000000,\"seenOnNode\":{\"0\":7},\"locks\":[{"
        + "\"name\":\"prices.Table\",\"site\":\"prices.Table.get(Table.java:20)\",\"holder\":\"\","
        + "\"blocked\":9,\"totalNanos\":"
        + nanos
        + ",\"maxNanos\":5}],\"waits\":[{\"activity\":\"sleep\",\"site\":\"prices.Client.ask\",\"nanos\":"
        + nanos
        + "}]}]}";
  }

  @Test
  void blockedTasksAreSummedOverRecordings() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(ADDED);
    events.accept(profile("1", 2_500_000));
    events.accept(profile("1", 1_600_000));
    events.accept(profile("unheard of", 1_000_000));

    assertThat(events.faults().damaged()).isZero();
    assertThat(events.application().executors().get(0).blocked())
        .containsExactly(
            new BlockedTasks(
                new Stage.Key(3, 0), "prices.Table", "prices.Table.get(Table.java:20)", "", 4));
    assertThat(events.application().executors().get(0).waits())
        .containsExactly(new WaitingTasks(new Stage.Key(3, 0), "sleep", "prices.Client.ask", 4));
  }

  @Test
  void timesWithoutACoreAreSummedToo() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(ADDED);
    events.accept(profile("1", 1));
    events.accept(profile("1", 1));

    assertThat(events.application().executors().get(0).queuedMillis())
        .isEqualTo(Map.of(new Stage.Key(3, 0), 6L));
  }

  @Test
  void whatIsUsedIsAnAverageOfWhatWasTold() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(ADDED);
    events.accept(usage(10_000, 3_000));
    events.accept(usage(10_000, 7_000));

    assertThat(events.application().executors().get(0).used())
        .hasValue(new Executor.Used(1, 0.25, 0.5, 2));
  }

  private static String usage(long interval, long children) {
    return "{\"Event\":\"dev.uncork.spark.event.ExecutorUsageEvent\",\"executorId\":\"1\","
        + "\"threads\":[\"7:0,1\"],\"intervalMillis\":"
        + interval
        + ",\"cpuMillis\":10000,\"collectorsMillis\":2500,\"machineMillis\":20000"
        + ",\"childrenMillis\":"
        + children
        + "}";
  }

  @Test
  void aTimeThatCannotBeDamagesTheEvent() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(ADDED);
    events.accept(profile("1", Long.MAX_VALUE));

    assertThat(events.faults().damaged()).isEqualTo(1);
    assertThat(events.application().executors().get(0).blocked()).isEmpty();
  }
}
