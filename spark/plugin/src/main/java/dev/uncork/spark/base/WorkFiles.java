package dev.uncork.spark.base;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the plugin's own in an executor, made at first use: below one of Spark's local
 * directories, which must be writable for Spark to work, or else where temporary files go.
 */
public final class WorkFiles {
  private static final String RESOURCES = "/dev/uncork/spark/files/";

  private @Nullable Path directory;

  /** The directory. */
  public Path directory() throws IOException {
    Path made = directory;
    if (made == null) {
      made = make();
      directory = made;
    }
    return made;
  }

  private static Path make() throws IOException {
    List<String> failures = new ArrayList<>();
    for (Path parent : parents()) {
      try {
        return Files.createTempDirectory(parent, "uncork-").toAbsolutePath();
      } catch (IOException e) {
        failures.add(parent + " (" + Log.reason(e) + ")");
      }
    }
    throw new IOException("no directory can be written to: " + String.join(", ", failures));
  }

  private static List<Path> parents() {
    List<Path> parents = new ArrayList<>();
    try {
      for (File local : SparkEnv.get().blockManager().diskBlockManager().localDirs()) {
        parents.add(local.toPath());
      }
    } catch (LinkageError | RuntimeException e) {
      // Another Spark's internals, or no environment: the next one will do.
    }
    parents.add(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    return parents;
  }

  /** Where {@link #extract} puts files. */
  public Path lib() throws IOException {
    return directory().resolve("lib");
  }

  /** Puts a file that comes in our jar into the directory. */
  public Path extract(String name) throws IOException {
    Path file = lib().resolve(name);
    Files.createDirectories(file.getParent());
    try (InputStream in = WorkFiles.class.getResourceAsStream(RESOURCES + name)) {
      if (in == null) {
        throw new IOException(
            name + " is not in uncork-spark.jar: it was not built for this platform");
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  /** Removes the directory. */
  public void remove() throws IOException {
    Path made = directory;
    directory = null;
    if (made != null && Files.exists(made)) {
      List<Path> all;
      try (Stream<Path> files = Files.walk(made)) {
        all = files.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : all) {
        Files.deleteIfExists(file);
      }
    }
  }
}
