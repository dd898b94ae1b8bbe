package dev.uncork.sparkworkloads.shuffle;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.ShuffleDataBlockId;
import org.apache.spark.storage.ShuffleIndexBlockId;
import org.jspecify.annotations.Nullable;

/** The files of Spark's own writers. */
final class IndexFiles {
  private static final int NO_REDUCE_ID = 0;

  private IndexFiles() {}

  /** The file with all parts of a map output. */
  static File data(int shuffle, long map) {
    return file(new ShuffleDataBlockId(shuffle, map, NO_REDUCE_ID));
  }

  private static File file(BlockId id) {
    return SparkEnv.get().blockManager().diskBlockManager().getFile(id);
  }

  /**
   * Where parts start in the data file, and where the last of them ends.
   *
   * @param from the first part
   * @param most how many parts to tell at most
   * @return in whole longs; null if there is no such output or part
   */
  static @Nullable ByteBuffer starts(int shuffle, long map, int from, int most) throws IOException {
    File file = file(new ShuffleIndexBlockId(shuffle, map, NO_REDUCE_ID));
    try (FileChannel in = FileChannel.open(file.toPath(), StandardOpenOption.READ)) {
      long first = (long) from * Long.BYTES;
      long count = Math.min((most + 1L) * Long.BYTES, in.size() - first);
      if (count < 2 * Long.BYTES) {
        return null;
      }
      ByteBuffer starts = ByteBuffer.allocate((int) count);
      while (starts.hasRemaining() && in.read(starts, first + starts.position()) >= 0) {}
      return starts.hasRemaining() ? null : starts.flip();
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
