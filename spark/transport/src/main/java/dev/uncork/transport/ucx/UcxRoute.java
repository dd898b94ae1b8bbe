package dev.uncork.transport.ucx;

import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A route by UCX. It closes itself when the JVM shuts down, since devices must let go of memory
 * before the process ends.
 */
public final class UcxRoute implements Route {
  private final long port;
  private final String name;
  private final Gets gets;
  private final Thread hook = new Thread(this::end, "uncork-ucx-shutdown");
  private boolean ended;

  private UcxRoute(long port, String name) {
    this.port = port;
    this.name = name;
    gets = new Gets(port);
  }

  /**
   * Loads UCX and opens its devices. Costs some tens of milliseconds.
   *
   * @param face our {@code libuncork-ucx.so} for this machine
   * @throws IOException if UCX or its devices can't be used; the message is one line for the user:
   *     what is missing and how to get it
   */
  public static UcxRoute open(Path face, UcxSettings settings) throws IOException {
    try {
      UcxNative.loadFace(face);
    } catch (UnsatisfiedLinkError e) {
      throw new IOException("cannot load " + face + ": " + e.getMessage(), e);
    }
    refuse(UcxNative.load(settings.library()));
    long[] port = new long[1];
    refuse(UcxNative.open(settings.transports(), port));
    String name = "ucx " + UcxNative.version() + " " + UcxNative.devices(port[0]);
    UcxRoute route = new UcxRoute(port[0], name);
    try {
      Runtime.getRuntime().addShutdownHook(route.hook);
    } catch (IllegalStateException e) {
      route.end();
      throw new IOException("the JVM is shutting down", e);
    }
    route.gets.start();
    return route;
  }

  private static void refuse(@Nullable String reason) throws IOException {
    if (reason != null) {
      throw new IOException(reason);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] address() {
    return Wire.address(UcxNative.version(), UcxNative.address(port));
  }

  @Override
  public Registration register(ByteBuffer memory) throws IOException {
    return UcxRegistration.of(port, name, memory);
  }

  @Override
  public Peer connect(byte[] address) throws IOException {
    long peer = UcxNative.connect(port, Wire.readAddress(UcxNative.version(), address));
    if (peer < 0) {
      throw new IOException("cannot connect to a peer by " + name + ": " + reason(peer));
    }
    return new UcxPeer(port, (int) peer, gets);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down, and the hook ends this as well.
    }
    end();
  }

  private synchronized void end() {
    if (!ended) {
      ended = true;
      gets.stop();
      UcxNative.close(port);
      gets.failAll();
    }
  }

  /** A negative status in words. */
  static String reason(long status) {
    return UcxNative.describe((int) status);
  }
}
