package dev.uncork.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.testsupport.DefaultTier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputStoreTest {
  private static final long BUDGET = 32 << 20;
  private static final int[] LENGTHS = {0, 1, 4096, 100_000, 0, 3_000_000, 17};

  @TempDir private Path directory;

  private Path spill() {
    return directory.resolve("spill");
  }

  private PeerStore peer() {
    PeerStore peer = PeerStore.open(directory.resolve(Arenas.NAME));
    assertThat(peer).isNotNull();
    return peer;
  }

  @Test
  void ownerAndPeerReadWhatWasWritten() throws IOException {
    try (OutputStore store = Arenas.store(directory, BUDGET)) {
      long[] lengths = Arenas.write(store, 1, 2, spill(), LENGTHS);
      PeerStore peer = peer();
      for (int i = 0; i < LENGTHS.length; i++) {
        assertThat(lengths[i]).isEqualTo(LENGTHS[i]);
        byte[] expected = Arenas.bytes(2000 + i, LENGTHS[i]);
        assertThat(Arenas.read(store.view(1, 2, i, i + 1))).isEqualTo(expected);
        assertThat(Arenas.read(peer.view(1, 2, i, i + 1))).isEqualTo(expected);
        assertThat(peer.view(1, 2, i, i + 1).copy().array()).isEqualTo(expected);
      }
      assertThat(store.size(1, 2, 2, 6)).isEqualTo(4096 + 100_000 + 3_000_000);
      assertThat(Arenas.read(peer.view(1, 2, 2, 6))).hasSize(4096 + 100_000 + 3_000_000);
      assertThat(peer.view(1, 3, 0, 1)).isNull();
      assertThat(store.view(2, 2, 0, 1)).isNull();
      assertThat(spill()).doesNotExist();
    }
  }

  @Test
  void partsOneAfterTheOtherAndInRunsAreJoined() throws IOException {
    try (OutputStore store = Arenas.store(directory, BUDGET)) {
      int parts = 500;
      OutputBuilder builder = store.build(1, 1, parts, this::spill);
      for (int run = 0; run < 3; run++) {
        builder.nextRun();
        for (int part = run; part < parts; part += 2) {
          try (OutputStream out = builder.nextPart(part, Checksums.ADLER32)) {
            out.write(Arenas.bytes(run * parts + part, part));
          }
        }
      }
      builder.commit(Checksums.ADLER32);
      PeerStore peer = peer();
      for (int part = 0; part < parts; part++) {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int run = 0; run < 3; run++) {
          if (part >= run && (part - run) % 2 == 0) {
            expected.write(Arenas.bytes(run * parts + part, part));
          }
        }
        assertThat(Arenas.read(peer.view(1, 1, part, part + 1))).isEqualTo(expected.toByteArray());
      }
      store.remove(1, 1);
      assertThat(store.arena().usage().usedBytes()).isZero();
    }
  }

  @Test
  void whatFindsNoMemoryGoesToAFile() throws Exception {
    try (OutputStore store = Arenas.store(directory, 2 << 20)) {
      store.arena().awaitReady();
      OutputBuilder builder = store.build(1, 1, 3, this::spill);
      for (int i = 0; i < 3; i++) {
        builder.part(i, Checksums.CRC32).write(Arenas.bytes(i, 1_500_000));
      }
      builder.commit(Checksums.CRC32);
      assertThat(builder.spilledBytes()).isBetween(2_000_000L, 4_500_000L);
      assertThat(Files.size(spill())).isEqualTo(builder.spilledBytes());
      PeerStore peer = peer();
      for (int i = 0; i < 3; i++) {
        byte[] expected = Arenas.bytes(i, 1_500_000);
        assertThat(Arenas.read(store.view(1, 1, i, i + 1))).isEqualTo(expected);
        assertThat(Arenas.read(peer.view(1, 1, i, i + 1))).isEqualTo(expected);
        assertThat(transferred(store.view(1, 1, i, i + 1))).isEqualTo(expected);
      }
      store.remove(1, 1);
      assertThat(spill()).doesNotExist();
      assertThat(store.arena().usage().usedBytes()).isZero();
    }
  }

  private static byte[] transferred(View view) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (WritableByteChannel channel = Channels.newChannel(out)) {
      for (long at = 0; at < view.size(); ) {
        at += view.transferTo(channel, at);
      }
    }
    view.close();
    return out.toByteArray();
  }

  @Test
  void withoutAnyMemoryAllGoesToFiles() throws IOException {
    try (OutputStore store = Arenas.store(directory, 0)) {
      Arenas.write(store, 1, 1, spill(), LENGTHS);
      assertThat(Arenas.read(peer().view(1, 1, 5, 6))).isEqualTo(Arenas.bytes(1005, LENGTHS[5]));
    }
  }

  @Test
  void memoryIsKeptForWhoReadsAndUsedAgainAfterwards() throws IOException {
    try (OutputStore store = Arenas.store(directory, BUDGET)) {
      Arenas.write(store, 1, 1, spill(), LENGTHS);
      View view = store.view(1, 1, 5, 6);
      InputStream in = view.stream();
      assertThat(in.read()).isNotNegative();
      store.removeGroup(1);
      assertThat(store.view(1, 1, 5, 6)).isNull();
      assertThat(store.arena().usage().usedBytes()).isPositive();
      assertThat(in.readAllBytes()).hasSize(LENGTHS[5] - 1);
      in.close();
      in.close();
      assertThat(store.arena().usage().usedBytes()).isZero();
    }
  }

  @Test
  void aPeerNeverTakesBytesOfAnOutputThatWasRemoved() throws IOException {
    try (OutputStore store = Arenas.store(directory, BUDGET)) {
      Arenas.write(store, 1, 1, spill(), LENGTHS);
      PeerStore peer = peer();
      InputStream in = peer.view(1, 1, 5, 6).stream();
      assertThat(in.read()).isNotNegative();
      View late = peer.view(1, 1, 3, 4);
      store.remove(1, 1);
      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("removed");
      assertThatThrownBy(late::copy)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("removed");
      assertThat(peer.view(1, 1, 3, 4)).isNull();
      Arenas.write(store, 1, 7, spill(), LENGTHS);
      assertThat(peer.view(1, 1, 3, 4)).isNull();
      assertThat(Arenas.read(peer.view(1, 7, 3, 4))).isEqualTo(Arenas.bytes(7003, LENGTHS[3]));
    }
  }

  @Test
  void aFlippedBitIsFound() throws IOException {
    try (OutputStore store = Arenas.store(directory, BUDGET)) {
      Arenas.write(store, 1, 1, spill(), 5000, 5000);
      Path segment = store.arena().directory().resolve("segment-0");
      try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
        byte[] second = Arenas.bytes(1001, 5000);
        byte[] all = Files.readAllBytes(segment);
        int at = indexOf(all, second[0], second[1], second[2], second[3]);
        file.write(java.nio.ByteBuffer.wrap(new byte[] {(byte) (second[1] ^ 4)}), at + 1);
      }
      assertThat(Arenas.read(store.view(1, 1, 0, 1))).hasSize(5000);
      assertThatThrownBy(() -> Arenas.read(store.view(1, 1, 1, 2)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("part 1")
          .hasMessageContaining("is corrupt");
      assertThatThrownBy(() -> Arenas.read(peer().view(1, 1, 0, 2)))
          .isInstanceOf(IOException.class);
    }
  }

  @DefaultTier
  @Test
  void aPartMayBeLargerThanTwoGibibytes() throws IOException {
    byte[] piece = Arenas.bytes(9, 1 << 20);
    int pieces = 2049;
    long free = Files.getFileStore(directory).getUsableSpace();
    Assumptions.assumeTrue(free > 2L * pieces * piece.length, "not enough disk: " + free + " B");
    try (OutputStore store = Arenas.store(directory, BUDGET)) {
      OutputBuilder builder = store.build(1, 1, 3, this::spill);
      builder.nextPart(0, Checksums.CRC32C).write(new byte[] {1, 2, 3});
      try (OutputStream large = builder.nextPart(1, Checksums.CRC32C)) {
        for (int i = 0; i < pieces; i++) {
          large.write(piece);
        }
      }
      builder.nextPart(2, Checksums.CRC32C).write(new byte[] {4, 5});
      long size = (long) pieces * piece.length;
      assertThat(builder.commit(Checksums.CRC32C)).containsExactly(3, size, 2);
      View view = peer().view(1, 1, 1, 2);
      assertThat(view.size()).isEqualTo(size);
      try (InputStream in = view.stream()) {
        for (int i = 0; i < pieces; i++) {
          assertThat(Arrays.equals(in.readNBytes(piece.length), piece)).as("piece %d", i).isTrue();
        }
        assertThat(in.read()).isEqualTo(-1);
      }
      assertThat(Arenas.read(store.view(1, 1, 2, 3))).containsExactly(4, 5);
      ByteArrayOutputStream last = new ByteArrayOutputStream();
      long sent = store.view(1, 1, 1, 2).transferTo(Channels.newChannel(last), size - 4);
      assertThat(sent).isEqualTo(4);
      assertThat(last.toByteArray())
          .isEqualTo(Arrays.copyOfRange(piece, piece.length - 4, piece.length));
      assertThatThrownBy(() -> store.view(1, 1, 1, 2).copy())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("more than a buffer can have");
    }
  }

  private static int indexOf(byte[] all, byte... wanted) {
    for (int at = 0; at < all.length; at++) {
      if (Arrays.equals(all, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    throw new AssertionError("not there");
  }

  @Test
  void theFirstOfTwoOutputsOfOneNameStays() throws IOException {
    try (OutputStore store = Arenas.store(directory, BUDGET)) {
      Arenas.write(store, 1, 1, spill(), 10, 20);
      assertThat(Arenas.write(store, 1, 1, spill(), 30, 40)).containsExactly(10, 20);
      store.remove(1, 1);
      assertThat(store.arena().usage().usedBytes()).isZero();
    }
  }

  @Test
  void whatIsAbortedGivesItsMemoryBack() throws IOException {
    try (OutputStore store = Arenas.store(directory, 2 << 20)) {
      OutputBuilder builder = store.build(1, 1, 2, this::spill);
      builder.part(0, Checksums.NONE).write(new byte[3_000_000]);
      builder.part(1, Checksums.NONE).write(1);
      builder.abort();
      assertThat(store.arena().usage().usedBytes()).isZero();
      assertThat(spill()).doesNotExist();
    }
  }

  @Test
  void onlyTheOwnerMayReadAndNothingIsLeft() throws IOException {
    OutputStore store = Arenas.store(directory, BUDGET);
    Arenas.write(store, 1, 1, spill(), LENGTHS);
    try (Stream<Path> files = Files.list(store.arena().directory())) {
      List<Path> all = files.toList();
      assertThat(all).hasSizeGreaterThanOrEqualTo(4);
      for (Path file : all) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
      }
    }
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(store.arena().directory())))
        .isEqualTo("rwx------");
    Files.setPosixFilePermissions(
        store.arena().directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(PeerStore.open(store.arena().directory())).isNull();
    PeerStore none = PeerStore.open(directory.resolve(ArenaSettings.PREFIX + "none"));
    assertThat(none).isNull();
    store.close();
    assertThat(directory).isEmptyDirectory();
  }
}
