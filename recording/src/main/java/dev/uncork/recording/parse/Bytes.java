package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a chunk, read one value after the other from a position on; for one thread.
 *
 * <p>Whole numbers of two and more bytes are compressed, seven bits a byte with the lowest first,
 * unless the chunk's header says that they aren't; all else is big-endian. Reading behind the end
 * throws a {@link RuntimeException}.
 */
final class Bytes {
  private static final int MOST_COMPRESSED_BYTES = 9;
  private static final int MOST_KEPT_BYTES = 256;
  private static final int KEPT = 1024;

  private final byte[] bytes;
  private final boolean compressed;

  /** Texts that came lately, by a hash of their bytes: most come again and again. */
  private final @Nullable String[] kept = new String[KEPT];

  private final byte[][] keptBytes = new byte[KEPT][];

  /** Of the next value. */
  int position;

  Bytes(byte[] bytes, boolean compressed) {
    this.bytes = bytes;
    this.compressed = compressed;
  }

  int length() {
    return bytes.length;
  }

  byte one() {
    return bytes[position++];
  }

  /** A whole number of so many bytes, or compressed; the bits above those are 0. */
  long number(int width) {
    return compressed ? compressed() : raw(width);
  }

  private long compressed() {
    long value = 0;
    for (int i = 0; ; i++) {
      byte next = bytes[position++];
      if (i == MOST_COMPRESSED_BYTES - 1) {
        return value | (next & 0xffL) << (7 * i);
      }
      value |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
  }

  /** A whole number of so many bytes that is never compressed; the bits above those are 0. */
  long raw(int width) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value = value << 8 | bytes[position++] & 0xffL;
    }
    return value;
  }

  void skipNumber(int width) {
    if (!compressed) {
      skip(width);
      return;
    }
    for (int i = 1; bytes[position++] < 0 && i < MOST_COMPRESSED_BYTES; i++) {
      // The last byte is the one without the highest bit.
    }
  }

  /** Goes on behind so many bytes. */
  void skip(int count) {
    position += atMostLeft(count);
  }

  /** The number of things that follow, each of which has a byte at least. */
  int count() {
    return atMostLeft((int) number(Integer.BYTES));
  }

  private int atMostLeft(int count) {
    if (count < 0 || count > bytes.length - position) {
      throw new BadChunk(Damage.Fault.COUNT, position, count);
    }
    return count;
  }

  /** Whether only the number of a text is here, which is in a pool; goes on behind what says so. */
  boolean takesTextFromPool() {
    boolean inPool = bytes[position] == TextCode.IN_POOL;
    position += inPool ? 1 : 0;
    return inPool;
  }

  /** A text that is no reference; null where it is null. */
  @Nullable String text() {
    byte code = one();
    switch (code) {
      case TextCode.NULL:
        return null;
      case TextCode.EMPTY:
        return "";
      case TextCode.CHARS:
        char[] chars = new char[count()];
        for (int i = 0; i < chars.length; i++) {
          chars[i] = (char) number(Character.BYTES);
        }
        return new String(chars);
      case TextCode.UTF_8:
      case TextCode.LATIN_1:
        int length = count();
        position += length;
        return text(position - length, length, code);
      default:
        throw new BadChunk(Damage.Fault.TEXT, position, code);
    }
  }

  void skipText() {
    byte code = one();
    switch (code) {
      case TextCode.NULL, TextCode.EMPTY -> {}
      case TextCode.IN_POOL -> skipNumber(Long.BYTES);
      case TextCode.UTF_8, TextCode.LATIN_1 -> skip(count());
      case TextCode.CHARS -> {
        for (int left = count(); left > 0; left--) {
          skipNumber(Character.BYTES);
        }
      }
      default -> throw new BadChunk(Damage.Fault.TEXT, position, code);
    }
  }

  private String text(int from, int length, byte code) {
    if (length > MOST_KEPT_BYTES) {
      return decoded(from, length, code);
    }
    int hash = code;
    for (int i = from; i < from + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    int place = (hash ^ hash >>> 15) & KEPT - 1;
    String known = kept[place];
    if (known != null && isKept(place, from, length, code)) {
      return known;
    }
    String text = decoded(from, length, code);
    byte[] copy = new byte[length + 1];
    System.arraycopy(bytes, from, copy, 0, length);
    copy[length] = code;
    keptBytes[place] = copy;
    kept[place] = text;
    return text;
  }

  private boolean isKept(int place, int from, int length, byte code) {
    byte[] own = keptBytes[place];
    if (own.length != length + 1 || own[length] != code) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (own[i] != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }

  private String decoded(int from, int length, byte code) {
    return new String(
        bytes,
        from,
        length,
        code == TextCode.UTF_8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  /** How a text is written, as its first byte says. */
  private static final class TextCode {
    static final byte NULL = 0;
    static final byte EMPTY = 1;
    static final byte IN_POOL = 2;
    static final byte UTF_8 = 3;
    static final byte CHARS = 4;
    static final byte LATIN_1 = 5;
  }
}
