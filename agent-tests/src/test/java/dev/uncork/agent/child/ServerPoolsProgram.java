package dev.uncork.agent.child;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jboss.threads.EnhancedQueueExecutor;

/** Pools that servers bring with them, all of whose threads are taken while tasks wait. */
final class ServerPoolsProgram {
  static final int THREADS = 3;
  static final int TASKS = 7;

  private ServerPoolsProgram() {}

  /** Ends when its standard input does. */
  public static void main(String[] args) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    TaskQueue queue = new TaskQueue();
    ThreadPoolExecutor tomcat =
        new ThreadPoolExecutor(
            1,
            THREADS,
            1,
            TimeUnit.MINUTES,
            queue,
            new TaskThreadFactory("tomcat-", true, Thread.NORM_PRIORITY));
    queue.setParent(tomcat);
    QueuedThreadPool jetty = new QueuedThreadPool(THREADS, THREADS);
    jetty.setDaemon(true);
    jetty.start();
    EnhancedQueueExecutor jboss =
        new EnhancedQueueExecutor.Builder()
            .setCorePoolSize(1)
            .setMaximumPoolSize(THREADS)
            .setThreadFactory(ServerPoolsProgram::wrapped)
            .build();
    fill(tomcat, end);
    fill(jetty, end);
    fill(jboss, end);
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Until the test closes it.
    }
    end.countDown();
    tomcat.shutdown();
    jboss.shutdown();
    jetty.stop();
  }

  /** As XNIO's factory has it: what the thread runs has the task from the object around it. */
  private static Thread wrapped(Runnable task) {
    return new Supplier<Thread>() {
      @Override
      public Thread get() {
        Runnable around =
            new Runnable() {
              @Override
              public void run() {
                task.run();
              }
            };
        return new Thread(around, "jboss");
      }
    }.get();
  }

  private static void fill(Executor pool, CountDownLatch end) throws InterruptedException {
    CountDownLatch running = new CountDownLatch(THREADS);
    for (int i = 0; i < TASKS; i++) {
      pool.execute(
          () -> {
            running.countDown();
            await(end);
          });
    }
    running.await();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
