package dev.uncork.spark;

import dev.uncork.spark.base.Log;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A question to the driver, asked again after each failure until it is answered or patience ends. A
 * daemon thread of its own does the waiting: each attempt may take as long as Spark lets it, which
 * is two minutes.
 */
final class Question {
  private static final long MAX_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Callable<Object> attempt;
  private final long patienceNanos;
  private final CountDownLatch tried = new CountDownLatch(1);

  private final FutureTask<Message> exchange =
      new FutureTask<>(this::exchange) {
        @Override
        protected void done() {
          tried.countDown();
        }
      };

  private long pauseNanos;
  private volatile @Nullable Throwable failure;

  private Question(Callable<Object> attempt, Duration pause, Duration patience) {
    this.attempt = attempt;
    this.pauseNanos = pause.toNanos();
    this.patienceNanos = patience.toNanos();
  }

  /**
   * Asks.
   *
   * @param attempt asks once
   * @param pause how long after the first failure it is asked again; doubles each time, up to a
   *     minute
   * @param patience how long it is asked again
   */
  static Question start(Callable<Object> attempt, Duration pause, Duration patience) {
    Question question = new Question(attempt, pause, patience);
    Thread thread = new Thread(question.exchange, "uncork-ask");
    thread.setDaemon(true);
    thread.start();
    return question;
  }

  private Message exchange() throws Exception {
    long deadline = System.nanoTime() + patienceNanos;
    while (true) {
      try {
        return Message.read(attempt.call());
      } catch (InterruptedException e) {
        throw e; // nobody wants to know any more
      } catch (Exception e) {
        failure = e;
        if (System.nanoTime() + pauseNanos - deadline > 0) {
          throw e;
        }
        tried.countDown();
      }
      TimeUnit.NANOSECONDS.sleep(pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
    }
  }

  /** Waits until the first attempt has come to something, or until the time is over. */
  void awaitFirstAttempt(Duration time) throws InterruptedException {
    tried.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whether it is answered, or given up. */
  boolean done() {
    return exchange.isDone();
  }

  /** Why there is no answer so far, in words. */
  String obstacle() {
    Throwable last = failure;
    return last == null ? "no answer" : Log.reason(last);
  }

  /**
   * The answer.
   *
   * @throws Exception what the last attempt failed with
   */
  Message answer() throws Exception {
    try {
      return exchange.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Asks no more. */
  void cancel() {
    exchange.cancel(true);
  }
}
