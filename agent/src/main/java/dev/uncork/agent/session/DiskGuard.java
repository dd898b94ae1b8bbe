package dev.uncork.agent.session;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The watch over free disk space: HotSpot ends the process when JFR meets a full disk, so the
 * recording ends before that.
 */
final class DiskGuard {
  // Files, since a FileStore looks its place up in the table of mounts, which a chroot does not
  // have.
  private final File repository;
  private final File destination;
  private final Path directory;
  private final long minFreeBytes;

  /**
   * Watches the places that a recording is written to.
   *
   * @param repository where JFR writes its chunks
   * @param directory where the finished recording goes
   * @param minFreeBytes free space to leave
   */
  DiskGuard(Path repository, Path directory, long minFreeBytes) throws IOException {
    this.repository = repository.toFile();
    this.destination = directory.toFile();
    this.directory = repository;
    this.minFreeBytes = minFreeBytes;
  }

  /** Why the recording has to end now, or null. */
  @Nullable String check() throws IOException {
    long free = repository.getUsableSpace();
    // JFR deletes the directory as the JVM ends; a missing one has 0 bytes free.
    if (free >= minFreeBytes || !repository.isDirectory()) {
      return null;
    }
    return "the recording ended early: "
        + (free >> 20)
        + " MiB are free at "
        + directory
        + ", fewer than the "
        + (minFreeBytes >> 20)
        + " MiB that are left to the application; make room there, or give the program another"
        + " -Djava.io.tmpdir";
  }

  /** Whether a copy of the recording fits where it is to go. */
  boolean fits(long bytes) throws IOException {
    return destination.getUsableSpace() > bytes + bytes / 8 + (1 << 20);
  }
}
