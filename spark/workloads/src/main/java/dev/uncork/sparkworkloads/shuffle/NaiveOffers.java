package dev.uncork.sparkworkloads.shuffle;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.shuffle.route.EndedShuffles;
import dev.uncork.spark.shuffle.route.Lookup;
import dev.uncork.spark.shuffle.route.RemoteOffers;
import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Map outputs in Spark's files, each of which is mapped and registered when it is first wanted. */
final class NaiveOffers implements RemoteOffers {
  private record Key(int shuffle, long map) {}

  private record Registered(ByteBuffer memory, Route.Registration registration) {}

  private final Route route;
  private final Map<Key, Optional<Registered>> outputs = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  NaiveOffers(Route route) {
    this.route = route;
  }

  @Override
  public byte[] greeting() {
    return route.address();
  }

  /** The registration's descriptor and the starts of the group's parts. */
  @Override
  public byte @Nullable [] output(int shuffle, long map, int group) {
    try {
      ByteBuffer starts =
          IndexFiles.starts(shuffle, map, group * Lookup.GROUP_PARTS, Lookup.GROUP_PARTS);
      Registered output =
          outputs.computeIfAbsent(new Key(shuffle, map), this::register).orElse(null);
      if (starts == null || output == null) {
        return null;
      }
      byte[] descriptor = output.registration().descriptor();
      return ByteBuffer.allocate(Integer.BYTES + descriptor.length + starts.remaining())
          .putInt(descriptor.length)
          .put(descriptor)
          .put(starts)
          .array();
    } catch (IOException e) {
      return null;
    }
  }

  private Optional<Registered> register(Key key) {
    try (FileChannel file =
        FileChannel.open(
            IndexFiles.data(key.shuffle(), key.map()).toPath(),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      // Writable, although nobody writes: devices refuse other memory.
      ByteBuffer memory = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size());
      Registered made = new Registered(memory, route.register(memory));
      count.incrementAndGet();
      bytes.addAndGet(memory.capacity());
      return Optional.of(made);
    } catch (IOException | IllegalArgumentException e) {
      Log.failed("a map output can't be registered, Netty serves it", e);
      return Optional.empty();
    }
  }

  long registrations() {
    return count.get();
  }

  long registeredBytes() {
    return bytes.get();
  }

  @Override
  public void forget(int shuffle) {
    EndedShuffles.remove(outputs, key -> key.shuffle() == shuffle, this::end);
  }

  private void end(Optional<Registered> output) {
    output.ifPresent(
        made -> {
          bytes.addAndGet(-made.memory().capacity());
          made.registration().close();
        });
  }

  @Override
  public void close() {
    outputs.values().forEach(this::end);
    outputs.clear();
    route.close();
  }
}
