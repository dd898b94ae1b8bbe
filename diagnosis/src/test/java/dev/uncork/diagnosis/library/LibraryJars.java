package dev.uncork.diagnosis.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The jars that the files name, from Maven's local repository or, the first time, from where Maven
 * gets its artifacts.
 */
record LibraryJars(Path folder) {
  private static final Path MAVEN = Path.of("../build-support/maven").toAbsolutePath();
  private static final int MINUTES = 10;
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>uncork</artifactId>\\s*<version>([^<]+)</version>");

  /** Group, artifact and version. */
  private record Artifact(String group, String name, String version) {
    static Artifact parse(String text) {
      String[] parts = text.split(":");
      assertThat(parts).as(text).hasSize(3);
      return new Artifact(parts[0], parts[1], parts[2]);
    }

    Path jar(Path folder) {
      return folder.resolve(name + "-" + version + ".jar");
    }

    String element() {
      return "<artifactItem><groupId>%s</groupId>".formatted(group)
          + "<artifactId>%s</artifactId><version>%s</version></artifactItem>"
              .formatted(name, version);
    }
  }

  static LibraryJars fetch(Path folder) throws IOException, InterruptedException {
    Set<Artifact> wanted = new LinkedHashSet<>();
    LibraryWaits.ids().forEach(id -> wanted.addAll(artifacts(id)));
    if (!wanted.stream().allMatch(artifact -> Files.exists(artifact.jar(folder)))) {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("pom.xml"), project(wanted));
      if (copy(folder, "-o") != 0) {
        assertThat(copy(folder))
            .as("Maven's exit code, see " + folder.resolve("maven.log").toAbsolutePath())
            .isZero();
      }
    }
    return new LibraryJars(folder);
  }

  /** A project of this build, so that the plugin's version is the one that it uses. */
  private static String project(Set<Artifact> wanted) throws IOException {
    Matcher version = VERSION.matcher(Files.readString(Path.of("../pom.xml")));
    assertThat(version.find()).isTrue();
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>dev.uncork</groupId>
            <artifactId>uncork</artifactId>
            <version>%s</version>
            <relativePath>../../../pom.xml</relativePath>
          </parent>
          <artifactId>libraries</artifactId>
          <packaging>pom</packaging>
          <build><plugins><plugin>
            <artifactId>maven-dependency-plugin</artifactId>
            <configuration><artifactItems>
        %s
            </artifactItems></configuration>
          </plugin></plugins></build>
        </project>
        """
        .formatted(
            version.group(1),
            wanted.stream().map(Artifact::element).collect(Collectors.joining("\n")));
  }

  private static int copy(Path folder, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(MAVEN.toString(), "-B", "-q"));
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-f",
            folder.resolve("pom.xml").toString(),
            "dependency:copy",
            "-DoutputDirectory=" + folder.toAbsolutePath()));
    Process maven =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("maven.log").toFile())
            .start();
    if (!maven.waitFor(MINUTES, TimeUnit.MINUTES)) {
      maven.destroy();
      throw new AssertionError("Maven didn't fetch the libraries in " + MINUTES + " minutes");
    }
    return maven.exitValue();
  }

  /** What a file says of a wait that isn't so in the jars. */
  List<String> mistakes(String id, LibraryFile.Entry entry) throws IOException {
    List<String> wrong = new ArrayList<>();
    Map<LibraryFile.Place, List<Artifact>> found = new LinkedHashMap<>();
    for (LibraryFile.Place place : entry.places()) {
      List<Artifact> in = new ArrayList<>();
      for (Artifact artifact : artifacts(id)) {
        if (ClassFiles.ofJar(artifact.jar(folder), place.className()).has(place.method())) {
          in.add(artifact);
        }
      }
      found.put(place, in);
      if (in.isEmpty()) {
        wrong.add(id + "." + entry.key() + ": in no version: " + place);
      }
    }
    List<Artifact> any = found.values().stream().flatMap(List::stream).distinct().toList();
    for (Artifact artifact : artifacts(id)) {
      boolean elsewhere = any.stream().anyMatch(other -> sameLibrary(other, artifact));
      if (elsewhere && !any.contains(artifact)) {
        wrong.add(id + "." + entry.key() + ": nothing of it in " + artifact);
      }
    }
    return wrong;
  }

  private static boolean sameLibrary(Artifact one, Artifact other) {
    return one.group().equals(other.group()) && one.name().equals(other.name());
  }

  private static List<Artifact> artifacts(String id) {
    String text = LibraryWaits.properties(id).getProperty("artifacts", "").strip();
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split("\\s+")).map(Artifact::parse).collect(Collectors.toList());
  }
}
