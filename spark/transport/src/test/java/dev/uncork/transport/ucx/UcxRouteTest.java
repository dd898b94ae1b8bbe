package dev.uncork.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@DefaultTier
final class UcxRouteTest {
  private static final int MIB = 1 << 20;
  private static final UcxSettings SHARED_MEMORY = UcxSettings.defaults().withTransports("sm");

  @BeforeEach
  void needsUcx() {
    UcxNative.loadFace(OwnerProcess.face());
    String reason = UcxNative.load(SHARED_MEMORY.library());
    if (reason != null) {
      abort(reason);
    }
  }

  @Test
  void readsMemoryOfAnotherProcess() throws Exception {
    try (Route route = route();
        OwnerProcess owner = new OwnerProcess("libucp.so.0", "sm", 2 * MIB)) {
      List<byte[]> offer = owner.offer();
      try (Route.Peer peer = route.connect(offer.get(0));
          Route.RemoteSegment segment = peer.open(offer.get(1))) {
        for (int length : new int[] {0, 1, 333, 4096, 65_537, MIB}) {
          ByteBuffer into = ByteBuffer.allocateDirect(length + 20);
          into.position(7).limit(7 + length);
          assertThat(get(segment, 3L * length % 4099, into)).isNull();
          assertThat(into.position()).isEqualTo(7);
          assertPattern(into, 3L * length % 4099);
        }
        assertThat(peer.isAlive()).isTrue();
      }
      assertThat(owner.end()).as("exit code of an owner that closed nothing").isZero();
    }
  }

  @Test
  void readsIntoRegisteredMemoryAndNamesItsTransports() throws Exception {
    try (Route route = route();
        OwnerProcess owner = new OwnerProcess("libucp.so.0", "sm", MIB)) {
      List<byte[]> offer = owner.offer();
      ByteBuffer into = ByteBuffer.allocateDirect(MIB);
      try (Route.Registration registration = route.register(into);
          Route.Peer peer = route.connect(offer.get(0));
          Route.RemoteSegment segment = peer.open(offer.get(1))) {
        assertThat(registration.descriptor()).isNotEmpty();
        assertThat(get(segment, 0, into)).isNull();
        assertPattern(into, 0);
      }
      assertThat(route.name()).startsWith("ucx 1.").contains("posix/memory").doesNotContain("tcp");
    }
  }

