package dev.uncork.spark.shuffle;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** How many blocks and bytes went which way in this executor. For all threads. */
final class Routes {
  /** A way. */
  enum Route {
    /** Of another executor of this host, read in its memory. */
    SHARED_MEMORY,
    /** Fetched by Spark's own client: the executor is on another host. */
    NETTY,
    /** Fetched by Spark's own client although the executor's memory is there: not in its arena. */
    NETTY_NOT_IN_ARENA,
    /** Fetched by Spark's own client since reading the executor's memory failed. */
    NETTY_FAILED
  }

  private final LongAdder[] blocks = adders();
  private final LongAdder[] bytes = adders();
  private final LongAdder written = new LongAdder();
  private final LongAdder spilled = new LongAdder();

  private static LongAdder[] adders() {
    return Stream.of(Route.values()).map(route -> new LongAdder()).toArray(LongAdder[]::new);
  }

  /** Counts blocks that were asked for. */
  void asked(Route route, int count) {
    blocks[route.ordinal()].add(count);
  }

  /** Counts bytes of a block that has arrived. */
  void arrived(Route route, long size) {
    bytes[route.ordinal()].add(size);
  }

  /** Counts a map output. */
  void written(long size, long toFiles) {
    written.add(size);
    spilled.add(toFiles);
  }

  /** One line for the log. */
  String summary() {
    StringBuilder text = new StringBuilder();
    text.append("wrote ").append(written.sum()).append(" bytes");
    text.append(" (").append(spilled.sum()).append(" of them to files)");
    for (Route route : Route.values()) {
      text.append(", ").append(route.name().toLowerCase(Locale.ROOT).replace('_', ' '));
      text.append(": ").append(blocks[route.ordinal()].sum()).append(" blocks of ");
      text.append(bytes[route.ordinal()].sum()).append(" bytes");
    }
    return text.toString();
  }
}
