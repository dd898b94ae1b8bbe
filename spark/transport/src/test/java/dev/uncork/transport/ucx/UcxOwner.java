package dev.uncork.transport.ucx;

import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/**
 * A program that lets others read a mapped file by UCX: {@code FACE LIBRARY TRANSPORTS BYTES}.
 * Prints {@code refused REASON}, or its address and the memory's descriptor, and stays until its
 * input ends.
 */
final class UcxOwner {
  private UcxOwner() {}

  public static void main(String[] arguments) throws IOException {
    UcxSettings settings = new UcxSettings(arguments[1], arguments[2]);
    Route route;
    try {
      route = UcxRoute.open(Path.of(arguments[0]), settings);
    } catch (IOException e) {
      System.out.println("refused " + e.getMessage());
      return;
    }
    ByteBuffer memory = mapped(Integer.parseInt(arguments[3]));
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, patternAt(i));
    }
    Route.Registration registration = route.register(memory);
    System.out.println(text(route.address()) + " " + text(registration.descriptor()));
    while (System.in.read() >= 0) {
      // Whatever is said, it stays.
    }
    // Ends without closing anything: the route does so itself.
  }

  static ByteBuffer mapped(int bytes) throws IOException {
    Path file = Files.createTempFile("uncork-ucx", ".memory");
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(bytes);
      return opened.getChannel().map(MapMode.READ_WRITE, 0, bytes);
    } finally {
      Files.delete(file);
    }
  }

  /** Differs from its neighbours and from the same place in the next page. */
  static byte patternAt(long index) {
    return (byte) (index * 31 + index / 4096 * 17 + 1);
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
