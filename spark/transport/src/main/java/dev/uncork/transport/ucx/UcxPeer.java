package dev.uncork.transport.ucx;

import dev.uncork.transport.route.Route.Peer;
import dev.uncork.transport.route.Route.RemoteSegment;
import java.io.IOException;

/** Another process, connected to. */
final class UcxPeer implements Peer {
  private final long port;
  private final int id;
  private final Gets gets;

  UcxPeer(long port, int id, Gets gets) {
    this.port = port;
    this.id = id;
    this.gets = gets;
  }

  @Override
  public RemoteSegment open(byte[] descriptor) throws IOException {
    Wire.Descriptor memory = Wire.readDescriptor(descriptor);
    long remote = UcxNative.openRemote(port, id, memory.key());
    if (remote < 0) {
      throw new IOException("cannot open a peer's memory: " + UcxRoute.reason(remote));
    }
    return new UcxSegment(port, id, (int) remote, memory, gets);
  }

  @Override
  public boolean isAlive() {
    return UcxNative.status(port, id) == UcxNative.OK;
  }

  @Override
  public void close() {
    UcxNative.disconnect(port, id);
  }
}
