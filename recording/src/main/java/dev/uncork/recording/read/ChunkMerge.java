package dev.uncork.recording.read;

import dev.uncork.recording.TimeRange;
import dev.uncork.recording.parse.ChunkHeader;
import dev.uncork.recording.parse.ChunkScan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several recordings of one JVM as one.
 *
 * <p>A recording is a sequence of chunks. Recordings that follow each other without a gap share the
 * chunk in which one began and the other ended; it is taken once, so that nothing is counted twice.
 * Of a damaged recording its whole chunks are taken.
 */
public final class ChunkMerge {
  private ChunkMerge() {}

  /**
   * Writes the chunks of recordings that lie in a range of time, in order of time.
   *
   * @return when the first chunk begins and the last one ends; empty when no chunk lies in the
   *     range
   */
  public static List<TimeRange> write(List<Path> recordings, TimeRange range, Path target)
      throws IOException {
    Map<String, Chunk> chunks = new LinkedHashMap<>();
    for (Path recording : recordings) {
      for (Chunk chunk : chunksOf(recording)) {
        if (range.meets(chunk.header().covers().from(), chunk.header().covers().to())) {
          chunks.putIfAbsent(chunk.header().covers() + " " + chunk.header().bytes(), chunk);
        }
      }
    }
    List<Chunk> ordered = new ArrayList<>(chunks.values());
    ordered.sort(Comparator.comparing(chunk -> chunk.header().covers().from()));
    try (FileChannel out =
        FileChannel.open(
            target,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      for (Chunk chunk : ordered) {
        append(chunk, out);
      }
    }
    return ordered.stream().map(chunk -> chunk.header().covers()).toList();
  }

  /** When a recording begins and ends, as its chunks' headers tell; empty where none is whole. */
  public static List<TimeRange> covered(Path recording) throws IOException {
    return ChunkScan.of(recording).chunks().stream().map(ChunkHeader::covers).toList();
  }

  private static List<Chunk> chunksOf(Path recording) throws IOException {
    return ChunkScan.of(recording).chunks().stream()
        .map(header -> new Chunk(recording, header))
        .toList();
  }

  private static void append(Chunk chunk, FileChannel out) throws IOException {
    long begin = out.position();
    try (FileChannel in = FileChannel.open(chunk.recording(), StandardOpenOption.READ)) {
      for (long at = 0; at < chunk.header().bytes(); ) {
        long moved = in.transferTo(chunk.header().offset() + at, chunk.header().bytes() - at, out);
        if (moved <= 0) {
          throw new IOException(chunk.recording() + " shrank while it was read");
        }
        at += moved;
      }
    }
    // A reader of the JDK would wait for a chunk that says it is still being written.
    out.write(ByteBuffer.allocate(1), begin + ChunkScan.STATE_OFFSET);
  }

  private record Chunk(Path recording, ChunkHeader header) {}
}
