package dev.uncork.concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that start together and whose failures fail the test. */
final class Race {
  static final int DEADLINE_SECONDS = 60;

  private Race() {}

  interface Runner {
    void run(int thread) throws Exception;
  }

  static void of(int threads, Runner runner) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      all.add(
          pool.submit(
              () -> {
                start.await();
                runner.run(thread);
                return null;
              }));
    }
    try {
      for (Future<?> one : all) {
        one.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
