package dev.uncork.concurrent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The system call by JNI, from a library that is a resource beside this class. */
final class NativeMembarrier implements Membarrier {
  private NativeMembarrier() {}

  /** Loads the library; an {@code IOException} or {@code UnsatisfiedLinkError} says why not. */
  static Membarrier load() throws IOException {
    String arch = System.getProperty("os.arch", "?");
    String name = "linux-" + (arch.equals("amd64") ? "x86_64" : arch) + "/libuncork-fence.so";
    try (InputStream library = NativeMembarrier.class.getResourceAsStream(name)) {
      if (library == null) {
        throw new IOException("there is no " + name + " beside the classes");
      }
      Path copy = Files.createTempFile("uncork-fence", ".so");
      try {
        Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
        System.load(copy.toString());
      } finally {
        Files.delete(copy); // Once mapped, it needs no name.
      }
    }
    return new NativeMembarrier();
  }

  @Override
  public int call(int command) {
    return call0(command);
  }

  private static native int call0(int command);
}
