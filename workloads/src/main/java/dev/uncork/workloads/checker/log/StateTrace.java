package dev.uncork.workloads.checker.log;

import dev.uncork.workloads.checker.model.Model;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The talkative log of 2006: a line per state found, all workers writing through one stream, up to
 * a limit (a gigabyte, in the journey).
 */
public final class StateTrace implements StateLog {
  private final Path file;
  private final long limitBytes;
  private final OutputStream out;
  private long sizeBytes;

  /** A log in a new file that stops growing at the limit. */
  public StateTrace(Path file, long limitBytes) {
    this.file = file;
    this.limitBytes = limitBytes;
    try {
      out = new BufferedOutputStream(Files.newOutputStream(file), 8192);
    } catch (IOException e) {
      throw new UncheckedIOException("can't create the log " + file, e);
    }
  }

  @Override
  public void writeState(
      Model model, int worker, long parentFingerprint, int action, long fingerprint, byte[] state) {
    String line =
        "worker "
            + worker
            + ": "
            + Long.toHexString(parentFingerprint)
            + " -> "
            + Long.toHexString(fingerprint)
            + " by "
            + (action < 0 ? "start" : model.actionName(action))
            + ": "
            + model.describe(state)
            + "\n";
    write(line.getBytes(StandardCharsets.US_ASCII));
  }

  private synchronized void write(byte[] line) {
    if (sizeBytes + line.length > limitBytes) {
      return;
    }
    try {
      out.write(line);
      sizeBytes += line.length;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "can't write the log " + file + " after " + sizeBytes + " bytes", e);
    }
  }

  @Override
  public synchronized long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException("can't finish the log " + file, e);
    }
  }
}
