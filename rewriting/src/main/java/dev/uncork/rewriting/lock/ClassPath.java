package dev.uncork.rewriting.lock;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A class path as {@code java -cp} takes it, and behind it the running JDK's own classes. */
public final class ClassPath implements ClassSource, AutoCloseable {
  private final List<FileSystem> jars = new ArrayList<>();
  private final List<Path> roots = new ArrayList<>();
  private final List<Path> jdkRoots = new ArrayList<>();

  private ClassPath() {}

  /**
   * Opens a class path.
   *
   * @param text directories and jars, as {@code java -cp} takes them, {@code DIR/*} too
   * @throws IOException with one line that names the entry which can't be read
   */
  public static ClassPath open(String text) throws IOException {
    ClassPath path = new ClassPath();
    try {
      for (String entry : text.split(File.pathSeparator)) {
        if (entry.endsWith("/*")) {
          path.addJarsOf(Path.of(entry.substring(0, entry.length() - 2)));
        } else if (!entry.isEmpty()) {
          path.add(Path.of(entry));
        }
      }
      path.openJdk();
      return path;
    } catch (IOException e) {
      path.close();
      throw e;
    }
  }

  private void addJarsOf(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
        add(file);
      }
    } catch (IOException e) {
      throw new IOException(directory + "/* can't be listed: " + e, e);
    }
  }

  private void add(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      roots.add(entry);
      return;
    }
    try {
      FileSystem jar = FileSystems.newFileSystem(entry);
      jars.add(jar);
      roots.add(jar.getPath("/"));
    } catch (IOException | RuntimeException e) {
      throw new IOException(entry + " is neither a directory nor a readable jar (" + e + ")", e);
    }
  }

  private void openJdk() throws IOException {
    try (Stream<Path> modules =
        Files.list(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules"))) {
      modules.forEach(jdkRoots::add);
    } catch (FileSystemNotFoundException e) {
      throw new IOException("this Java has no jrt file system to read the JDK's classes from", e);
    }
  }

  @Override
  public byte @Nullable [] bytes(String internalName) {
    byte[] own = find(roots, internalName);
    return own != null ? own : find(jdkRoots, internalName);
  }

  /** Whether the class is one of the class path itself, and not of the JDK. */
  public boolean contains(String internalName) {
    return find(roots, internalName) != null;
  }

  private static byte @Nullable [] find(List<Path> roots, String internalName) {
    for (Path root : roots) {
      Path file = root.resolve(internalName + ".class");
      if (Files.isRegularFile(file)) {
        try {
          return Files.readAllBytes(file);
        } catch (IOException e) {
          throw new UncheckedIOException("can't read " + file, e);
        }
      }
    }
    return null;
  }

  /** Hands over the bytes of every class of the class path, without the JDK's. */
  public void forEach(Consumer<byte[]> consumer) {
    walk(roots, consumer);
  }

  /** Hands over the bytes of every class of a module of the JDK. */
  void forEachOfJdk(String module, Consumer<byte[]> consumer) {
    walk(
        jdkRoots.stream().filter(r -> r.getFileName().toString().equals(module)).toList(),
        consumer);
  }

  private static void walk(List<Path> roots, Consumer<byte[]> consumer) {
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(f -> f.toString().endsWith(".class"))
            .filter(f -> !f.endsWith("module-info.class"))
            .sorted()
            .forEach(f -> consumer.accept(read(f)));
      } catch (IOException e) {
        throw new UncheckedIOException("can't read " + root, e);
      }
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file, e);
    }
  }

  @Override
  public void close() throws IOException {
    for (FileSystem jar : jars) {
      jar.close();
    }
  }
}
