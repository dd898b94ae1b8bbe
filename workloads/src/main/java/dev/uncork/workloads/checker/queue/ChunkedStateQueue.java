package dev.uncork.workloads.checker.queue;

import dev.uncork.concurrent.ChunkedWorklist;
import dev.uncork.concurrent.UnitCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The library's chunked worklist: 32 states for one taking of the lock, and a part per worker.
 *
 * <p>A thread becomes a worker when it first asks for a state; other threads put into the shared
 * part. For the checker's checkpoint, a state counts as queued until the worker that took it is no
 * longer counted as idle, and the states in the workers' own parts are withdrawn while the gate is
 * closed. With a directory the worklist spills to it and makes checkpoints itself.
 */
final class ChunkedStateQueue implements StateQueue, DurableQueue {
  private static final String DIRECTORY = "frontier";

  private final ChunkedWorklist<byte[]> list;
  private final @Nullable Path directory;
  private final List<ChunkedWorklist.Worker<byte[]>> workers = new ArrayList<>();
  private final AtomicInteger bound = new AtomicInteger();
  private final ThreadLocal<ChunkedWorklist.@Nullable Worker<byte[]>> own = new ThreadLocal<>();
  private final ConcurrentLinkedQueue<byte[]> withdrawn = new ConcurrentLinkedQueue<>();
  private final AtomicInteger idle = new AtomicInteger();
  private final LongAdder size = new LongAdder();

  private ChunkedStateQueue(
      ChunkedWorklist<byte[]> list, @Nullable Path directory, int workerCount) {
    this.list = list;
    this.directory = directory;
    for (int i = 0; i < workerCount; i++) {
      workers.add(list.worker()); // all of them now, so that none ends the work before others begin
    }
  }

  static ChunkedStateQueue inMemory(int workerCount) {
    return new ChunkedStateQueue(ChunkedWorklist.<byte[]>builder().build(), null, workerCount);
  }

  static ChunkedStateQueue onDisk(QueuePart.Options options) {
    Path recoverFrom = options.recoverFrom();
    Path directory = recoverFrom == null ? options.directory().resolve(DIRECTORY) : recoverFrom;
    var builder =
        ChunkedWorklist.<byte[]>builder()
            .spill(directory, new StateCodec(), options.statesInMemory());
    ChunkedWorklist<byte[]> list = (recoverFrom == null ? builder : builder.recover()).build();
    ChunkedStateQueue queue = new ChunkedStateQueue(list, directory, options.workers());
    queue.size.add(list.size());
    return queue;
  }

  @Override
  public void enqueue(byte[] state) {
    ChunkedWorklist.Worker<byte[]> worker = own.get();
    size.increment();
    try {
      if (worker == null) {
        list.put(state);
      } else {
        worker.put(state);
      }
    } catch (IllegalStateException e) {
      if (!list.isCancelled()) {
        throw e;
      } // else nobody wants the state any more
    } catch (InterruptedException e) {
      // An unbounded worklist never waits for room, only for its lock.
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while putting a state", e);
    }
  }

  @Override
  public byte @Nullable [] dequeue() throws InterruptedException {
    ChunkedWorklist.Worker<byte[]> worker = own.get();
    if (worker == null) {
      worker = workers.get(bound.getAndIncrement());
      own.set(worker);
    }
    byte[] state = worker.poll();
    if (state == null) {
      idle.incrementAndGet();
      try {
        state = worker.take();
      } finally {
        idle.decrementAndGet();
      }
    }
    if (state != null) {
      size.decrement();
    }
    return state;
  }

  @Override
  public void finishAll() {
    list.cancel();
  }

  @Override
  public long size() {
    return Math.max(0, size.sum());
  }

  @Override
  public int idleWorkers() {
    return idle.get();
  }

  @Override
  public void forEach(Consumer<byte[]> action) {
    withdrawn.forEach(action);
  }

  @Override
  public void withdraw() {
    ChunkedWorklist.Worker<byte[]> worker = own.get();
    if (worker == null) {
      return;
    }
    try {
      for (byte[] state = worker.poll(); state != null; state = worker.poll()) {
        withdrawn.add(state);
        size.decrement();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while withdrawing states", e);
    }
  }

  @Override
  public void restore() {
    for (byte[] state = withdrawn.poll(); state != null; state = withdrawn.poll()) {
      enqueue(state);
    }
  }

  @Override
  public @Nullable DurableQueue durable() {
    return directory == null ? null : this;
  }

  @Override
  public void checkpoint(Found found) throws IOException, InterruptedException {
    try {
      list.checkpoint(found::write);
    } catch (CancellationException e) {
      // The run is over; the last checkpoint stays.
    }
  }

  @Override
  public @Nullable Path recovered() {
    return list.recoveredAttachment();
  }

  /** Closes the worklist; if all its work is done, nobody needs its checkpoint any more. */
  @Override
  public void close() {
    boolean done = list.hasEnded();
    list.close();
    if (done && directory != null) {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
        Files.delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException("can't delete the finished queue's " + directory, e);
      }
    }
  }

  /** A state as its length and bytes. */
  private static final class StateCodec implements UnitCodec<byte[]> {
    @Override
    public void write(byte[] state, DataOutput out) throws IOException {
      out.writeInt(state.length);
      out.write(state);
    }

    @Override
    public byte[] read(DataInput in) throws IOException {
      byte[] state = new byte[in.readInt()];
      in.readFully(state);
      return state;
    }
  }
}
