package dev.uncork.agent.observe.locks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TakingMethodTest {
  private static final TakingMethod NONE = new TakingMethod("", "");

  @Test
  void isTheInnermostThatIsntTheLocksOwn() {
    String stack =
        """
        jdk.internal.misc.Unsafe.park(Native Method)
        java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)
        app/com.acme.Log.append(Log.java:12)
        com.acme.Server.serve(Server.java:7)
        """;
    assertThat(TakingMethod.of(stack)).isEqualTo(new TakingMethod("com.acme.Log", "append"));
    assertThat(TakingMethod.callerOf(stack))
        .isEqualTo(new TakingMethod("com.acme.Server", "serve"));
  }

  @Test
  void isTheOneThatWaitsWhereTheMonitorIsTakenAgain() {
    String stack =
        """
        java.lang.Object.wait(Native Method)
        com.acme.Queue.take(Queue.java:30)
        """;
    assertThat(TakingMethod.of(stack)).isEqualTo(new TakingMethod("com.acme.Queue", "take"));
  }

  @Test
  void isNoneWhereTheJvmTakesTheLock() {
    String stack =
        """
        java.lang.Class.forName0(Native Method)
        java.lang.Class.forName(Class.java:375)
        """;
    assertThat(TakingMethod.of(stack)).isEqualTo(NONE);
    assertThat(TakingMethod.of("")).isEqualTo(NONE);
  }
}
