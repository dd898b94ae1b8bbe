package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of this process in its arena: made, found, removed. For all threads.
 *
 * <p>An output is announced by a small file in the arena's directory, so that processes of this
 * host find it by its name; if there is no room for that file, only this process can read the
 * output.
 */
public final class OutputStore implements AutoCloseable {
  private final Arena arena;
  private final Map<OutputKey, StoredOutput> outputs = new ConcurrentHashMap<>();

  /** Owns the arena from now on. */
  public OutputStore(Arena arena) {
    this.arena = arena;
  }

  /** The arena. */
  public Arena arena() {
    return arena;
  }

  /**
   * Starts an output.
   *
   * @param parts how many it has
   * @param spillFile where an ordinary file may be made for what there is no memory for; asked at
   *     most once
   */
  public OutputBuilder build(int group, long id, int parts, Supplier<Path> spillFile) {
    return new OutputBuilder(this, new OutputKey(group, id), parts, new SpillFile(spillFile));
  }

  /** Stores one, unless there is one of that name; returns the one that is stored. */
  StoredOutput add(StoredOutput made) {
    StoredOutput older = outputs.putIfAbsent(made.key(), made);
    if (older != null) {
      made.remove();
      return older;
    }
    announce(made);
    return made;
  }

  private void announce(StoredOutput output) {
    Path name = arena.directory().resolve(output.key().fileName());
    Path unfinished = arena.directory().resolve(output.key().fileName() + ".new");
    try {
      try (FileChannel to =
          FileChannel.open(
              unfinished,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              OwnerOnly.FILE)) {
        ByteBuffer bytes = output.index().bytes();
        while (bytes.hasRemaining()) {
          to.write(bytes);
        }
      }
      Files.move(unfinished, name, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      deleteQuietly(unfinished);
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // Goes with the directory.
    }
  }

  /** The sizes of an output's parts in bytes, or null if there is no such output. */
  public long @Nullable [] partLengths(int group, long id) {
    StoredOutput found = outputs.get(new OutputKey(group, id));
    return found == null ? null : found.partLengths();
  }

  /** The checksums of an output's parts; null if there is no such output or it has none. */
  public long @Nullable [] checksums(int group, long id) {
    StoredOutput found = outputs.get(new OutputKey(group, id));
    return found == null ? null : found.checksums();
  }

  /** The size of some parts of an output in bytes, or -1 if there is no such output. */
  public long size(int group, long id, int from, int to) {
    StoredOutput found = outputs.get(new OutputKey(group, id));
    return found == null || to > found.index().parts()
        ? -1
        : found.index().partStart(to) - found.index().partStart(from);
  }

  /**
   * What a process of another host needs to read some parts of an output.
   *
   * @param to the part after the last; where there are fewer, up to the end
   * @return null if there is no such output
   */
  public byte @Nullable [] slice(int group, long id, int from, int to) {
    StoredOutput found = outputs.get(new OutputKey(group, id));
    if (found == null || from < 0 || from > to) {
      return null;
    }
    int parts = found.index().parts();
    ByteBuffer slice =
        found.index().slice(Math.min(from, parts), Math.min(to, parts)).bytes().duplicate();
    byte[] bytes = new byte[slice.remaining()];
    slice.get(bytes);
    return bytes;
  }

  /** Some parts of an output, to be closed; null if there is no such output. */
  public @Nullable View view(int group, long id, int from, int to) {
    StoredOutput found = outputs.get(new OutputKey(group, id));
    return found == null ? null : found.view(from, to);
  }

  /** Does something with each output: its group and id. */
  public void forEach(OutputVisitor visitor) {
    outputs.keySet().forEach(key -> visitor.visit(key.group(), key.id()));
  }

  /** Removes an output; who reads it reads it to its end. */
  public boolean remove(int group, long id) {
    return remove(new OutputKey(group, id));
  }

  /** Removes the outputs of a group. */
  public void removeGroup(int group) {
    for (OutputKey key : outputs.keySet()) {
      if (key.group() == group) {
        remove(key);
      }
    }
  }

  private boolean remove(OutputKey key) {
    StoredOutput removed = outputs.remove(key);
    if (removed == null) {
      return false;
    }
    deleteQuietly(arena.directory().resolve(key.fileName()));
    removed.remove();
    return true;
  }

  /** Removes all outputs and deletes the arena's files. */
  @Override
  public void close() {
    outputs.keySet().forEach(this::remove);
    arena.close();
  }

  /** Gets outputs. */
  @FunctionalInterface
  public interface OutputVisitor {
    /** One output. */
    void visit(int group, long id);
  }
}
