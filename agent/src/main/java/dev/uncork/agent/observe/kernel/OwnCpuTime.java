package dev.uncork.agent.observe.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/**
 * CPU time of the calling thread, from the kernel's scheduler; the clock where it does not tell.
 *
 * <p>Not from {@code ThreadMXBean}: loading the management classes into a program that does not use
 * them costs more than all else here.
 */
public final class OwnCpuTime {
  private final File file;
  private final SmallFile reader = new SmallFile();

  public OwnCpuTime(Path procRoot) {
    this.file = procRoot.resolve("thread-self/schedstat").toFile();
  }

  public long nanos() {
    try {
      reader.read(file);
      long nanos = reader.nextNumber();
      if (nanos >= 0) {
        return nanos;
      }
    } catch (IOException e) {
      // A kernel without CONFIG_SCHED_INFO.
    }
    return System.nanoTime();
  }
}
