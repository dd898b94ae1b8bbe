package dev.uncork.protocol;

import java.nio.file.Files;
import java.nio.file.Path;

/** The sources of all modules. */
final class Checkout {
  private Checkout() {}

  /** The directory with the modules. */
  static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("build-support"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("no checkout around " + Path.of("").toAbsolutePath());
      }
    }
    return directory;
  }
}
