package dev.uncork.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;

/** Whether what was printed has arrived, which a {@link PrintStream} keeps to itself. */
public final class Delivery {
  private static final String READER_GONE = "Broken pipe";

  private Delivery() {}

  /**
   * Flushes standard output or standard error.
   *
   * @throws IOException if something was lost, unless the reader had read enough, as {@code head}
   */
  public static void check(PrintStream stream) throws IOException {
    if (!stream.checkError()) {
      return;
    }
    FileDescriptor descriptor = stream == System.err ? FileDescriptor.err : FileDescriptor.out;
    try {
      // Once more, to learn why. Not closed: the descriptor is the process's.
      new FileOutputStream(descriptor).write('\n');
    } catch (IOException e) {
      if (READER_GONE.equals(e.getMessage())) {
        return;
      }
      throw e;
    }
    throw new IOException("the output was refused for a while");
  }
}
