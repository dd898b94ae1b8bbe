package dev.uncork.spark.shuffle.route;

import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.ShuffleRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** How many blocks and bytes went which way in this executor. For all threads. */
public final class Routes {
  /** A way. */
  public enum Route {
    /** Of another executor of this host, read in its memory. */
    SHARED_MEMORY,
    /** Of an executor of another host, read in its memory by one-sided gets. */
    UCX,
    /** Fetched by Spark's own client: the executor is on another host, and there is no route. */
    NETTY,
    /** Fetched by Spark's own client since the route does not lead to that executor. */
    NETTY_UNREACHED,
    /** Fetched by Spark's own client since the route leads to as many executors as it may. */
    NETTY_TOO_MANY,
    /** Fetched by Spark's own client although the executor's memory is there: not in its arena. */
    NETTY_NOT_IN_ARENA,
    /** Fetched by Spark's own client since there is no memory to read another host's block into. */
    NETTY_NO_MEMORY,
    /** Fetched by Spark's own client, to a file as Spark wants large blocks. */
    NETTY_TO_FILE,
    /** Fetched by Spark's own client since the block was removed while it was read. */
    NETTY_REMOVED,
    /** Fetched by Spark's own client since reading the executor's memory failed. */
    NETTY_FAILED;

    /** As people read it. */
    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether it is what was wanted, or what is done instead. */
    boolean isInstead() {
      return name().startsWith("NETTY_");
    }
  }

  private final LongAdder[] blocks = adders();
  private final LongAdder[] bytes = adders();
  private final LongAdder written = new LongAdder();
  private final LongAdder spilled = new LongAdder();
  private volatile Registrations registrations = () -> new long[] {0, 0};

  /** Tells how many registrations there were, and how many bytes they hold. */
  public interface Registrations {
    /** Both. */
    long[] countAndBytes();
  }

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
  public void written(long size, long toFiles) {
    written.add(size);
    spilled.add(toFiles);
  }

  /** Whom to ask for registrations. */
  public void registrations(Registrations source) {
    registrations = source;
  }

  /** How it stands; of which executor is not said. */
  ExecutorShuffleEvent counts() {
    ExecutorShuffleEvent counts = new ExecutorShuffleEvent();
    List<ShuffleRoute> all = new ArrayList<>();
    for (Route route : Route.values()) {
      long count = blocks[route.ordinal()].sum();
      if (count > 0) {
        long size = bytes[route.ordinal()].sum();
        all.add(new ShuffleRoute(route.text(), route.isInstead(), count, size));
      }
    }
    long[] registered = registrations.countAndBytes();
    counts.timeMillis = System.currentTimeMillis();
    counts.writtenBytes = written.sum();
    counts.spilledBytes = spilled.sum();
    counts.registrations = registered[0];
    counts.registeredBytes = registered[1];
    counts.routes = all;
    return counts;
  }

  /** One line for the log. */
  String summary() {
    ExecutorShuffleEvent counts = counts();
    StringBuilder text = new StringBuilder();
    text.append("wrote ").append(counts.writtenBytes).append(" bytes");
    text.append(" (").append(counts.spilledBytes).append(" of them to files)");
    for (ShuffleRoute each : counts.routes) {
      text.append(", ").append(each.route).append(": ").append(each.blocks);
      text.append(" blocks of ").append(each.bytes).append(" bytes");
    }
    if (counts.registrations > 0) {
      text.append(", ").append(counts.registrations).append(" registrations, now of ");
      text.append(counts.registeredBytes).append(" bytes");
    }
    return text.toString();
  }
}
