package dev.uncork.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.plugin.PluginContext;
import org.junit.jupiter.api.Test;

class DriverLinkTest {
  private interface Answer {
    Object to(Object message) throws Exception;
  }

  private static DriverLink link(Answer answer) {
    return new DriverLink(
        (PluginContext)
            Proxy.newProxyInstance(
                DriverLinkTest.class.getClassLoader(),
                new Class<?>[] {PluginContext.class},
                (proxy, method, arguments) -> answer.to(arguments[0])),
        Duration.ofMillis(1));
  }

  @Test
  void answersComeThrough() throws Exception {
    DriverLink link = link(message -> Map.of(Message.NODES, "3"));
    Message answer = link.ask(Message.of(Message.PLACE, "1")).answer();
    assertThat(answer.text(Message.NODES)).isEqualTo("3");
    assertThat(answer.text(Message.REASON)).isEmpty();
  }

  @Test
  void anAnswerThatComesAtOnceIsThereAtOnce() throws Exception {
    DriverLink link = link(message -> Map.of(Message.NODES, "3"));
    for (int i = 0; i < 5_000; i++) { // a race between threads, lost now and then
      assertThat(link.ask(Message.of(Message.PLACE, "1")).done()).isTrue();
    }
  }

  @Test
  void aDriverThatDoesNotAnswerIsNotWaitedFor() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    DriverLink link =
        link(
            message -> {
              never.await();
              return Map.of(Message.NODES, "3");
            });
    Question asked =
        assertTimeoutPreemptively(
            Duration.ofSeconds(10), () -> link.ask(Message.of(Message.PLACE, "1")));
    assertThat(asked.done()).isFalse();
    assertThat(asked.obstacle()).isEqualTo("no answer");
    never.countDown(); // It was busy, and answers now.
    assertThat(asked.answer().text(Message.NODES)).isEqualTo("3");
  }

  @Test
  void aDriverThatFailedIsAskedAgain() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    DriverLink link =
        link(
            message -> {
              if (attempts.incrementAndGet() < 4) {
                throw new IOException("connection lost");
              }
              return Map.of(Message.NODES, "3");
            });
    Question asked = link.ask(Message.of(Message.PLACE, "1"));
    assertThat(asked.answer().text(Message.NODES)).isEqualTo("3");
    assertThat(attempts).hasValue(4);
  }

  @Test
  void aQuestionIsGivenUpWhenPatienceEnds() {
    Question asked =
        Question.start(
            () -> {
              throw new IOException("connection lost");
            },
            Duration.ofMillis(1),
            Duration.ofMillis(50));
    assertThatThrownBy(asked::answer).isInstanceOf(IOException.class).hasMessage("connection lost");
    assertThat(asked.done()).isTrue();
  }

  @Test
  void nobodyAsksAfterTheEnd() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    DriverLink link =
        link(
            message -> {
              try {
                new CountDownLatch(1).await();
              } finally {
                interrupted.countDown();
              }
              return Map.of();
            });
    link.ask(Message.of(Message.PLACE, "1")).cancel();
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aLostDriverIsNoFailureOfTheExecutor() throws Exception {
    DriverLink link =
        link(
            message -> {
              throw new IOException("connection lost");
            });
    Question asked = link.ask(Message.of(Message.PLACE, "1"));
    assertThat(asked.obstacle()).contains("connection lost");
    asked.cancel();
    assertThatCode(() -> link.tell(Message.of(Message.BYE, "1"))).doesNotThrowAnyException();
  }

  @Test
  void anExecutorThatTellsNonsenseIsNoFailureOfTheDriver() {
    DriverPart driver = new DriverPart();
    assertThat(driver.receive("not a message")).isNull();
    driver.shutdown();
  }
}
