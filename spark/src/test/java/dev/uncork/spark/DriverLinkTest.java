package dev.uncork.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
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
                (proxy, method, arguments) -> answer.to(arguments[0])));
  }

  @Test
  void answersComeThrough() throws Exception {
    DriverLink link = link(message -> Map.of(Message.NODES, "3"));
    Message answer = link.ask(Message.of(Message.PLACE, "1"));
    assertThat(answer.text(Message.NODES)).isEqualTo("3");
    assertThat(answer.text(Message.REASON)).isEmpty();
  }

  @Test
  void aDriverThatDoesNotAnswerIsGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    DriverLink link =
        link(
            message -> {
              never.await();
              return Map.of();
            });
    assertThatThrownBy(() -> link.ask(Message.of(Message.PLACE, "1")))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("did not answer within 2 s");
    never.countDown();
  }

  @Test
  void aLostDriverIsNoFailureOfTheExecutor() {
    DriverLink link =
        link(
            message -> {
              throw new IOException("connection lost");
            });
    assertThatThrownBy(() -> link.ask(Message.of(Message.PLACE, "1")))
        .isInstanceOf(IOException.class);
    assertThatCode(() -> link.tell(Message.of(Message.BYE, "1"))).doesNotThrowAnyException();
  }

  @Test
  void anExecutorThatTellsNonsenseIsNoFailureOfTheDriver() {
    DriverPart driver = new DriverPart();
    assertThat(driver.receive("not a message")).isNull();
    driver.shutdown();
  }
}
