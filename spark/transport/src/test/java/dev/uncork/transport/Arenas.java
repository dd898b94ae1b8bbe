package dev.uncork.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Random;

/** Arenas and outputs for tests. */
final class Arenas {
  static final String NAME = ArenaSettings.PREFIX + "test";

  private Arenas() {}

  static OutputStore store(Path parent, long budgetBytes) throws IOException {
    return new OutputStore(Arena.create(new ArenaSettings(parent, NAME, budgetBytes, 0)));
  }

  /** The bytes of a part, known by its number. */
  static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Writes parts of random bytes of given lengths, in pieces. */
  static long[] write(OutputStore store, int group, long id, Path spill, int... lengths)
      throws IOException {
    OutputBuilder builder = store.build(group, id, lengths.length, () -> spill);
    for (int i = 0; i < lengths.length; i++) {
      try (OutputStream out = builder.part(i, Checksums.CRC32C)) {
        byte[] bytes = bytes(id * 1000 + i, lengths[i]);
        int half = bytes.length / 2;
        out.write(bytes, 0, half);
        if (half < bytes.length) {
          out.write(bytes[half]);
          out.write(bytes, half + 1, bytes.length - half - 1);
        }
      }
    }
    return builder.commit(Checksums.CRC32C);
  }

  static byte[] read(View view) throws IOException {
    try (InputStream in = view.stream()) {
      return in.readAllBytes();
    }
  }
}
