package dev.uncork.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The files of the checkout whose tests run, for rules that read sources as text. */
public final class Checkout {
  /** Directories of builds and of git. */
  private static final Set<String> LEFT_OUT = Set.of("target", ".git");

  private Checkout() {}

  /** The directory with the modules. */
  public static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("build-support"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("no checkout around " + Path.of("").toAbsolutePath());
      }
    }
    return directory;
  }

  /** A file's name from the root on. */
  public static String name(Path file) {
    return root().relativize(file).toString();
  }

  /** The text of a file. */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Files in whose names from the root on this is found, in order; at least one, and none that a
   * build made.
   */
  public static List<Path> files(Pattern wanted) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(root(), new Search(wanted, found));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no file of " + root() + " is called " + wanted);
    }
    Collections.sort(found);
    return found;
  }

  private static final class Search extends SimpleFileVisitor<Path> {
    private final Path root = root();
    private final Pattern wanted;
    private final List<Path> found;

    Search(Pattern wanted, List<Path> found) {
      this.wanted = wanted;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes of) {
      return LEFT_OUT.contains(String.valueOf(directory.getFileName()))
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes of) {
      if (of.isRegularFile() && wanted.matcher(root.relativize(file).toString()).find()) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE; // gone meanwhile, as others' temporary files are
    }
  }
}
