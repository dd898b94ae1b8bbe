package dev.uncork.spark.shuffle.arena;

import dev.uncork.spark.shuffle.route.Blocks;
import dev.uncork.spark.shuffle.route.HostMemory;
import dev.uncork.spark.shuffle.route.ShuffleSettings;
import dev.uncork.transport.PeerStore;
import dev.uncork.transport.View;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.jspecify.annotations.Nullable;

/** The arenas of other executors of this host. For all threads. */
public final class HostArenas implements HostMemory {
  private final ShuffleSettings settings;
  private final Map<String, Optional<Arena>> known = new ConcurrentHashMap<>();

  private record Arena(PeerStore store) implements Outputs {
    @Override
    public @Nullable ManagedBuffer find(Blocks blocks) throws IOException {
      View view = store.view(blocks.shuffle(), blocks.map(), blocks.from(), blocks.to());
      return view == null ? null : new OutputBuffer(view.size(), () -> view);
    }
  }

  /** Knows nobody yet. */
  public HostArenas(ShuffleSettings settings) {
    this.settings = settings;
  }

  @Override
  public @Nullable Outputs of(String executorId) {
    if (!settings.sameHost() || settings.secret().isEmpty()) {
      return null;
    }
    return known
        .computeIfAbsent(
            executorId,
            id -> Optional.ofNullable(PeerStore.open(settings.arenaOf(id))).map(Arena::new))
        .orElse(null);
  }

  /** Forgets a shuffle, which has ended. */
  public void forget(int shuffle) {
    known.values().forEach(arena -> arena.ifPresent(one -> one.store().forget(shuffle)));
  }
}
