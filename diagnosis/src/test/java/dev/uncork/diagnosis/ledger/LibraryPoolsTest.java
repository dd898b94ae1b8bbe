package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.stack.LibraryWait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools of libraries that are too small for those who wait, though nobody reads their queues. */
class LibraryPoolsTest {
  private static final String READ = "sun.nio.ch.SocketDispatcher.read0";
  private static final String ASK = "com.acme.Client.ask(Client.java:3)";
  private static final String HANDLE = "com.acme.Shop.handle(Shop.java:9)";
  private static final String NEXT_TASK =
      "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.idleJobPoll(QueuedThreadPool.java:1)";

  /** Clients and workers that are all at their requests. */
  private static Looks server(int clients, String worker, int workers, String... frames) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < clients; i++) {
      looks.asks("client-" + i, 0.01, READ, ASK);
    }
    for (int i = 0; i < workers; i++) {
      looks.waits(worker + i, frames);
    }
    return looks;
  }

  @Test
  void moreRequestsThanWorkersAreTheLimitOfThePool() {
    Root root = server(20, "qtp6-", 4, SLEEP, HANDLE).looks(30).root();
    assertThat(root.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(root.library().map(LibraryWait::library)).hasValue("Jetty");
    assertThat(root.threads()).as("that have no worker").isEqualTo(16);
    assertThat(root.cause().flatMap(Root.Cause::site)).hasToString("Optional[" + HANDLE + "]");
  }

  @Test
  void aWorkerForEachRequestIsEnough() {
    assertThat(server(4, "qtp6-", 4, SLEEP, HANDLE).looks(30).root().kind())
        .isNotEqualTo(FindingKind.POOL_TOO_SMALL);
  }

  @Test
  void aPoolWithAFreeWorkerHasRoom() {
    Root root =
        server(20, "qtp6-", 4, SLEEP, HANDLE).stays("qtp6-9", PARK, NEXT_TASK).looks(30).root();
    assertThat(root.kind()).isNotEqualTo(FindingKind.POOL_TOO_SMALL);
  }

  @Test
  void anEventLoopThatSleepsIsNoPoolOfWorkers() {
    Root root =
        server(
                20,
                "nioEventLoopGroup-2-",
                1,
                SLEEP,
                HANDLE,
                "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:5)")
            .looks(30)
            .root();
    assertThat(root.kind()).isNotEqualTo(FindingKind.POOL_TOO_SMALL);
  }

  /** Threads that wait for results, and calls of OkHttp. */
  private static Looks calls(int waiters, int calls) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < waiters; i++) {
      looks.waits("order-" + i, PARK, "java.util.concurrent.CompletableFuture.get", ASK);
    }
    for (int i = 0; i < calls; i++) {
      looks.ran(
          "OkHttp http://shop/" + i, 0.05, SLEEP, "okhttp3.RealCall.execute(RealCall.java:1)");
    }
    return looks.looks(30);
  }

  @Test
  void moreResultsThanCallsAreTheLimitOfTheClient() {
    Root root = calls(20, 5).root();
    assertThat(root.kind()).isEqualTo(FindingKind.POOL_TOO_SMALL);
    assertThat(root.library().map(LibraryWait::library)).hasValue("OkHttp");
    assertThat(calls(5, 5).root().kind()).isNotEqualTo(FindingKind.POOL_TOO_SMALL);
  }

  @ParameterizedTest
  @CsvSource({
    "com.google.common.util.concurrent.RateLimiter.acquire, TIMED_WAIT",
    "com.acme.Relay.send, POOL_TOO_SMALL"
  })
  void moreThreadsHelpOnlyWhereNoLimiterLetsSoManyThroughASecond(String at, FindingKind kind) {
    Looks looks = new Looks(2, 0.05);
    for (int i = 0; i < 4; i++) {
      looks.worker(
          "mailer-" + i,
          7,
          Thread.State.TIMED_WAITING,
          0.01,
          SLEEP,
          at + "(R.java:1)",
          "com.acme.Mail.send(Mail.java:3)",
          "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)");
    }
    assertThat(looks.pool(7, 4, 4, 90).looks(20).root().kind()).isEqualTo(kind);
  }
}
