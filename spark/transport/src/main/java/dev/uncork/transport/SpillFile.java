package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ordinary file of an output for which there was no memory; made when first needed. */
final class SpillFile {
  private final Supplier<Path> where;
  private @Nullable Path path;
  private @Nullable FileChannel channel;
  private long size;

  SpillFile(Supplier<Path> where) {
    this.where = where;
  }

  /** Appends; returns where. */
  long append(ByteBuffer bytes) throws IOException {
    FileChannel to = channel;
    if (to == null) {
      path = where.get();
      to =
          FileChannel.open(
              path,
              Set.of(
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE),
              OwnerOnly.FILE);
      channel = to;
    }
    long at = size;
    while (bytes.hasRemaining()) {
      size += to.write(bytes);
    }
    return at;
  }

  long size() {
    return size;
  }

  /** Its path, or empty if it was not needed. */
  String path() {
    return path == null ? "" : path.toString();
  }

  void finish() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }

  void abort() {
    try {
      finish();
      if (path != null) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // Goes with the directory.
    }
  }
}
