package dev.uncork.spark.shuffle;

import dev.uncork.transport.PeerStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The arenas of other executors of this host. For all threads. */
final class Peers {
  private final ShuffleSettings settings;
  private final Map<String, Optional<PeerStore>> known = new ConcurrentHashMap<>();

  Peers(ShuffleSettings settings) {
    this.settings = settings;
  }

  /** Null if that executor is on another host, in another container, or has no arena. */
  @Nullable PeerStore find(String executorId) {
    if (settings.transport() != Transport.UNCORK
        || !settings.sameHost()
        || settings.secret().isEmpty()) {
      return null;
    }
    return known
        .computeIfAbsent(
            executorId, id -> Optional.ofNullable(PeerStore.open(settings.arenaOf(id))))
        .orElse(null);
  }

  void forget(int shuffle) {
    known.values().forEach(peer -> peer.ifPresent(store -> store.forget(shuffle)));
  }
}
