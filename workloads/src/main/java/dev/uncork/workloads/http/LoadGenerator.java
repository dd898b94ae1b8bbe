package dev.uncork.workloads.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** Visitors in a closed loop: each connection sends its next request when it has its answer. */
final class LoadGenerator {
  private final InetSocketAddress server;
  private final int connections;
  private final int sessions;
  private final AtomicLong requestsLeft;
  private final long warmNanos;
  private final long endNanos;
  private final LongAdder answered = new LongAdder();

  /**
   * A load of at most so many requests, and for at most so long from now.
   *
   * @param warmNanos what {@link System#nanoTime} is to be before times are taken
   */
  LoadGenerator(
      InetSocketAddress server,
      int connections,
      int sessions,
      long requests,
      double seconds,
      long warmNanos) {
    this.server = server;
    this.connections = connections;
    this.sessions = sessions;
    this.warmNanos = warmNanos;
    requestsLeft = new AtomicLong(requests);
    endNanos = System.nanoTime() + (long) (seconds * 1e9);
  }

  /** Number of requests answered so far. */
  long answered() {
    return answered.sum();
  }

  /**
   * Sends all requests and returns how long each took that was sent warm, in nanoseconds.
   *
   * @throws IOException if any was not answered rightly
   */
  Histogram run() throws IOException, InterruptedException {
    ExecutorService visitors = Executors.newFixedThreadPool(connections);
    try {
      List<Future<Histogram>> running = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        int seed = i;
        running.add(visitors.submit(() -> visit(seed)));
      }
      Histogram all = histogram();
      for (Future<Histogram> visitor : running) {
        all.add(visitor.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IOException("a request failed: " + e.getCause(), e.getCause());
    } finally {
      visitors.shutdownNow();
    }
  }

  private Histogram visit(int seed) throws IOException {
    Histogram latencies = histogram();
    SplittableRandom random = new SplittableRandom(seed);
    try (Connection connection = new Connection(server)) {
      while (requestsLeft.getAndDecrement() > 0 && System.nanoTime() < endNanos) {
        String session = "visitor-" + random.nextInt(sessions);
        long start = System.nanoTime();
        String page = connection.page(session);
        if (start - warmNanos >= 0) {
          latencies.recordValue(System.nanoTime() - start);
        }
        if (!page.startsWith("<html><h1>" + session + "</h1>") || !page.endsWith("</html>\n")) {
          throw new IOException("the page for " + session + " is not its own: " + page);
        }
        answered.increment();
      }
    }
    return latencies;
  }

  private static Histogram histogram() {
    return new Histogram(3_600_000_000_000L, 3);
  }
}
