package dev.uncork.workloads.checker.log;

import dev.uncork.workloads.checker.model.Model;

/** The record of the states found, in the order in which they were found. */
public interface StateLog extends AutoCloseable {
  /** Records a new state, the state it came from, and the step between them. */
  void writeState(
      Model model, int worker, long parentFingerprint, int action, long fingerprint, byte[] state);

  /** Bytes written so far. */
  long sizeBytes();

  /** Writes what is buffered and closes the file. */
  @Override
  void close();
}
