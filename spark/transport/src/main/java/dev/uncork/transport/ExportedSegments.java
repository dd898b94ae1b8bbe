package dev.uncork.transport;

import dev.uncork.transport.route.Route;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * This process's outputs, readable for processes of other hosts: its segments are registered with a
 * route, each once and as soon as it is made. For all threads.
 *
 * <p>A reader needs two messages, which come to it by any other means: {@link #greeting}, once, and
 * {@link OutputStore#slice} of each output that it reads.
 */
public final class ExportedSegments implements AutoCloseable {
  static final int VERSION = 1;

  private final Route route;
  private final OutputStore store;
  private final Consumer<IOException> onRefusal;
  private final Route.Registration live;

  // Guarded by this.
  private final List<Route.Registration> segments = new ArrayList<>();
  private final List<byte[]> descriptors = new ArrayList<>();
  private long registeredBytes;
  private boolean refused;
  private boolean closed;

  private ExportedSegments(
      Route route, OutputStore store, Consumer<IOException> onRefusal, Route.Registration live) {
    this.route = route;
    this.store = store;
    this.onRefusal = onRefusal;
    this.live = live;
  }

  /**
   * Registers all that there is, and all that comes.
   *
   * @param route is closed with this
   * @param onRefusal hears of the first segment that the device refuses
   * @throws IOException if there is no room for the table of outputs, or the device refuses it
   */
  public static ExportedSegments of(Route route, OutputStore store, Consumer<IOException> onRefusal)
      throws IOException {
    LiveTable table = store.arena().live();
    if (!table.fill()) {
      throw new IOException("no room for all of the table of outputs");
    }
    ByteBuffer all = table.table().duplicate();
    ExportedSegments made =
        new ExportedSegments(route, store, onRefusal, route.register(all.clear()));
    made.registeredBytes = all.capacity();
    store.arena().onGrowth(made::registerNew);
    made.registerNew();
    return made;
  }

  /** Stops at the first segment that the device refuses: what is in later ones goes elsewhere. */
  private synchronized void registerNew() {
    Arena arena = store.arena();
    while (!closed && !refused && segments.size() < arena.segmentCount()) {
      ByteBuffer memory = arena.segment(segments.size());
      memory.clear();
      try {
        Route.Registration made = route.register(memory);
        segments.add(made);
        descriptors.add(made.descriptor());
        registeredBytes += memory.capacity();
      } catch (IOException e) {
        refused = true;
        onRefusal.accept(e);
      }
    }
  }

  /** What a reader connects by: this process's address and what its memory is known by. */
  public synchronized byte[] greeting() {
    registerNew();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      put(out, route.address());
      put(out, live.descriptor());
      out.writeInt(descriptors.size());
      for (byte[] descriptor : descriptors) {
        put(out, descriptor);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void put(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** How many registrations there are. */
  public synchronized int registrations() {
    return segments.size() + 1;
  }

  /** How much memory they hold. */
  public synchronized long registeredBytes() {
    return registeredBytes;
  }

  /** Ends registrations and the route. The arena is closed later. */
  @Override
  public synchronized void close() {
    closed = true;
    segments.forEach(Route.Registration::close);
    live.close();
    route.close();
  }
}
