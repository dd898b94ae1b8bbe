package dev.uncork.systemtests;

import dev.uncork.testsupport.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * An installed JDK, found by its release file in the usual places and in {@code JAVA<major>_HOME}.
 */
record Jdk(int major, Path home) {
  private static final List<Path> USUAL_PLACES =
      List.of(Path.of("/usr/lib/jvm"), Path.of("/usr/java"), Path.of("/opt"));

  /** The versions that every claim is tested on. */
  static Stream<Integer> tested() {
    return Stream.of(17, 25);
  }

  /**
   * Of these versions, one that is installed: it stands for the others where they behave alike,
   * except in the slowest tier.
   */
  static Stream<Integer> representative() {
    List<Integer> installed = tested().filter(major -> find(major).isPresent()).toList();
    return Tier.asked().choose(installed.isEmpty() ? tested().toList() : installed).stream();
  }

  /** A JDK of this major version; skips the test where there is none. */
  static Jdk of(int major) {
    return find(major)
        .orElseGet(
            () ->
                Assumptions.abort(
                    "no JDK %d found in %s; set JAVA%1$d_HOME to one"
                        .formatted(major, USUAL_PLACES)));
  }

  private static Optional<Jdk> find(int major) {
    return candidates(major).stream()
        .filter(home -> Files.isExecutable(home.resolve("bin/java")) && majorOf(home) == major)
        .findFirst()
        .map(home -> new Jdk(major, home));
  }

  String java() {
    return home.resolve("bin/java").toString();
  }

  /** A tool of this JDK. */
  String tool(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  private static List<Path> candidates(int major) {
    List<Path> candidates = new ArrayList<>();
    for (String variable : List.of("JAVA" + major + "_HOME", "JAVA_HOME")) {
      String value = System.getenv(variable);
      if (value != null) {
        candidates.add(Path.of(value));
      }
    }
    candidates.add(Path.of(System.getProperty("java.home")));
    for (Path place : USUAL_PLACES) {
      try (Stream<Path> entries = Files.list(place)) {
        entries.sorted().forEach(candidates::add);
      } catch (IOException e) {
        // Not every system has every place.
        continue;
      }
    }
    return candidates;
  }

  private static int majorOf(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION=\""))
          .map(line -> line.substring("JAVA_VERSION=\"".length()).split("[^0-9]", 2)[0])
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
