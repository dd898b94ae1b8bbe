package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import org.junit.jupiter.api.Test;

class FullQueueTest {
  private static final String PUT =
      "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:370)";
  private static final String LOAD = "com.acme.Feed.load(Feed.java:12)";

  /** Other processes take what the program leaves, and threads of the JVM wait for cores, too. */
  @Test
  void aConsumerThatNeverRestsIsTooSlowBesideOtherProcessesToo() {
    Looks looks = new Looks(2, 1.1, 0.9).ready(0.9);
    looks.runs("writer", 0.8, "com.acme.Sink.write(Sink.java:40)");
    for (int i = 0; i < 3; i++) {
      looks.ran("feed-" + i, 0.1, PARK, PUT, LOAD);
    }
    Diagnosis diagnosis = Diagnosis.of(looks.looks(40).recording());

    assertThat(diagnosis.verdict().kind()).isEqualTo(FindingKind.SLOW_CONSUMER);
  }
}
