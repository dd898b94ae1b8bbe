package dev.uncork.workloads.http;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/** A line per request in a file. */
interface AccessLog extends AutoCloseable {
  void request(String path, String session, int status, int sizeBytes, long micros);

  /** Writes what is still on its way and closes the file. */
  @Override
  void close();

  /**
   * A log in a file.
   *
   * @param figures told of the sections under its lock, where it has one
   */
  static AccessLog create(PartKind kind, Path file, LockFigures figures) {
    try {
      Writer out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII);
      return switch (kind) {
        case LOCKED -> new Locked(out, figures);
        case FAIR -> new Fair(out, figures);
        case CONCURRENT -> new Queued(out);
      };
    } catch (IOException e) {
      throw new UncheckedIOException("can't create the access log " + file, e);
    }
  }

  private static String line(String path, String session, int status, int sizeBytes, long micros) {
    return System.currentTimeMillis()
        + " "
        + session
        + " \"GET "
        + path
        + "\" "
        + status
        + " "
        + sizeBytes
        + " "
        + micros
        + "us\n";
  }

  /** Every thread formats and writes its line while it holds the lock. */
  class Locked implements AccessLog {
    private final Writer out;
    private final LockFigures figures;

    Locked(Writer out, LockFigures figures) {
      this.out = out;
      this.figures = figures;
    }

    @Override
    public void request(String path, String session, int status, int sizeBytes, long micros) {
      write(System.nanoTime(), path, session, status, sizeBytes, micros);
    }

    final synchronized void write(
        long wantedNanos, String path, String session, int status, int sizeBytes, long micros) {
      long begunNanos = System.nanoTime();
      try {
        out.write(line(path, session, status, sizeBytes, micros));
      } catch (IOException e) {
        throw new UncheckedIOException("can't write the access log", e);
      }
      figures.section(wantedNanos, begunNanos);
    }

    @Override
    public synchronized void close() {
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException("can't finish the access log", e);
      }
    }
  }

  /** Threads queue for the lock, and are served in that order. */
  final class Fair extends Locked {
    private final ReentrantLock lock = new ReentrantLock(true);

    Fair(Writer out, LockFigures figures) {
      super(out, figures);
    }

    @Override
    public void request(String path, String session, int status, int sizeBytes, long micros) {
      long wantedNanos = System.nanoTime();
      lock.lock();
      try {
        write(wantedNanos, path, session, status, sizeBytes, micros);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Threads format their line and leave it to one writer. */
  final class Queued implements AccessLog {
    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread writer;

    Queued(Writer out) {
      writer = new Thread(() -> writeAll(out), "access-log");
      writer.setDaemon(true);
      writer.start();
    }

    private void writeAll(Writer out) {
      try (Writer buffered = new BufferedWriter(out)) {
        for (String line = lines.take(); !line.isEmpty(); line = lines.take()) {
          buffered.write(line);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("can't write the access log", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // nobody interrupts it; end if someone does
      }
    }

    @Override
    public void request(String path, String session, int status, int sizeBytes, long micros) {
      lines.add(line(path, session, status, sizeBytes, micros));
    }

    @Override
    public void close() {
      lines.add(END);
      try {
        writer.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
