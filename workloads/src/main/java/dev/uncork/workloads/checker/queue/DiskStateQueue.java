package dev.uncork.workloads.checker.queue;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose middle is on disk, behind one lock that is held while pages are written and read.
 *
 * <p>States are taken from the head page and put on the tail page, both in memory. A full tail page
 * becomes a file; an empty head page is refilled from the oldest file, or from the tail if there is
 * none.
 */
public final class DiskStateQueue extends OneLockStateQueue {
  private final Path directory;
  private final int pageStates;
  private ArrayDeque<byte[]> head = new ArrayDeque<>();
  private ArrayDeque<byte[]> tail = new ArrayDeque<>();
  private long firstPage;
  private long nextPage;
  private long size;

  /** An empty queue that keeps pages of {@code pageStates} states as files in the directory. */
  public DiskStateQueue(int workers, Path directory, int pageStates) {
    super(workers);
    this.directory = directory;
    this.pageStates = pageStates;
  }

  @Override
  public synchronized void enqueue(byte[] state) {
    tail.addLast(state);
    size++;
    if (tail.size() == pageStates) {
      writePage();
    }
    workArrived();
  }

  @Override
  public synchronized byte @Nullable [] dequeue() throws InterruptedException {
    if (!awaitWork()) {
      return null;
    }
    if (head.isEmpty()) {
      refill();
    }
    size--;
    return head.removeFirst();
  }

  private void refill() {
    if (firstPage < nextPage) {
      Path page = page(firstPage);
      readPage(page, head::addLast);
      delete(page);
      firstPage++;
    } else {
      ArrayDeque<byte[]> empty = head;
      head = tail;
      tail = empty;
    }
  }

  private void writePage() {
    Path page = page(nextPage);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(page), 1 << 16))) {
      out.writeInt(tail.size());
      for (byte[] state : tail) {
        out.writeInt(state.length);
        out.write(state);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't write the queue's page " + page, e);
    }
    nextPage++;
    tail.clear();
  }

  private static void readPage(Path page, Consumer<byte[]> action) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(page), 1 << 16))) {
      for (int left = in.readInt(); left > 0; left--) {
        byte[] state = new byte[in.readInt()];
        in.readFully(state);
        action.accept(state);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the queue's page " + page, e);
    }
  }

  private static void delete(Path page) {
    try {
      Files.deleteIfExists(page);
    } catch (IOException e) {
      throw new UncheckedIOException("can't delete the queue's page " + page, e);
    }
  }

  private Path page(long number) {
    return directory.resolve("queue-" + number + ".page");
  }

  @Override
  public synchronized long size() {
    return size;
  }

  @Override
  public synchronized void forEach(Consumer<byte[]> action) {
    head.forEach(action);
    for (long i = firstPage; i < nextPage; i++) {
      readPage(page(i), action);
    }
    tail.forEach(action);
  }

  @Override
  public synchronized void close() {
    for (long i = firstPage; i < nextPage; i++) {
      delete(page(i));
    }
    firstPage = nextPage;
  }
}
