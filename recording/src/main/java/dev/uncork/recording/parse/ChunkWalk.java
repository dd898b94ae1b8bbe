package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Goes through the events of a chunk; for one thread. */
final class ChunkWalk {
  private final Chunk chunk;
  private final LongIndex index = new LongIndex();
  private final List<TypeLayout> types = new ArrayList<>();
  private final boolean[] wanted;

  /**
   * Nothing yet.
   *
   * @param wanted whether events of a type of this name are handed over
   */
  ChunkWalk(Chunk chunk, Predicate<String> wanted) {
    this.chunk = chunk;
    for (TypeLayout type : chunk.types().types()) {
      if (type.event) {
        index.add(type.id);
        types.add(type);
      }
    }
    this.wanted = new boolean[types.size()];
    for (int place = 0; place < types.size(); place++) {
      this.wanted[place] = wanted.test(types.get(place).name);
    }
  }

  /**
   * Goes through all events.
   *
   * @param events takes those that are wanted
   * @param any is told of each
   * @throws RuntimeException where the chunk makes no sense from there on
   */
  void forEach(Consumer<JfrEvent> events, Runnable any) {
    if (types.isEmpty()) {
      return;
    }
    Bytes bytes = new Bytes(chunk.bytes(), chunk.compressed());
    ChunkEvent event = new ChunkEvent(chunk, types.get(0));
    for (int at = ChunkScan.HEADER_BYTES; at < bytes.length(); ) {
      bytes.position = at;
      long size = bytes.number(Integer.BYTES);
      int place = index.find(bytes.number(Long.BYTES));
      if (size <= bytes.position - at || size > bytes.length() - at) {
        throw new BadChunk(Damage.Fault.EVENT, at, size);
      }
      int end = at + (int) size;
      if (place >= 0) {
        any.run();
        if (wanted[place]) {
          event.moveTo(types.get(place), bytes.position, end);
          events.accept(event);
        }
      }
      at = end;
    }
  }
}
