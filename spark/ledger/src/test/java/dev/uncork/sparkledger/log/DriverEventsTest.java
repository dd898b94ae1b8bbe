package dev.uncork.sparkledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.DriverLook;
import dev.uncork.sparkledger.model.Span;
import org.junit.jupiter.api.Test;

class DriverEventsTest {
  private static String gap(String frames) {
    return "{\"Event\":\"dev.uncork.spark.event.DriverGapEvent\",\"startMillis\":1700000001000,"
        + "\"endMillis\":1700000003000,\"looks\":8,\"stacks\":[{\"thread\":\"main\",\"samples\":8,"
        + "\"frames\":["
        + frames
        + "]}]}";
  }

  @Test
  void theUsersLineIsKnownByTheStack() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"java.util.HashMap.put(HashMap.java:610)\","
                + "\"report.Job.digest(Job.java:12)\",\"report.Job.main(Job.java:5)\""));

    assertThat(events.application().driver().looks())
        .containsExactly(
            new DriverLook(
                new Span(1700000001000L, 1700000003000L),
                new CallSite("digest at Job.java:12", ""),
                8));
  }

  @Test
  void whatSparkDoesForALineIsNotTheProgramsOwnCode() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept(
        gap(
            "\"org.apache.spark.sql.catalyst.Planner.plan(Planner.scala:3)\","
                + "\"report.Job.main(Job.java:5)\""));

    assertThat(events.application().driver().looks()).isEmpty();
    assertThat(events.faults().damaged()).isZero();
  }

  @Test
  void aDamagedEventIsCounted() {
    ApplicationEvents events = new ApplicationEvents();
    events.accept("{\"Event\":\"dev.uncork.spark.event.DriverGapEvent\",\"startMillis\":\"x\"}");

    assertThat(events.faults().damaged()).isEqualTo(1);
  }
}
