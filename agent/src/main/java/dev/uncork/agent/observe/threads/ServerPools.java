package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.ProgramField;
import dev.uncork.recording.event.PoolUseEvent;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Pools that servers bring with them, seen from their workers: Tomcat's copy of the JDK's, Jetty's
 * and JBoss's. No lock is taken, and no code of theirs runs.
 */
final class ServerPools {
  private static final String TOMCAT = "org.apache.tomcat.util.threads.ThreadPoolExecutor";
  private static final String JETTY = "org.eclipse.jetty.util.thread.QueuedThreadPool";
  private static final String JBOSS = "org.jboss.threads.EnhancedQueueExecutor";

  /** Bits of a count of threads in {@code EnhancedQueueExecutor.threadStatus}, three of them. */
  private static final int JBOSS_BITS = 20;

  private final ProgramField tomcatPool = new ProgramField(TOMCAT + "$Worker#this$0");
  private final ProgramField tomcatControl = new ProgramField(TOMCAT + "#ctl");
  private final ProgramField tomcatMaximum = new ProgramField(TOMCAT + "#maximumPoolSize");
  private final ProgramField tomcatQueue = new ProgramField(TOMCAT + "#workQueue");

  private final ProgramField jettyPool = new ProgramField(JETTY + "$Runner#this$0");
  private final ProgramField jettyCounts = new ProgramField(JETTY + "#_counts");
  private final ProgramField jettyMaximum = new ProgramField(JETTY + "#_maxThreads");
  private final ProgramField jettyQueue = new ProgramField(JETTY + "#_jobs");
  private final ProgramField jettyQueued =
      new ProgramField("org.eclipse.jetty.util.BlockingArrayQueue#_size");

  private final ProgramField jbossPool = new ProgramField(JBOSS + "$ThreadBody#this$0");
  private final ProgramField jbossNumbers = new ProgramField(JBOSS + "#unsharedLongs");
  private final ProgramField jbossStatus = new ProgramField(JBOSS + "#threadStatus");
  private final ProgramField jbossActive = new ProgramField(JBOSS + "#activeCount");
  private final ProgramField jbossQueued = new ProgramField(JBOSS + "#queueSize");

  private final TaskQueues queues;

  ServerPools(TaskQueues queues) {
    this.queues = queues;
  }

  /** The pool of a worker, which is what its thread runs; null where it is none's. */
  @Nullable Object poolOf(Object worker) {
    if (tomcatPool.isIn(worker)) {
      return tomcatPool.get(worker);
    }
    return jettyPool.isIn(worker) ? jettyPool.get(worker) : jbossPool.get(worker);
  }

  /**
   * Tells of a pool all but its name.
   *
   * @return whether it told of the active threads, too
   */
  boolean describe(Object pool, PoolUseEvent event) {
    event.capacity = Integer.MAX_VALUE;
    if (jettyCounts.isIn(pool)) {
      jetty(pool, event);
      return true;
    }
    if (jbossStatus.isIn(pool)) {
      jboss(pool, event);
      return true;
    }
    Object tasks = tomcatQueue.get(pool);
    event.threads = ExecutorPools.threads(tomcatControl.get(pool));
    event.queued = queues.queued(tasks);
    event.capacity = queues.capacity(tasks);
    // Tomcat's queue refuses tasks as long as there may be more threads.
    event.maxThreads = Math.max((int) tomcatMaximum.getLong(pool, 0), event.threads);
    return false;
  }

  /**
   * The higher half of its counts is its threads, the lower one those idle, less what is queued.
   */
  private void jetty(Object pool, PoolUseEvent event) {
    Object counts = jettyCounts.get(pool);
    long packed = counts instanceof AtomicLong both ? both.get() : 0;
    Object queue = jettyQueue.get(pool);
    Object size = jettyQueued.get(queue);
    event.queued = size instanceof AtomicInteger count ? count.get() : queues.queued(queue);
    event.threads = Math.max(0, (int) (packed >> Integer.SIZE));
    event.maxThreads = Math.max((int) jettyMaximum.getLong(pool, 0), event.threads);
    int idle = Math.max(0, (int) packed + Math.max(0, event.queued));
    event.active = Math.max(0, event.threads - idle);
  }

  /**
   * Of what is queued it holds the limit in the higher half. Since version 3 both numbers are in an
   * array, each with a cache line of its own: after the first third, and after the second.
   */
  private void jboss(Object pool, PoolUseEvent event) {
    long[] numbers =
        jbossNumbers.get(pool) instanceof long[] padded && padded.length >= 3
            ? new long[] {padded[padded.length / 3], padded[2 * padded.length / 3]}
            : new long[] {jbossStatus.getLong(pool, 0), jbossQueued.getLong(pool, 0)};
    long status = numbers[0];
    int mask = (1 << JBOSS_BITS) - 1;
    event.threads = (int) status & mask;
    event.maxThreads = Math.max((int) (status >> 2 * JBOSS_BITS) & mask, event.threads);
    event.queued = (int) numbers[1];
    // Its active threads are seldom counted, but tasks are queued only where no thread is idle.
    long active = event.queued > 0 ? event.threads : jbossActive.getLong(pool, 0);
    event.active = (int) Math.min(active, event.threads);
  }
}
