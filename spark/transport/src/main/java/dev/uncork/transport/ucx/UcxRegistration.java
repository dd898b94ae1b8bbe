package dev.uncork.transport.ucx;

import dev.uncork.transport.route.Route.Registration;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory that others may read. */
final class UcxRegistration implements Registration {
  private static final String LOCKED = "Max locked memory";

  private final long port;
  private final int id;
  private final ByteBuffer memory;
  private final byte[] descriptor;

  private UcxRegistration(long port, int id, ByteBuffer memory, byte[] descriptor) {
    this.port = port;
    this.id = id;
    this.memory = memory;
    this.descriptor = descriptor;
  }

  static UcxRegistration of(long port, String route, ByteBuffer memory) throws IOException {
    if (!memory.isDirect() || !memory.hasRemaining()) {
      throw new IllegalArgumentException("direct memory can be registered; seen " + memory);
    }
    long start = UcxNative.memoryAddress(memory) + memory.position();
    int length = memory.remaining();
    byte[][] key = new byte[1][];
    long id = UcxNative.addMemory(port, start, length, key);
    if (id < 0) {
      throw new IOException(
          "cannot register "
              + length
              + " B with "
              + route
              + ": "
              + UcxRoute.reason(id)
              + "; memory that this process may lock: "
              + lockedLimit()
              + " (ulimit -l; it must be unlimited, or larger than all that is registered)");
    }
    return new UcxRegistration(
        port, (int) id, memory, Wire.descriptor(new Wire.Descriptor(start, length, key[0])));
  }

  /** As the kernel says it. */
  private static String lockedLimit() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        if (line.startsWith(LOCKED)) {
          return line.substring(LOCKED.length()).trim().replaceAll("\\s+.*bytes", " B");
        }
      }
    } catch (IOException e) {
      // A message without the limit is better than none.
    }
    return "unknown";
  }

  @Override
  public byte[] descriptor() {
    return descriptor.clone();
  }

  @Override
  public void close() {
    try {
      UcxNative.removeMemory(port, id);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }
}
