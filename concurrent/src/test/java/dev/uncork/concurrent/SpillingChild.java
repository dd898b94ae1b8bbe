package dev.uncork.concurrent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * A tree search that spills and makes a checkpoint every thousand nodes, to be killed by its
 * parent. At a given write of a unit it says so and hangs in the middle of that file. Its own
 * state, the nodes visited, is the checkpoint's attachment.
 */
final class SpillingChild {
  static final int NODES = 300_000;
  static final String HANGS = "HANGS";
  private static final int THREADS = 3;
  private static final int NODES_PER_CHECKPOINT = 1_000;

  private final AtomicIntegerArray visits = new AtomicIntegerArray(NODES);
  private final AtomicInteger visited = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final int hangAtWrite;

  private SpillingChild(int hangAtWrite) {
    this.hangAtWrite = hangAtWrite;
  }

  public static void main(String[] args) throws Exception {
    new SpillingChild(Integer.parseInt(args[1])).run(Path.of(args[0]));
  }

  private void run(Path directory) throws Exception {
    ChunkedWorklist<Long> list =
        ChunkedWorklist.<Long>builder()
            .spill(directory, new HangingCodec(), 2_000)
            .recover()
            .build();
    Path attachment = list.recoveredAttachment();
    System.out.println("RECOVERED " + (attachment == null ? 0 : readVisits(attachment)));
    if (attachment == null) {
      list.put(1L);
    }
    AtomicBoolean searching = new AtomicBoolean(true);
    Thread checkpoints = new Thread(() -> checkpoints(list, searching));
    checkpoints.start();
    try {
      Race.of(THREADS, thread -> search(list));
    } finally {
      searching.set(false);
    }
    checkpoints.join();
    list.close();
    report();
  }

  private void search(ChunkedWorklist<Long> list) throws Exception {
    try (var worker = list.worker()) {
      for (Long node = worker.take(); node != null; node = worker.take()) {
        visits.incrementAndGet(node.intValue());
        visited.incrementAndGet();
        for (long child = node * 2; child <= node * 2 + 1 && child < NODES; child++) {
          worker.put(child);
        }
      }
    }
  }

  private void checkpoints(ChunkedWorklist<Long> list, AtomicBoolean searching) {
    try {
      for (int next = 0; searching.get(); next = visited.get() + NODES_PER_CHECKPOINT) {
        while (searching.get() && visited.get() < next) {
          LockSupport.parkNanos(100_000);
        }
        list.checkpoint(this::writeVisits);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void writeVisits(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    for (int i = 0; i < NODES; i++) {
      data.writeByte(visits.get(i));
    }
    data.flush();
  }

  private int readVisits(Path attachment) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(attachment));
    int visited = 0;
    for (int i = 0; i < NODES; i++) {
      visits.set(i, bytes.get(i));
      visited += bytes.get(i);
    }
    return visited;
  }

  private void report() {
    int lost = 0;
    int doubled = 0;
    for (int i = 1; i < NODES; i++) {
      lost += visits.get(i) == 0 ? 1 : 0;
      doubled += visits.get(i) > 1 ? 1 : 0;
    }
    System.out.println("DONE lost " + lost + " doubled " + doubled);
  }

  /** Longs, but one write hangs after half of the unit. */
  private final class HangingCodec implements UnitCodec<Long> {
    @Override
    public void write(Long unit, DataOutput out) throws IOException {
      out.writeInt((int) (unit >>> 32));
      if (writes.incrementAndGet() == hangAtWrite) {
        System.out.println(HANGS);
        hang();
      }
      out.writeInt((int) (long) unit);
    }

    @Override
    public Long read(DataInput in) throws IOException {
      return in.readLong();
    }

    private void hang() {
      CountDownLatch never = new CountDownLatch(1);
      try {
        never.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
