package dev.uncork.agent.child;

import dev.uncork.testsupport.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs of this machine that tests run on: the running one, and others installed beside it. */
public final class Jdks {
  private Jdks() {}

  /** Homes of one JDK of each major version from 17 on, the lowest first. */
  public static List<Path> homes() throws IOException {
    Path running = Path.of(System.getProperty("java.home")).toRealPath();
    Map<Integer, Path> byVersion = new TreeMap<>();
    byVersion.put(Runtime.version().feature(), running);
    List<Path> parents = new ArrayList<>(List.of(Path.of("/usr/lib/jvm")));
    if (running.getParent() != null) {
      parents.add(running.getParent());
    }
    for (Path parent : parents) {
      if (Files.isDirectory(parent)) {
        try (Stream<Path> homes = Files.list(parent)) {
          for (Path home : homes.toList()) {
            int version = version(home);
            if (version >= 17) {
              byVersion.putIfAbsent(version, home);
            }
          }
        }
      }
    }
    return List.copyOf(byVersion.values());
  }

  /** One of them that stands for the others where they behave alike, except in the slowest tier. */
  static Stream<Path> representative() throws IOException {
    return Tier.asked().choose(homes()).stream();
  }

  /** Major version of a JDK, 0 when the directory is none. */
  public static int version(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/javac")) || !Files.isRegularFile(release)) {
      return 0;
    }
    for (String line : Files.readAllLines(release)) {
      if (line.startsWith("JAVA_VERSION=\"")) {
        return Integer.parseInt(line.replaceAll("JAVA_VERSION=\"(\\d+).*", "$1"));
      }
    }
    return 0;
  }
}
