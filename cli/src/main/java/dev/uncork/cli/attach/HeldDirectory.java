package dev.uncork.cli.attach;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A hold on a directory that outlives the process through which it was found.
 *
 * <p>What a target in a container sees is reached through {@code /proc/PID/root}, which goes away
 * with the target. A process of ours that has the directory as its working directory keeps it
 * reachable. It reads from a pipe that ends with us, so it never outlives us.
 */
final class HeldDirectory implements AutoCloseable {
  private final Process process;
  private final Path directory;

  private HeldDirectory(Process process) {
    this.process = process;
    this.directory = Path.of("/proc", Long.toString(process.pid()), "cwd");
  }

  static HeldDirectory in(Path directory) throws IOException {
    return new HeldDirectory(
        new ProcessBuilder("sh", "-c", "read -r _")
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** The directory, by a name that works as long as this is open. */
  Path directory() {
    return directory;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
