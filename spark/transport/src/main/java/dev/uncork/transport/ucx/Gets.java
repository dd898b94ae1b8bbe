package dev.uncork.transport.ucx;

import dev.uncork.transport.route.Route.Completion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The gets on their way, and the thread that waits for their ends. For all threads. */
final class Gets {
  private static final System.Logger LOGGER = System.getLogger(Gets.class.getName());
  private static final int BATCH = 64;
  private static final int STOP_MILLIS = 10_000;

  /** A get; holds on to the memory that the device writes to. */
  private record Get(ByteBuffer into, Completion completion) {}

  private final long port;
  private final AtomicLong lastToken = new AtomicLong();
  private final ConcurrentHashMap<Long, Get> onTheirWay = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::awaitEnds, "uncork-ucx");

  Gets(long port) {
    this.port = port;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Starts a get; its completion is called exactly once. */
  void get(int peer, int remote, long from, ByteBuffer into, Completion completion) {
    long token = lastToken.incrementAndGet();
    onTheirWay.put(token, new Get(into, completion));
    long start = UcxNative.memoryAddress(into) + into.position();
    int status = UcxNative.get(port, peer, remote, from, start, into.remaining(), token);
    if (status != UcxNative.IN_PROGRESS) {
      end(token, status);
    }
  }

  private void awaitEnds() {
    long[] tokens = new long[BATCH];
    int[] statuses = new int[BATCH];
    int count;
    while ((count = UcxNative.await(port, tokens, statuses, -1)) > 0) {
      for (int i = 0; i < count; i++) {
        end(tokens[i], statuses[i]);
      }
    }
    if (count < 0) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "Uncork reads no remote memory any more: " + UcxRoute.reason(count));
      failAll();
    }
  }

  private void end(long token, int status) {
    Get get = onTheirWay.remove(token);
    if (get == null) {
      return; // failAll() was faster
    }
    try {
      if (status == UcxNative.OK) {
        get.completion.done();
      } else {
        get.completion.failed(
            new IOException(
                "reading " + get.into.remaining() + " B failed: " + UcxRoute.reason(status)));
      }
    } catch (RuntimeException | Error e) {
      LOGGER.log(System.Logger.Level.ERROR, "the completion of a get failed", e);
    }
  }

  /** Ends the thread; afterwards nobody waits for ends. */
  void stop() {
    UcxNative.stop(port);
    if (Thread.currentThread() == thread) {
      return;
    }
    boolean interrupted = false;
    long deadline = System.nanoTime() + STOP_MILLIS * 1_000_000L;
    while (thread.isAlive() && System.nanoTime() < deadline) {
      try {
        // A completion that takes longer is not waited for: it isn't inside of UCX.
        thread.join(STOP_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fails all gets on their way; when nothing writes to their memory any more. */
  void failAll() {
    Iterator<Long> tokens = onTheirWay.keySet().iterator();
    while (tokens.hasNext()) {
      end(tokens.next(), CANCELED);
    }
  }

  /** UCX's status of what was given up. */
  private static final int CANCELED = -16;
}
