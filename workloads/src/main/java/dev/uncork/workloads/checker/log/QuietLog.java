package dev.uncork.workloads.checker.log;

import dev.uncork.workloads.checker.model.Model;

/** A log that keeps quiet. */
final class QuietLog implements StateLog {
  @Override
  public void writeState(
      Model model,
      int worker,
      long parentFingerprint,
      int action,
      long fingerprint,
      byte[] state) {}

  @Override
  public long sizeBytes() {
    return 0;
  }

  @Override
  public void close() {}
}
