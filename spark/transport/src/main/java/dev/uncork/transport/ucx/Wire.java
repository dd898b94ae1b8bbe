package dev.uncork.transport.ucx;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Addresses and descriptors as they travel: what they are, a checksum, contents. UCX believes what
 * it is given, so that damaged or foreign bytes must not reach it.
 */
final class Wire {
  private static final int ADDRESS = 0x55435841; // "UCXA"
  private static final int DESCRIPTOR = 0x55435844; // "UCXD"
  private static final int HEADER = 2 * Integer.BYTES;

  private Wire() {}

  /** Where memory is in its process, and what UCX names it by. */
  record Descriptor(long start, long length, byte[] key) {}

  static byte[] address(String version, byte[] address) {
    byte[] text = version.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer bytes = ByteBuffer.allocate(HEADER + 1 + text.length + address.length);
    bytes.position(HEADER).put((byte) text.length).put(text).put(address);
    return seal(ADDRESS, bytes);
  }

  /**
   * A peer's address for UCX.
   *
   * @param own the version of this process's UCX; another minor version may lay out addresses, keys
   *     and messages in another way
   */
  static byte[] readAddress(String own, byte[] sealed) throws IOException {
    try {
      ByteBuffer bytes = unseal(ADDRESS, "address", sealed);
      byte[] text = new byte[bytes.get()];
      bytes.get(text);
      String version = new String(text, StandardCharsets.US_ASCII);
      if (!minor(version).equals(minor(own))) {
        throw new IOException(
            "the peer has UCX "
                + version
                + " and this process UCX "
                + own
                + ": expected the same minor version on all hosts");
      }
      return rest(bytes);
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      throw new IOException("no address of a UCX peer: it is cut off", e);
    }
  }

  static byte[] descriptor(Descriptor memory) {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER + 2 * Long.BYTES + memory.key().length);
    bytes.position(HEADER);
    bytes.putLong(memory.start()).putLong(memory.length()).put(memory.key());
    return seal(DESCRIPTOR, bytes);
  }

  static Descriptor readDescriptor(byte[] sealed) throws IOException {
    try {
      ByteBuffer bytes = unseal(DESCRIPTOR, "descriptor", sealed);
      return new Descriptor(bytes.getLong(), bytes.getLong(), rest(bytes));
    } catch (BufferUnderflowException e) {
      throw new IOException("no descriptor of UCX memory: it is cut off", e);
    }
  }

  private static byte[] seal(int kind, ByteBuffer bytes) {
    return bytes.putInt(0, kind).putInt(Integer.BYTES, checksum(bytes.array())).array();
  }

  private static ByteBuffer unseal(int kind, String what, byte[] sealed) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(sealed);
    if (sealed.length < HEADER || bytes.getInt() != kind || bytes.getInt() != checksum(sealed)) {
      throw new IOException(
          "no "
              + what
              + " of a UCX peer: "
              + sealed.length
              + " B that are something else or damaged");
    }
    return bytes;
  }

  private static int checksum(byte[] sealed) {
    CRC32C checksum = new CRC32C();
    checksum.update(sealed, HEADER, sealed.length - HEADER);
    return (int) checksum.getValue();
  }

  private static byte[] rest(ByteBuffer bytes) {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return rest;
  }

  private static String minor(String version) {
    int end = version.indexOf('.', version.indexOf('.') + 1);
    return end < 0 ? version : version.substring(0, end);
  }
}