  @Test
  void refusesWhatIsNotInThatMemory() throws Exception {
    try (Route route = route();
        OwnerProcess owner = new OwnerProcess("libucp.so.0", "sm", MIB)) {
      List<byte[]> offer = owner.offer();
      Route.RemoteSegment segment = route.connect(offer.get(0)).open(offer.get(1));
      ByteBuffer into = ByteBuffer.allocateDirect(100);
      for (long offset : new long[] {-1, MIB - 99, Long.MAX_VALUE}) {
        assertThat(get(segment, offset, into)).hasMessageContaining("are not in the " + MIB + " B");
      }
      assertThat(get(segment, MIB - 100, into)).isNull();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> get(segment, 0, ByteBuffer.allocate(1)))
          .withMessageContaining("direct buffer");
      segment.close();
      assertThat(get(segment, 0, into)).isNotNull();
    }
  }

  @Test
  void failsGetsOfAProcessThatWasKilled() throws Exception {
    try (Route route = route();
        OwnerProcess owner = new OwnerProcess("libucp.so.0", "sm", MIB)) {
      List<byte[]> offer = owner.offer();
      Route.Peer peer = route.connect(offer.get(0));
      Route.RemoteSegment segment = peer.open(offer.get(1));
      assertThat(get(segment, 0, ByteBuffer.allocateDirect(MIB))).isNull();
      // Killed while it answers, it would block our end of UCX's shared memory for ever.
      owner.pause();
      List<ByteBuffer> buffers = new ArrayList<>();
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        if (i == 20) {
          owner.kill();
        }
        ByteBuffer into = ByteBuffer.allocateDirect(MIB);
        buffers.add(into);
        ends.add(start(segment, 0, into));
      }
      int failed = 0;
      for (int i = 0; i < ends.size(); i++) {
        if (cause(ends.get(i)) == null) {
          assertPattern(buffers.get(i), 0);
        } else {
          failed++;
        }
      }
      assertThat(failed).isPositive();
      assertThat(peer.isAlive()).isFalse();
      assertThat(get(segment, 0, ByteBuffer.allocateDirect(1))).isNotNull();
      // The route itself goes on.
      try (OwnerProcess next = new OwnerProcess("libucp.so.0", "sm", MIB)) {
        List<byte[]> nextOffer = next.offer();
        ByteBuffer into = ByteBuffer.allocateDirect(MIB);
        Route.RemoteSegment other = route.connect(nextOffer.get(0)).open(nextOffer.get(1));
        assertThat(get(other, 0, into)).isNull();
        assertPattern(into, 0);
      }
    }
  }

  @Test
  void failsGetsOnTheirWayWhenItIsClosed() throws Exception {
    try (OwnerProcess owner = new OwnerProcess("libucp.so.0", "sm", MIB)) {
      List<byte[]> offer = owner.offer();
      Route route = route();
      Route.RemoteSegment segment = route.connect(offer.get(0)).open(offer.get(1));
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        ends.add(start(segment, 0, ByteBuffer.allocateDirect(MIB)));
      }
      route.close();
      for (CompletableFuture<Void> end : ends) {
        @Nullable Throwable cause = cause(end); // either is right; a get without an end is not
        assertThat(cause == null || cause instanceof IOException).isTrue();
      }
      assertThat(get(segment, 0, ByteBuffer.allocateDirect(1))).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> route.connect(offer.get(0))).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> route.register(ByteBuffer.allocateDirect(1)))
          .isInstanceOf(IOException.class);
      route.close();
    }
  }

  @Test
  void refusesDamagedAndForeignAddresses() throws Exception {
    try (Route route = route()) {
      byte[] address = route.address();
      byte[] damaged = address.clone();
      damaged[address.length - 1] ^= 1;
      for (byte[] bytes : List.of(damaged, new byte[0], new byte[100])) {
        assertThatThrownBy(() -> route.connect(bytes))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("something else or damaged");
      }
      byte[] other = Wire.address("1.99.0", new byte[10]);
      assertThatThrownBy(() -> route.connect(other))
          .hasMessageContaining("the peer has UCX 1.99.0")
          .hasMessageContaining("expected the same minor version");
    }
  }

  @Test
  void refusesTcp() {
    assertThatThrownBy(
            () -> UcxRoute.open(OwnerProcess.face(), SHARED_MEMORY.withTransports("tcp")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("transport 'tcp' is not used; expected rc");
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    try (OwnerProcess owner = new OwnerProcess("/nowhere/libucp.so.0", "rc", 1)) {
      assertThat(owner.line())
          .startsWith("refused UCX (/nowhere/libucp.so.0) cannot be loaded")
          .contains("install it");
      assertThat(owner.end()).isZero();
    }
    try (OwnerProcess owner = new OwnerProcess("libm.so.6", "rc", 1)) {
      assertThat(owner.line()).contains("it is not UCX's libucp");
    }
  }

  private static Route route() throws IOException {
    return UcxRoute.open(OwnerProcess.face(), SHARED_MEMORY);
  }

  private static CompletableFuture<Void> start(
      Route.RemoteSegment segment, long offset, ByteBuffer into) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    segment.get(
        offset,
        into,
        new Route.Completion() {
          @Override
          public void done() {
            assertThat(end.complete(null)).as("called once").isTrue();
          }

          @Override
          public void failed(IOException cause) {
            assertThat(end.completeExceptionally(cause)).as("called once").isTrue();
          }
        });
    return end;
  }

  /** Why a get failed; null when it didn't. */
  private static @Nullable Throwable get(Route.RemoteSegment segment, long offset, ByteBuffer into)
      throws Exception {
    return cause(start(segment, offset, into));
  }

  private static @Nullable Throwable cause(CompletableFuture<Void> end) throws Exception {
    try {
      end.get(60, TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  private static void assertPattern(ByteBuffer into, long offset) {
    for (int i = into.position(); i < into.limit(); i++) {
      long index = offset + i - into.position();
      if (into.get(i) != UcxOwner.patternAt(index)) {
        throw new AssertionError("wrong byte at " + index);
      }
    }
  }
}
