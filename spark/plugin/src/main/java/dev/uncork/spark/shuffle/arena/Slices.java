package dev.uncork.spark.shuffle.arena;

import dev.uncork.spark.shuffle.route.Blocks;
import dev.uncork.spark.shuffle.route.Lookup;
import dev.uncork.transport.RemoteStore.Piece;
import dev.uncork.transport.RemoteStore.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where blocks of other hosts are, as far as it was asked; the least recently used is forgotten
 * first. By the question that brought it, which names shuffle, map task and group. For all threads.
 */
final class Slices {
  private static final long MAX_BYTES = 64 << 20;

  private final LinkedHashMap<String, Slice> known = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** Adds what must be asked before blocks can be read. */
  synchronized void addUnknown(Blocks blocks, Set<String> questions) {
    for (int group = Lookup.group(blocks.from()); group <= lastGroup(blocks); group++) {
      String question = Lookup.ofGroup(blocks.shuffle(), blocks.map(), group);
      if (!known.containsKey(question)) {
        questions.add(question);
      }
    }
  }

  private static int lastGroup(Blocks blocks) {
    return Lookup.group(Math.max(blocks.from(), blocks.to() - 1));
  }

  /** Takes answers; returns them, since more than is kept may be needed at once. */
  Map<String, Slice> addAll(Map<String, byte[]> answers) {
    Map<String, Slice> fresh = new HashMap<>();
    answers.forEach(
        (question, answer) -> {
          try {
            fresh.put(question, new Slice(answer));
          } catch (IOException | RuntimeException e) {
            // Nothing that can be read: as if it were not there.
          }
        });
    synchronized (this) {
      fresh.forEach(
          (question, slice) -> {
            Slice before = known.put(question, slice);
            bytes += slice.sizeBytes() - (before == null ? 0 : before.sizeBytes());
          });
      Iterator<Slice> oldest = known.values().iterator();
      while (bytes > MAX_BYTES && oldest.hasNext()) {
        bytes -= oldest.next().sizeBytes();
        oldest.remove();
      }
    }
    return fresh;
  }

  /** Where blocks are; null if their executor doesn't tell. */
  synchronized @Nullable List<Piece> pieces(Blocks blocks, Map<String, Slice> fresh) {
    List<Piece> pieces = new ArrayList<>();
    for (int group = Lookup.group(blocks.from()); group <= lastGroup(blocks); group++) {
      String question = Lookup.ofGroup(blocks.shuffle(), blocks.map(), group);
      Slice slice = fresh.containsKey(question) ? fresh.get(question) : known.get(question);
      int first = group * Lookup.GROUP_PARTS;
      int from = Math.max(blocks.from(), first) - first;
      int to = Math.min(blocks.to() - first, Lookup.GROUP_PARTS);
      if (slice == null || to > slice.parts() || from >= to) {
        return null;
      }
      pieces.add(new Piece(slice, from, to));
    }
    return pieces;
  }

  /** Forgets where a block is. */
  synchronized void forget(String id) {
    Blocks blocks = Blocks.named(id);
    if (blocks != null) {
      for (int group = Lookup.group(blocks.from()); group <= lastGroup(blocks); group++) {
        Slice gone = known.remove(Lookup.ofGroup(blocks.shuffle(), blocks.map(), group));
        bytes -= gone == null ? 0 : gone.sizeBytes();
      }
    }
  }

  /** Forgets a shuffle. */
  synchronized void forget(int shuffle) {
    Lookup.forget(known, shuffle, slice -> bytes -= slice.sizeBytes());
  }
}
