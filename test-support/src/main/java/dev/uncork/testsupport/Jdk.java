package dev.uncork.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A JDK of this machine, found by its release file: what {@code JAVA<major>_HOME} and {@code
 * JAVA_HOME} name, the one that runs the tests, others beside it and in the usual places; of each
 * major version the first.
 */
public record Jdk(int major, Path home) {
  private static final int OLDEST = 17;
  private static final List<Path> USUAL_PLACES =
      List.of(Path.of("/usr/lib/jvm"), Path.of("/usr/java"), Path.of("/opt"));
  private static final String VERSION = "JAVA_VERSION=\"";
  private static final Pattern VARIABLE = Pattern.compile("JAVA\\d+_HOME");

  /** One of each version that Uncork works on, the oldest first. */
  public static Stream<Jdk> installed() {
    Map<Integer, Jdk> byVersion = new TreeMap<>();
    for (Path home : candidates()) {
      int major = majorOf(home);
      if (major >= OLDEST) {
        byVersion.putIfAbsent(major, new Jdk(major, home));
      }
    }
    return byVersion.values().stream();
  }

  /** The versions that every claim is tested on. */
  public static Stream<Integer> tested() {
    return Stream.of(17, 25);
  }

  /**
   * Of these versions, one that is installed: it stands for the others where they behave alike,
   * except in the slowest tier.
   */
  public static Stream<Integer> representative() {
    Set<Integer> here = installed().map(Jdk::major).collect(Collectors.toSet());
    List<Integer> installed = tested().filter(here::contains).toList();
    return Tier.asked().choose(installed.isEmpty() ? tested().toList() : installed).stream();
  }

  /** A JDK of this major version; skips the test where there is none. */
  public static Jdk of(int major) {
    return installed()
        .filter(jdk -> jdk.major == major)
        .findFirst()
        .orElseGet(
            () ->
                Assumptions.abort(
                    "no JDK %d found in %s; set JAVA%1$d_HOME to one"
                        .formatted(major, USUAL_PLACES)));
  }

  /** The path of its launcher. */
  public String java() {
    return tool("java");
  }

  /** The path of one of its tools. */
  public String tool(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  public boolean hasVirtualThreads() {
    return major >= 21;
  }

  /** Whether it can call C without JNI. */
  public boolean hasForeignFunctions() {
    return major >= 22;
  }

  /** Since JDK 24 a virtual thread that blocks on a monitor leaves its carrier. */
  public boolean unmountsBlockedVirtualThreads() {
    return major >= 24;
  }

  @Override
  public String toString() {
    return "JDK " + major;
  }

  private static List<Path> candidates() {
    List<Path> candidates = new ArrayList<>();
    Map<String, String> variables = new TreeMap<>(System.getenv());
    variables.forEach(
        (name, value) -> {
          if (VARIABLE.matcher(name).matches()) {
            candidates.add(Path.of(value));
          }
        });
    if (variables.containsKey("JAVA_HOME")) {
      candidates.add(Path.of(variables.get("JAVA_HOME")));
    }
    Path running = Path.of(System.getProperty("java.home"));
    candidates.add(running);
    List<Path> places = new ArrayList<>(USUAL_PLACES);
    places.add(0, running.resolveSibling(""));
    for (Path place : places) {
      try (Stream<Path> entries = Files.list(place)) {
        entries.sorted().forEach(candidates::add);
      } catch (IOException e) {
        // Not every system has every place.
        continue;
      }
    }
    return candidates;
  }

  /** Major version of a JDK, 0 when the directory is none. */
  private static int majorOf(Path home) {
    if (!Files.isExecutable(home.resolve("bin/javac"))) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith(VERSION))
          .map(line -> line.substring(VERSION.length()).split("[^0-9]", 2)[0])
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
