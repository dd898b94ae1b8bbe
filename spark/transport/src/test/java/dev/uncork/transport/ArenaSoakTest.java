package dev.uncork.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.AllTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers, removers and readers of both kinds at the same time, in an arena so small that its
 * chunks change hands all the time. {@code -Duncork.stress.rounds=N} makes it longer.
 */
@AllTier
class ArenaSoakTest {
  private static final int ROUNDS = Integer.getInteger("uncork.stress.rounds", 400);
  private static final int NAMES = 12;
  private static final int PARTS = 3;

  @TempDir private Path directory;

  private final AtomicInteger right = new AtomicInteger();

  private static int length(long id, int part) {
    return (int) ((id * 7919 + part * 104_729) % 90_000);
  }

  private void write(OutputStore store, int thread) throws IOException {
    Random random = new Random(thread);
    for (int round = 0; round < ROUNDS; round++) {
      int id = random.nextInt(NAMES);
      if (random.nextBoolean()) {
        int[] lengths = new int[PARTS];
        Arrays.setAll(lengths, part -> length(id, part));
        Path spill = directory.resolve("spill-" + thread + "-" + round);
        Arenas.write(store, 1, id, spill, lengths);
      } else {
        store.remove(1, id);
      }
    }
  }

  private void read(OutputStore store, PeerStore peer, int thread) throws IOException {
    Random random = new Random(thread);
    for (int round = 0; round < 3 * ROUNDS; round++) {
      int id = random.nextInt(NAMES);
      int part = random.nextInt(PARTS);
      boolean own = random.nextInt(3) == 0;
      View view = own ? store.view(1, id, part, part + 1) : peer.view(1, id, part, part + 1);
      if (view == null) {
        continue;
      }
      byte[] found;
      try {
        found = Arenas.read(view);
      } catch (IOException e) {
        // Removed meanwhile, which an owner's view prevents.
        assertThat(own).isFalse();
        continue;
      }
      assertThat(found).isEqualTo(Arenas.bytes(id * 1000L + part, length(id, part)));
      right.incrementAndGet();
    }
  }

  @Test
  void whoeverReadsGetsTheRightBytesOrAnException() throws Exception {
    try (OutputStore store = Arenas.store(directory, 1 << 20)) {
      PeerStore peer = PeerStore.open(store.arena().directory());
      assertThat(peer).isNotNull();
      ExecutorService threads = Executors.newFixedThreadPool(4);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int thread = i;
        all.add(threads.submit(() -> call(() -> write(store, thread))));
        all.add(threads.submit(() -> call(() -> read(store, peer, 10 + thread))));
      }
      threads.shutdown();
      for (Future<?> each : all) {
        each.get();
      }
      assertThat(right.get()).isPositive();
      store.removeGroup(1);
      assertThat(store.arena().usage().usedBytes()).isZero();
    }
    assertThat(directory).isEmptyDirectory();
  }

  private interface Action {
    void run() throws IOException;
  }

  private static boolean call(Action action) throws IOException {
    action.run();
    return true;
  }
}
