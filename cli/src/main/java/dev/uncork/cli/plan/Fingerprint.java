package dev.uncork.cli.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Short digests that tell whether a class or a file is still the same. */
public final class Fingerprint {
  private static final int KEPT_BYTES = 8;

  private Fingerprint() {}

  /** Of some bytes. */
  public static String of(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "sha256:" + HexFormat.of().formatHex(digest, 0, KEPT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Of a file; empty if it can't be read. */
  public static Optional<String> of(Path file) {
    try {
      return Optional.of(of(Files.readAllBytes(file)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Of a resource of a class path, such as {@code com/acme/A.class}; empty if there is none. */
  public static Optional<String> of(String resource, List<Path> classPath) {
    return read(resource, classPath).map(Fingerprint::of);
  }

  /** The first resource of that name on a class path. */
  public static Optional<byte[]> read(String resource, List<Path> classPath) {
    for (Path entry : classPath) {
      try {
        if (Files.isDirectory(entry)) {
          Path file = entry.resolve(resource);
          if (Files.isRegularFile(file)) {
            return Optional.of(Files.readAllBytes(file));
          }
        } else if (Files.isRegularFile(entry)) {
          Optional<byte[]> found = fromJar(entry, resource);
          if (found.isPresent()) {
            return found;
          }
        }
      } catch (IOException e) {
        // Whatever is no jar holds no resource.
        continue;
      }
    }
    return Optional.empty();
  }

  private static Optional<byte[]> fromJar(Path jar, String resource) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(resource);
      if (entry == null) {
        return Optional.empty();
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return Optional.of(in.readAllBytes());
      }
    }
  }

  /**
   * Of all that a class path holds, by names, sizes and times: changes when something was built.
   */
  public static String ofClassPath(List<Path> classPath) {
    StringBuilder text = new StringBuilder();
    for (Path entry : classPath) {
      try (var files = Files.walk(entry)) {
        files
            .filter(Files::isRegularFile)
            .sorted()
            .forEach(
                file ->
                    text.append(file)
                        .append(' ')
                        .append(file.toFile().length())
                        .append(' ')
                        .append(file.toFile().lastModified())
                        .append('\n'));
      } catch (IOException e) {
        text.append(entry).append(" is not there\n");
      }
    }
    return of(text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
