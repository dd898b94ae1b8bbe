package dev.uncork.spark.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DriverThreadsTest {
  /** What a stream does with its batches is the program's, though no job runs meanwhile. */
  @Test
  void streamsAreOfTheProgram() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Thread stream = waiting("stream execution thread for tickets [id = 1, runId = 2]", end);
    Thread other = waiting("shop-metrics", end);
    DriverThreads threads = new DriverThreads();

    threads.search();

    assertThat(threads.alive()).contains(stream).doesNotContain(other);
    end.countDown();
    stream.join();
    other.join();
    assertThat(threads.alive()).doesNotContain(stream);
  }

  private static Thread waiting(String name, CountDownLatch end) {
    Thread thread =
        new Thread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
