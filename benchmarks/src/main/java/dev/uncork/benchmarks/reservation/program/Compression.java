package dev.uncork.benchmarks.reservation.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Compresses and expands text by LZW, reading and writing streams byte by byte. */
final class Compression implements SingleThreaded.Program {
  private static final int SIZE_BYTES = 400_000;
  private static final int TABLE = 1 << 16;
  private static final int CODES = 1 << 15;

  private final byte[] text = new byte[SIZE_BYTES];

  Compression() {
    byte[] words = "the lock that only one thread takes needs no atomic instruction ".getBytes();
    int random = 1;
    for (int i = 0; i < text.length; i++) {
      random = random * 1_103_515_245 + 12_345;
      text[i] =
          (random >>> 28) == 0 ? (byte) ('a' + (random >>> 16) % 26) : words[i % words.length];
    }
  }

  @Override
  public long run() throws IOException {
    byte[] small = compress(text);
    byte[] back = expand(small);
    if (!Arrays.equals(back, text)) {
      throw new IOException("what was expanded differs from what was compressed");
    }
    return Arrays.hashCode(small) * 31L + small.length;
  }

  private static byte[] compress(byte[] input) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(input);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    int[] keys = new int[TABLE];
    int[] codes = new int[TABLE];
    Arrays.fill(keys, -1);
    int next = 256;
    int prefix = in.read();
    for (int c = in.read(); c >= 0; c = in.read()) {
      int key = prefix << 8 | c;
      int at = key * 0x9E3779B1 >>> 16;
      while (keys[at] != -1 && keys[at] != key) {
        at = at + 1 & TABLE - 1;
      }
      if (keys[at] == key) {
        prefix = codes[at];
        continue;
      }
      writeCode(out, prefix);
      if (next < CODES) {
        keys[at] = key;
        codes[at] = next++;
      }
      prefix = c;
    }
    writeCode(out, prefix);
    return bytes.toByteArray();
  }

  private static void writeCode(DataOutputStream out, int code) throws IOException {
    out.write(code >>> 8);
    out.write(code);
  }

  private static byte[] expand(byte[] input) {
    ByteArrayInputStream in = new ByteArrayInputStream(input);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int[] prefixes = new int[CODES];
    byte[] lasts = new byte[CODES];
    byte[] stack = new byte[CODES];
    int next = 256;
    int previous = in.read() << 8 | in.read();
    int first = previous;
    out.write(first);
    for (int high = in.read(); high >= 0; high = in.read()) {
      int code = high << 8 | in.read();
      int depth = 0;
      int at = code;
      if (code >= next) {
        stack[depth++] = (byte) first;
        at = previous;
      }
      while (at >= 256) {
        stack[depth++] = lasts[at];
        at = prefixes[at];
      }
      first = at;
      out.write(first);
      while (depth > 0) {
        out.write(stack[--depth]);
      }
      if (next < CODES) {
        prefixes[next] = previous;
        lasts[next++] = (byte) first;
      }
      previous = code;
    }
    return out.toByteArray();
  }
}
