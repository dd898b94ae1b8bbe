package dev.uncork.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.transport.RemoteStore.Piece;
import dev.uncork.transport.RemoteStore.Reach;
import dev.uncork.transport.RemoteStore.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of one arena read by gets into another. */
@Timeout(60)
final class RemoteStoreTest {
  private static final long BUDGET = 16L << 20;

  @TempDir private Path directory;
  private final MemoryRoute route = new MemoryRoute();
  private final List<IOException> refusals = new CopyOnWriteArrayList<>();
  private OutputStore owner;
  private OutputStore reader;

  @BeforeEach
  void makeArenas() throws Exception {
    owner = Arenas.store(java.nio.file.Files.createDirectory(directory.resolve("a")), BUDGET);
    reader = Arenas.store(java.nio.file.Files.createDirectory(directory.resolve("b")), BUDGET);
    owner.arena().awaitReady();
    reader.arena().awaitReady();
  }

  @AfterEach
  void closeArenas() {
    owner.close();
    reader.close();
    route.close();
  }

  private Slice slice(long id, int from, int to) throws IOException {
    return new Slice(Objects.requireNonNull(owner.slice(7, id, from, to)));
  }

  private Path spill() {
    return directory.resolve("spill");
  }

  private static byte[] expected(long id, int... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < parts.length; i += 2) {
      all.writeBytes(Arenas.bytes(id * 1000 + parts[i], parts[i + 1]));
    }
    return all.toByteArray();
  }

  @Test
  void readsPartsOfSeveralSlicesAndGivesMemoryBack() throws Exception {
    Arenas.write(owner, 7, 3, spill(), 10, 0, 3_000_000, 70_000, 5);
    try (ExportedSegments exports = ExportedSegments.of(route, owner, refusals::add);
        RemoteStore remote = RemoteStore.connect(route, exports.greeting(), reader.arena())) {
      List<Piece> pieces =
          List.of(new Piece(slice(3, 0, 3), 2, 3), new Piece(slice(3, 3, 99), 0, 2));
      assertThat(remote.reach(pieces)).isEqualTo(Reach.HERE);
      long before = reader.arena().usage().usedBytes();
      Received received = Objects.requireNonNull(remote.read(pieces).get());
      assertThat(received.size()).isEqualTo(3_070_005);
      assertThat(Arenas.read(received.view()))
          .isEqualTo(expected(3, 2, 3_000_000, 3, 70_000, 4, 5));
      assertThat(reader.arena().usage().usedBytes()).isGreaterThan(before + 3_000_000);
      InputStream open = received.view().stream();
      assertThat(open.read()).isNotNegative();
      received.release();
      assertThat(reader.arena().usage().usedBytes()).isEqualTo(before);
      assertThatThrownBy(open::read).isInstanceOf(IOException.class);
      assertThat(exports.registrations()).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void anOutputRemovedOnTheWayIsNeverTaken() throws Exception {
    Arenas.write(owner, 7, 1, spill(), 500_000);
    CountDownLatch latch = new CountDownLatch(1);
    try (ExportedSegments exports = ExportedSegments.of(route, owner, refusals::add);
        RemoteStore remote = RemoteStore.connect(route, exports.greeting(), reader.arena())) {
      List<Piece> pieces = List.of(new Piece(slice(1, 0, 1), 0, 1));
      route.holdUntil(latch);
      CompletableFuture<Received> read = remote.read(pieces);
      owner.remove(7, 1);
      latch.countDown();
      assertThat(read.get()).isNull();
      assertThat(reader.arena().usage().usedBytes()).isZero();
    }
  }

  @Test
  void aCutLinkFailsTheReadAndLeavesNoMemoryTaken() throws Exception {
    Arenas.write(owner, 7, 1, spill(), 2_500_000);
    try (ExportedSegments exports = ExportedSegments.of(route, owner, refusals::add);
        RemoteStore remote = RemoteStore.connect(route, exports.greeting(), reader.arena())) {
      route.cut();
      assertThatThrownBy(() -> remote.read(List.of(new Piece(slice(1, 0, 1), 0, 1))).get())
          .hasRootCauseMessage("the link is cut");
      assertThat(remote.isAlive()).isFalse();
      assertThat(reader.arena().usage().usedBytes()).isZero();
    }
  }

  @Test
  void whatFindsNoMemorySaysSo() throws Exception {
    Arenas.write(owner, 7, 1, spill(), 9_000_000);
    Arenas.write(reader, 7, 1, spill(), 9_000_000);
    try (ExportedSegments exports = ExportedSegments.of(route, owner, refusals::add);
        RemoteStore remote = RemoteStore.connect(route, exports.greeting(), reader.arena())) {
      long used = reader.arena().usage().usedBytes();
      assertThatThrownBy(() -> remote.read(List.of(new Piece(slice(1, 0, 1), 0, 1))).get())
          .hasCauseInstanceOf(RemoteStore.NoMemory.class);
      assertThat(reader.arena().usage().usedBytes()).isEqualTo(used);
    }
  }

  @Test
  void whatTheDeviceRefusesIsSaidToBeOutOfReach() throws Exception {
    route.refuseFrom(2);
    Arenas.write(owner, 7, 1, spill(), 1_000_000);
    Arenas.write(owner, 7, 2, spill(), 5_000_000);
    try (ExportedSegments exports = ExportedSegments.of(route, owner, refusals::add);
        RemoteStore remote = RemoteStore.connect(route, exports.greeting(), reader.arena())) {
      assertThat(remote.reach(List.of(new Piece(slice(1, 0, 1), 0, 1)))).isEqualTo(Reach.HERE);
      List<Piece> beyond = List.of(new Piece(slice(2, 0, 1), 0, 1));
      assertThat(remote.reach(beyond)).isEqualTo(Reach.UNKNOWN_SEGMENT);
      assertThat(refusals).singleElement().asString().contains("too much");
    }
  }

  @Test
  void whatWasSpilledIsOutOfReach() throws Exception {
    Arenas.write(owner, 7, 1, spill(), 30_000_000);
    try (ExportedSegments exports = ExportedSegments.of(route, owner, refusals::add);
        RemoteStore remote = RemoteStore.connect(route, exports.greeting(), reader.arena())) {
      assertThat(remote.reach(List.of(new Piece(slice(1, 0, 1), 0, 1))))
          .isEqualTo(Reach.NOT_IN_MEMORY);
      assertThat(owner.slice(7, 99, 0, 1)).isNull();
    }
  }
}
