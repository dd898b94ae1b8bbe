package dev.uncork.cli.launch;

import dev.uncork.cli.progress.ProgressReader;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Copies a program's output through, byte for byte and at once, and hands its lines to a reader.
 */
final class OutputTee {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int LONGEST_LINE_BYTES = 16 * 1024;

  private final Thread out;
  private final Thread err;

  private OutputTee(Thread out, Thread err) {
    this.out = out;
    this.err = err;
  }

  static OutputTee start(Process program, ProgressReader lines) {
    return new OutputTee(
        copier("uncork-stdout", program.getInputStream(), FileDescriptor.out, lines),
        copier("uncork-stderr", program.getErrorStream(), FileDescriptor.err, lines));
  }

  private static Thread copier(
      String name, InputStream from, FileDescriptor to, ProgressReader lines) {
    Thread thread = new Thread(() -> copy(from, new FileOutputStream(to), lines), name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /**
   * When our own output is gone (a closed pipe), ours of the program is closed too, so that it
   * meets the same error as if it had written there itself.
   */
  private static void copy(InputStream from, OutputStream to, ProgressReader lines) {
    byte[] buffer = new byte[BUFFER_BYTES];
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (from) {
      for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
        to.write(buffer, 0, n);
        split(buffer, n, line, lines);
      }
      emit(line, lines);
    } catch (IOException e) {
      // Nothing to do: closing the pipe is the answer.
      return;
    }
  }

  private static void split(
      byte[] buffer, int length, ByteArrayOutputStream line, ProgressReader lines) {
    boolean looking = lines.isLooking();
    int from = 0;
    for (int i = 0; i < length; i++) {
      // A progress display overwrites its line with '\r'.
      if (buffer[i] == '\n' || buffer[i] == '\r') {
        if (looking) {
          keep(buffer, from, i, line);
          emit(line, lines);
          looking = lines.isLooking();
        }
        line.reset();
        from = i + 1;
      }
    }
    keep(buffer, from, length, line);
  }

  private static void keep(byte[] buffer, int from, int to, ByteArrayOutputStream line) {
    line.write(buffer, from, Math.min(to - from, LONGEST_LINE_BYTES - line.size()));
  }

  private static void emit(ByteArrayOutputStream line, ProgressReader lines) {
    if (line.size() > 0) {
      lines.accept(line.toString(StandardCharsets.UTF_8));
    }
  }

  /** Waits until both streams have ended; a background child may hold them open for longer. */
  void await(long atMostMillis) throws InterruptedException {
    out.join(atMostMillis);
    err.join(atMostMillis);
  }
}
