package dev.uncork.sparkledger.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that knows whether it was asked for more than there is. That tells a file which just
 * ends too early from one that is damaged, whatever a library throws.
 */
final class EndNotingStream extends FilterInputStream {
  private boolean ended;

  EndNotingStream(InputStream in) {
    super(in);
  }

  boolean ended() {
    return ended;
  }

  @Override
  public int read() throws IOException {
    int read = in.read();
    ended |= read < 0;
    return read;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = in.read(target, offset, length);
    ended |= read < 0;
    return read;
  }
}
