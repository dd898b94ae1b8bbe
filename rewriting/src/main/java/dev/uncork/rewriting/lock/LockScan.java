package dev.uncork.rewriting.lock;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A quick look at a class file: whether it may have to do with monitors at all. Most classes do
 * not, and then nothing else looks at them.
 *
 * <p>It reads the class file format itself, since loading a library for it would cost more than all
 * it does. It may say yes in vain, never no.
 */
public final class LockScan {
  private static final int UTF8 = 1;
  private static final int METHOD_REFERENCE = 10;
  private static final int INTERFACE_METHOD_REFERENCE = 11;
  private static final int MODULE = 0x8000;
  private static final int SYNCHRONIZED = 0x0020;
  private static final byte MONITORENTER = (byte) 0xc2;
  private static final List<byte[]> USES =
      List.of(ascii("wait"), ascii("notify"), ascii("notifyAll"), ascii("holdsLock"));
  private static final byte[] CLONE = ascii("clone");
  private static final byte[] CODE = ascii("Code");

  private final byte[] bytes;
  private final ByteBuffer file;
  private final int[] constants;

  private LockScan(byte[] bytes) {
    this.bytes = bytes;
    this.file = ByteBuffer.wrap(bytes);
    file.position(8);
    this.constants = new int[file.getShort() & 0xffff];
  }

  /** Whether a class has synchronized methods or blocks, waits, notifies, or clones itself. */
  public static boolean mayLock(byte[] classFile) {
    try {
      return new LockScan(classFile).look();
    } catch (RuntimeException e) {
      return true; // Whoever reads it properly can tell what is wrong with it.
    }
  }

  private boolean look() {
    for (int i = 1; i < constants.length; i++) {
      constants[i] = file.position();
      i += skipConstant();
    }
    if (referencesUses()) {
      return true;
    }
    int access = file.getShort();
    if ((access & MODULE) != 0) {
      return false;
    }
    file.getInt(); // this class, superclass
    skip(2 * (file.getShort() & 0xffff)); // interfaces
    for (int fields = file.getShort() & 0xffff; fields > 0; fields--) {
      skip(6);
      attributes();
    }
    for (int methods = file.getShort() & 0xffff; methods > 0; methods--) {
      int flags = file.getShort();
      skip(4);
      if ((flags & SYNCHRONIZED) != 0 | attributes()) {
        return true;
      }
    }
    return false;
  }

  /** Returns how many more entries the constant takes. */
  private int skipConstant() {
    switch (file.get()) {
      case UTF8 -> skip(file.getShort() & 0xffff);
      case 3, 4, 9, METHOD_REFERENCE, INTERFACE_METHOD_REFERENCE, 12, 17, 18 -> skip(4);
      case 5, 6 -> {
        skip(8);
        return 1;
      }
      case 7, 8, 16, 19, 20 -> skip(2);
      case 15 -> skip(3);
      default -> throw new IllegalArgumentException("unknown constant");
    }
    return 0;
  }

  private boolean referencesUses() {
    for (int at : constants) {
      if (at == 0 || bytes[at] != METHOD_REFERENCE && bytes[at] != INTERFACE_METHOD_REFERENCE) {
        continue;
      }
      int name = constants[index(constants[index(at + 3)] + 1)];
      if (USES.stream().anyMatch(use -> isText(name, use))) {
        return true;
      }
      int owner = constants[index(constants[index(at + 1)] + 1)];
      if (isText(name, CLONE) && bytes[owner + 3] != '[') {
        return true;
      }
    }
    return false;
  }

  /** Skips attributes; whether one is code that may enter a monitor. */
  private boolean attributes() {
    boolean enters = false;
    for (int left = file.getShort() & 0xffff; left > 0; left--) {
      int name = constants[file.getShort() & 0xffff];
      int length = file.getInt();
      int end = file.position() + length;
      if (isText(name, CODE)) {
        skip(4);
        int codeEnd = file.getInt() + file.position();
        for (int at = file.position(); at < codeEnd && !enters; at++) {
          enters = bytes[at] == MONITORENTER;
        }
      }
      file.position(end);
    }
    return enters;
  }

  private boolean isText(int constant, byte[] text) {
    int from = constant + 3;
    int length = index(constant + 1);
    return length == text.length && Arrays.equals(bytes, from, from + length, text, 0, text.length);
  }

  private int index(int position) {
    return file.getShort(position) & 0xffff;
  }

  private void skip(int count) {
    file.position(file.position() + count);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
