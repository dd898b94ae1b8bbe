package dev.uncork.benchmarks.shuffle;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A small file system in memory where a directory is.
 *
 * @param directory null: there is none
 */
record SmallMemory(@Nullable Path directory) implements AutoCloseable {

  /**
   * Mounts it, which takes root.
   *
   * @param megabytes 0: everything stays as it is
   */
  static SmallMemory of(Path directory, int megabytes) throws IOException {
    if (megabytes == 0) {
      return new SmallMemory(null);
    }
    run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "none", directory.toString());
    return new SmallMemory(directory);
  }

  private static void run(String... words) throws IOException {
    try {
      int code = new ProcessBuilder(words).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IOException(String.join(" ", words) + " ended with " + code + "; are you root?");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (directory != null) {
      run("umount", "--lazy", directory.toString());
    }
  }
}
