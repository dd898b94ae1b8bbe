package dev.uncork.cli.live;

import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;

/** One feed for every JVM of a session, opened as soon as it records. */
public final class LiveFeeds implements SessionWatch.Watcher {
  private final Instant since = Instant.now();
  private final Function<ObservedJvm, Consumer<RecordedEvent>> consumers;
  private final Map<String, LiveFeed> feeds = new HashMap<>();

  /** Feeds what the function makes for each JVM. */
  public LiveFeeds(Function<ObservedJvm, Consumer<RecordedEvent>> consumers) {
    this.consumers = consumers;
  }

  @Override
  public void look(SessionDirectory session) throws IOException {
    for (ObservedJvm jvm : session.jvms()) {
      Optional<Path> repository = jvm.repository();
      if (!feeds.containsKey(jvm.name()) && repository.isPresent()) {
        feeds.put(jvm.name(), LiveFeed.open(repository.get(), since, consumers.apply(jvm)));
      }
    }
  }

  @Override
  public void close() {
    feeds.values().forEach(LiveFeed::close);
  }
}
