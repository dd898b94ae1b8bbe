package dev.uncork.cli.output;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that the user wants something written to, checked before anything is started.
 *
 * <p>A file that exists is replaced, but only when the new one is complete.
 */
public final class Destination {
  private final Path file;

  private Destination(Path file) {
    this.file = file;
  }

  /**
   * Checks that a file can be written.
   *
   * @param option the option that named it, for the message
   */
  public static Destination check(String option, Path named) {
    Path file = named.toAbsolutePath().normalize();
    Path directory = file.getParent();
    if (directory == null || Files.isDirectory(file)) {
      throw new UserError(option + " " + named + " is a directory; name a file in it");
    }
    if (!Files.isDirectory(directory)) {
      throw new UserError(
          option + " " + named + ": the directory " + directory + " does not exist; make it first");
    }
    boolean replaceable = !Files.exists(file) || Files.isRegularFile(file);
    if (!replaceable) {
      throw new UserError(option + " " + named + " is not a regular file; name another");
    }
    probe(option, named, directory);
    return new Destination(file);
  }

  /** Only an attempt tells: a mount may be read-only, a disk full, an ACL in the way. */
  private static void probe(String option, Path named, Path directory) {
    try {
      Path probe = Files.createTempFile(directory, ".uncork-", ".probe");
      try {
        Files.write(probe, new byte[1]);
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      throw new UserError(
          option
              + " "
              + named
              + ": no file can be written in "
              + directory
              + " ("
              + e.getMessage()
              + "); name a file elsewhere",
          e);
    }
  }

  /** Directory of the file. */
  public Path directory() {
    Path parent = file.getParent();
    return parent == null ? file : parent;
  }

  /** Whether a file is this one, by whatever name. */
  public boolean is(Path other) {
    try {
      return file.equals(other.toAbsolutePath().normalize())
          || (Files.exists(file) && Files.exists(other) && Files.isSameFile(file, other));
    } catch (IOException e) {
      return false;
    }
  }

  /** The file as named, or with a tag before its extension when there are several. */
  public Path file(String tag) {
    if (tag.isEmpty()) {
      return file;
    }
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 ? name.substring(0, dot) : name;
    String extension = dot > 0 ? name.substring(dot) : "";
    return file.resolveSibling(stem + "-" + tag + extension);
  }
}
