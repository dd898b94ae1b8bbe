package dev.uncork.boottest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A JDK on this machine: the one that runs the tests, one installed beside it, or what the
 * environment variables {@code JAVA17_HOME} and {@code JAVA25_HOME} name.
 */
record Jdk(int feature, Path home) {
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)[^\"]*\"");

  /** One JDK of each feature release from 17 on. */
  static Stream<Jdk> installed() {
    Path own = Path.of(System.getProperty("java.home"));
    Map<Integer, Jdk> byFeature = new TreeMap<>();
    try (Stream<Path> siblings = Files.list(own.toAbsolutePath().getParent())) {
      siblings.forEach(home -> add(home, byFeature));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Stream.of("JAVA17_HOME", "JAVA25_HOME")
        .map(System::getenv)
        .filter(Objects::nonNull)
        .forEach(home -> add(Path.of(home), byFeature));
    byFeature.put(Runtime.version().feature(), new Jdk(Runtime.version().feature(), own));
    return byFeature.values().stream();
  }

  private static void add(Path home, Map<Integer, Jdk> byFeature) {
    Path release = home.resolve("release");
    if (!Files.isReadable(release) || !Files.isExecutable(home.resolve("bin/java"))) {
      return;
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(release));
      if (version.find() && Integer.parseInt(version.group(1)) >= 17) {
        int feature = Integer.parseInt(version.group(1));
        byFeature.putIfAbsent(feature, new Jdk(feature, home));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean hasVirtualThreads() {
    return feature >= 21;
  }

  /** Since JDK 24 a virtual thread that blocks on a monitor leaves its carrier. */
  boolean unmountsBlockedVirtualThreads() {
    return feature >= 24;
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }
}
