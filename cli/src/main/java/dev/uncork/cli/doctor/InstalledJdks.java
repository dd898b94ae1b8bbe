package dev.uncork.cli.doctor;

import dev.uncork.cli.launch.JavaHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Javas of this machine: our own, JAVA_HOME's, the PATH's and those in the usual place. */
final class InstalledJdks {
  private InstalledJdks() {}

  /** Each once, whatever the number of links to it. */
  static List<JavaHome> find(Map<String, String> environment, Path usualPlace) {
    Map<Path, JavaHome> found = new LinkedHashMap<>();
    add(found, Path.of(System.getProperty("java.home")));
    Optional.ofNullable(environment.get("JAVA_HOME")).map(Path::of).ifPresent(h -> add(found, h));
    for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      addLauncher(found, Path.of(directory, "java"));
    }
    try (Stream<Path> entries = Files.list(usualPlace)) {
      entries.sorted().forEach(home -> add(found, home));
    } catch (IOException e) {
      // No such place on this system.
      return List.copyOf(found.values());
    }
    return List.copyOf(found.values());
  }

  private static void addLauncher(Map<Path, JavaHome> found, Path launcher) {
    try {
      JavaHome.ofLauncher(launcher.toRealPath()).ifPresent(java -> add(found, java.directory()));
    } catch (IOException e) {
      // Most directories of a PATH hold no java.
      return;
    }
  }

  private static void add(Map<Path, JavaHome> found, Path home) {
    try {
      Path real = home.toRealPath();
      if (Files.isExecutable(real.resolve("bin/java"))) {
        JavaHome.of(real).ifPresent(java -> found.putIfAbsent(real, java));
      }
    } catch (IOException e) {
      // A dangling link in the usual place.
      return;
    }
  }
}
