package dev.uncork.cli.launch;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An installed Java, judged by its files, without starting it.
 *
 * @param directory its home
 * @param version as its release file tells, such as {@code 17.0.15}
 * @param openJ9 whether its virtual machine is OpenJ9 instead of HotSpot
 */
public record JavaHome(Path directory, String version, boolean openJ9) {
  /** The oldest Java that can be observed. */
  public static final int OLDEST_MAJOR = 17;

  /** The Java that a launcher, all symbolic links resolved, belongs to; empty for anything else. */
  public static Optional<JavaHome> ofLauncher(Path launcher) {
    Path bin = launcher.getParent();
    if (bin == null || !launcher.endsWith(Path.of("bin", "java")) || !isElf(launcher)) {
      return Optional.empty();
    }
    Path home = bin.getParent();
    Optional<JavaHome> found = home == null ? Optional.empty() : of(home);
    if (found.isEmpty() && home != null && home.endsWith("jre") && home.getParent() != null) {
      // A JDK 8 has its JRE inside, without a release file of its own.
      found = of(home.getParent());
    }
    return found;
  }

  /** The Java in a directory; empty when it has no readable release file. */
  public static Optional<JavaHome> of(Path home) {
    try {
      List<String> release =
          Files.readAllLines(home.resolve("release"), StandardCharsets.ISO_8859_1);
      String version = value(release, "JAVA_VERSION").orElse("");
      if (version.isEmpty()) {
        return Optional.empty();
      }
      boolean openJ9 =
          value(release, "JVM_VARIANT").orElse("").equalsIgnoreCase("openj9") || hasOpenJ9(home);
      return Optional.of(new JavaHome(home, version, openJ9));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Major version: 8 for {@code 1.8.0_392}, 17 for {@code 17.0.15}. */
  public int major() {
    String digits = version.startsWith("1.") ? version.substring(2) : version;
    int end = 0;
    while (end < digits.length() && Character.isDigit(digits.charAt(end))) {
      end++;
    }
    return end == 0 ? 0 : Integer.parseInt(digits.substring(0, end));
  }

  /** Refuses a Java that Uncork can't observe. */
  public void requireObservable() {
    if (openJ9) {
      throw new UserError(
          directory
              + " is OpenJ9, which has neither HotSpot's monitor events nor its flight recorder;"
              + " expected a HotSpot JVM of version 17 or newer. On OpenJ9, java -Xtrace or a"
              + " javacore (kill -QUIT) shows blocked threads, and java -XlockReservation reserves"
              + " locks; or run the program on HotSpot");
    }
    if (major() < OLDEST_MAJOR) {
      throw new UserError(
          directory
              + " is Java "
              + version
              + "; expected 17 or newer. Run the program with a newer java, for example by putting"
              + " it first on the PATH");
    }
  }

  private static boolean hasOpenJ9(Path home) throws IOException {
    Path lib = home.resolve("lib");
    if (!Files.isDirectory(lib)) {
      return false;
    }
    try (Stream<Path> entries = Files.find(lib, 2, (p, a) -> isOpenJ9Library(p))) {
      return entries.findAny().isPresent();
    }
  }

  private static boolean isOpenJ9Library(Path file) {
    return file.getFileName().toString().startsWith("libj9vm");
  }

  private static Optional<String> value(List<String> release, String key) {
    return release.stream()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1).replace("\"", "").strip())
        .findFirst();
  }

  /** A version manager's "java" is a script that starts another program in the end. */
  private static boolean isElf(Path file) {
    try (var in = Files.newInputStream(file)) {
      byte[] magic = in.readNBytes(4);
      return magic.length == 4
          && magic[0] == 0x7f
          && magic[1] == 'E'
          && magic[2] == 'L'
          && magic[3] == 'F';
    } catch (IOException e) {
      return false;
    }
  }
}
