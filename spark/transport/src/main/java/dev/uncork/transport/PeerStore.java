package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of another process of this host, read from its memory. For all threads.
 *
 * <p>Segments are mapped when first needed and stay readable when that process dies, as long as
 * nothing else is written to them, which {@link LiveTable} tells.
 */
public final class PeerStore implements Memory {
  private static final long INDEX_CACHE_BYTES = 64 << 20;

  private final Path directory;
  private final ByteBuffer live;
  private final Map<Integer, ByteBuffer> segments = new ConcurrentHashMap<>();
  private final LinkedHashMap<OutputKey, OutputIndex> indexes =
      new LinkedHashMap<>(16, 0.75f, true);
  private long indexBytes;

  private PeerStore(Path directory, ByteBuffer live) {
    this.directory = directory;
    this.live = live;
  }

  /**
   * Opens the arena of another process.
   *
   * @return null if there is none of that name on this host (or not in this container), or it
   *     belongs to another user
   */
  public static @Nullable PeerStore open(Path directory) {
    if (!OwnerOnly.is(directory)) {
      return null;
    }
    try {
      return new PeerStore(directory, LiveTable.open(directory));
    } catch (IOException e) {
      return null;
    }
  }

  /** Some parts of an output; null if that process has told of no such output. */
  public @Nullable View view(int group, long id, int from, int to) throws IOException {
    OutputKey key = new OutputKey(group, id);
    OutputIndex index = index(key);
    if (index != null && index.slot() >= 0 && !isLive(index)) {
      forget(key);
      index = index(key);
    }
    if (index == null || index.slot() < 0 || !isLive(index)) {
      return null;
    }
    return new View(key, index, this, from, to, () -> {});
  }

  private @Nullable OutputIndex index(OutputKey key) throws IOException {
    synchronized (indexes) {
      OutputIndex known = indexes.get(key);
      if (known != null) {
        return known;
      }
    }
    OutputIndex found;
    try {
      found =
          new OutputIndex(ByteBuffer.wrap(Files.readAllBytes(directory.resolve(key.fileName()))));
    } catch (NoSuchFileException e) {
      return null;
    }
    synchronized (indexes) {
      if (indexes.put(key, found) == null) {
        indexBytes += found.bytes().remaining();
      }
      Iterator<OutputIndex> oldest = indexes.values().iterator();
      while (indexBytes > INDEX_CACHE_BYTES && indexes.size() > 1) {
        indexBytes -= oldest.next().bytes().remaining();
        oldest.remove();
      }
    }
    return found;
  }

  private void forget(OutputKey key) {
    synchronized (indexes) {
      OutputIndex known = indexes.remove(key);
      if (known != null) {
        indexBytes -= known.bytes().remaining();
      }
    }
  }

  /** Forgets what it knows of a group. */
  public void forget(int group) {
    synchronized (indexes) {
      indexes
          .entrySet()
          .removeIf(
              entry -> {
                boolean ended = entry.getKey().group() == group;
                if (ended) {
                  indexBytes -= entry.getValue().bytes().remaining();
                }
                return ended;
              });
    }
  }

  @Override
  public ByteBuffer segment(int number) throws IOException {
    ByteBuffer known = segments.get(number);
    if (known == null) {
      synchronized (segments) {
        known = segments.get(number);
        if (known == null) {
          known = Segment.open(directory.resolve(Segment.fileName(number)));
          segments.put(number, known);
        }
      }
    }
    return known.duplicate();
  }

  @Override
  public boolean isLive(OutputIndex output) {
    return LiveTable.isLive(live, output.slot(), output.generation());
  }
}
