package dev.uncork.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.spark.event.ExecutorPlacedEvent;
import dev.uncork.spark.event.ExecutorProfileEvent;
import dev.uncork.spark.event.HotLock;
import dev.uncork.spark.numa.NumaSetting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ExecutorsTest {
  private final List<SparkListenerEvent> events = new ArrayList<>();
  private final Executors executors = new Executors(NumaSetting.parse("auto"), events::add);

  private String place(String executor, long processors, String... others)
      throws InterruptedException {
    HashMap<String, Serializable> question = Message.of(Message.PLACE, executor);
    question.put(Message.HOST, "one");
    question.put(Message.TOPOLOGY, "0:0-3;1:4-7");
    question.put(Message.PROCESSORS, processors);
    question.put(Message.OTHERS, others);
    Object answer = executors.receive(Message.read(question));
    return Message.read(answer).text(Message.NODES);
  }

  @Test
  void anExecutorOfUnknownSizeMayNeedAllOfTheMachine() throws InterruptedException {
    assertThat(place("driver", 8)).isEmpty();
  }

  @Test
  void executorsGetNodesByTheirCores() throws InterruptedException {
    executors.added("1", 4);
    executors.added("2", 4);
    assertThat(place("1", 8)).isEqualTo("0");
    assertThat(place("2", 8)).isEqualTo("1");
  }

  @Test
  void nodesAreChosenBesideWhatOtherApplicationsHave() throws InterruptedException {
    executors.added("1", 4);
    assertThat(place("1", 8, "0/4")).isEqualTo("1");
  }

  @Test
  void aQuotaOfFewProcessorsCountsAsFewCores() throws InterruptedException {
    executors.added("1", 8);
    assertThat(place("1", 2)).isEqualTo("0");
  }

  @Test
  void theNodeOfARemovedExecutorIsFree() throws InterruptedException {
    executors.added("1", 4);
    executors.added("2", 4);
    executors.added("3", 4);
    place("1", 8);
    place("2", 8);
    executors.gone("1");
    assertThat(place("3", 8)).isEqualTo("0");
  }

  @Test
  void whatExecutorsTellBecomesEvents() throws InterruptedException {
    executors.added("1", 4);
    HashMap<String, Serializable> placed = Message.of(Message.PLACED, "1");
    placed.put(Message.NODES, "0");
    executors.receive(Message.read(placed));
    HashMap<String, Serializable> profile = Message.of(Message.PROFILE, "1");
    profile.put(
        Message.LOCKS,
        new String[] {new HotLock("a.Lock", "a.B.c(B.java:1)", "", 3, 2, 1).toLine()});
    executors.receive(Message.read(profile));
    assertThat(events)
        .satisfiesExactly(
            event -> {
              assertThat(((ExecutorPlacedEvent) event).nodes).isEqualTo("0");
              assertThat(((ExecutorPlacedEvent) event).cores).isEqualTo(4);
            },
            event ->
                assertThat(((ExecutorProfileEvent) event).locks)
                    .singleElement()
                    .satisfies(
                        lock -> {
                          assertThat(lock.name).isEqualTo("a.Lock");
                          assertThat(lock.site).isEqualTo("a.B.c(B.java:1)");
                          assertThat(lock.blocked).isEqualTo(3);
                        }));
  }

  @Test
  @Timeout(3) // it would wait for an executor that has said no goodbye
  void theEndWaitsForNobodyWhoHasLeft() throws InterruptedException {
    executors.receive(Message.read(Message.of(Message.PLACED, "1")));
    executors.receive(Message.read(Message.of(Message.BYE, "1")));
    assertThat(executors.awaitGoodbyes(TimeUnit.MINUTES.toNanos(1))).isEmpty();
    assertThat(events).hasSize(1);
  }

  @Test
  void whoWasKilledBeforeItsGoodbyeIsKnown() throws InterruptedException {
    executors.receive(Message.read(Message.of(Message.PLACED, "2")));
    executors.receive(Message.read(Message.of(Message.PLACED, "1")));
    executors.receive(Message.read(Message.of(Message.PLACED, "0")));
    executors.receive(Message.read(Message.of(Message.BYE, "0")));
    assertThat(executors.awaitGoodbyes(0)).containsExactly("1", "2");
  }
}
