package dev.uncork.transport.ucx;

import dev.uncork.transport.route.Route.Completion;
import dev.uncork.transport.route.Route.RemoteSegment;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Memory of another process. */
final class UcxSegment implements RemoteSegment {
  private final long port;
  private final int peer;
  private final int id;
  private final Wire.Descriptor memory;
  private final Gets gets;

  UcxSegment(long port, int peer, int id, Wire.Descriptor memory, Gets gets) {
    this.port = port;
    this.peer = peer;
    this.id = id;
    this.memory = memory;
    this.gets = gets;
  }

  @Override
  public void get(long offset, ByteBuffer into, Completion completion) {
    if (!into.isDirect() || into.isReadOnly()) {
      throw new IllegalArgumentException("a get writes to a direct buffer; seen " + into);
    }
    int length = into.remaining();
    if (offset < 0 || offset > memory.length() - length) {
      completion.failed(
          new IOException(
              length
                  + " B at "
                  + offset
                  + " are not in the "
                  + memory.length()
                  + " B of that memory"));
    } else if (length == 0) {
      completion.done();
    } else {
      gets.get(peer, id, memory.start() + offset, into, completion);
    }
  }

  @Override
  public void close() {
    UcxNative.closeRemote(port, peer, id);
  }
}
