package dev.uncork.boot.stream;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A {@link DataOutputStream} without locks, for a stream that one thread at a time uses. */
public final class UnlockedDataOutput extends DataOutputStream {

  /** Writes to a stream. */
  public UnlockedDataOutput(OutputStream out) {
    super(out);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // That is what it is for.
  public void write(int value) throws IOException {
    out.write(value);
    count(1);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // That is what it is for.
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    count(length);
  }

  /** As its superclass counts: what doesn't fit stays at the greatest number. */
  private void count(int more) {
    int sum = written + more;
    written = sum < 0 ? Integer.MAX_VALUE : sum;
  }
}
