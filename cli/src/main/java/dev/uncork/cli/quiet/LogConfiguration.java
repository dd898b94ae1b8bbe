package dev.uncork.cli.quiet;

import dev.uncork.cli.plan.Fingerprint;
import dev.uncork.cli.plan.PlannedCommand;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.Why;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** An application's log as its class path configures it, and what would make it wait less. */
public final class LogConfiguration {
  /** A framework of logging that can be told by a system property where its configuration is. */
  private enum Framework {
    LOGBACK(
        "ch/qos/logback/classic/Logger.class",
        List.of("logback.configurationFile"),
        List.of("logback-test.xml", "logback.xml"),
        "uncork-logback.xml"),
    LOG4J(
        "org/apache/logging/log4j/core/Logger.class",
        List.of("log4j2.configurationFile", "log4j.configurationFile"),
        List.of("log4j2-test.xml", "log4j2.xml"),
        "uncork-log4j2.xml");

    private final String marker;
    private final List<String> properties;
    private final List<String> resources;
    private final String file;

    Framework(String marker, List<String> properties, List<String> resources, String file) {
      this.marker = marker;
      this.properties = properties;
      this.resources = resources;
      this.file = file;
    }
  }

  private static final String JUL_PROPERTY = "java.util.logging.config.file";
  private static final String JUL_FILE = "uncork-logging.properties";

  private final List<Path> classPath;
  private final List<String> jvmOptions;
  private final Path directory;

  /**
   * The log of a program.
   *
   * @param directory of the plan, where rewritten configurations are put
   */
  public LogConfiguration(List<Path> classPath, List<String> jvmOptions, Path directory) {
    this.classPath = classPath;
    this.jvmOptions = jvmOptions;
    this.directory = directory;
  }

  /**
   * What can be tried. Writes the configurations that this needs.
   *
   * @param javaHome of the JVM, for the configuration of {@code java.util.logging}
   * @param less whether fewer lines than now may be written
   * @param say hears why something can't be tried
   */
  public List<Lever> levers(Optional<Path> javaHome, boolean less, Consumer<String> say) {
    List<Lever> levers = new ArrayList<>();
    for (Framework framework : Framework.values()) {
      if (Fingerprint.read(framework.marker, classPath).isPresent()) {
        try {
          levers.add(asynchronous(framework));
        } catch (IOException e) {
          say.accept("the log stays as it is: " + e.getMessage());
        }
      }
    }
    if (less && javaHome.isPresent()) {
      try {
        levers.add(warningsOnly(javaHome.get()));
      } catch (IOException e) {
        say.accept("java.util.logging stays as it is: " + e.getMessage());
      }
    }
    return levers;
  }

  private Lever asynchronous(Framework framework) throws IOException {
    Optional<byte[]> original = original(framework);
    String text;
    try {
      if (framework == Framework.LOGBACK) {
        text =
            LogbackXml.asynchronous(
                original.orElseGet(() -> LogbackXml.BASIC.getBytes(StandardCharsets.UTF_8)));
      } else if (original.isPresent()) {
        text = Log4jXml.asynchronous(original.get());
      } else {
        throw new IOException("there is none as XML");
      }
    } catch (IOException e) {
      throw new IOException(
          "the configuration of "
              + framework.name().toLowerCase(Locale.ROOT)
              + " can't be made asynchronous: "
              + e.getMessage(),
          e);
    }
    Files.writeString(directory.resolve(framework.file), text);
    return lever(
        framework.name().toLowerCase(Locale.ROOT),
        "-D"
            + framework.properties.get(0)
            + "="
            + PlannedCommand.PLAN_DIRECTORY
            + "/"
            + framework.file,
        Why.Known.ASYNCHRONOUS_LOG);
  }

  private Lever warningsOnly(Path javaHome) throws IOException {
    Path given = property(List.of(JUL_PROPERTY)).map(Path::of).orElse(null);
    Path file = given == null ? javaHome.resolve("conf").resolve("logging.properties") : given;
    List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
    lines.removeIf(line -> line.strip().matches("[\\w.$]*\\.?level\\s*[=:].*"));
    lines.add(".level = WARNING");
    Files.write(directory.resolve(JUL_FILE), lines, StandardCharsets.ISO_8859_1);
    return lever(
        "java.util.logging",
        "-D" + JUL_PROPERTY + "=" + PlannedCommand.PLAN_DIRECTORY + "/" + JUL_FILE,
        Why.Known.LESS_LOG);
  }

  private static Lever lever(String name, String option, Why why) {
    Change change = Change.options(RemedyKind.QUIET, "quiet " + name, List.of(option));
    return new Lever(
        RemedyKind.QUIET, change.lever(), List.of(change), OptionalDouble.empty(), why, false);
  }

  private Optional<byte[]> original(Framework framework) throws IOException {
    Optional<String> given = property(framework.properties);
    if (given.isPresent()) {
      Path file = Path.of(given.get().replaceFirst("^(file|classpath):(//)?", ""));
      return Files.isRegularFile(file)
          ? Optional.of(Files.readAllBytes(file))
          : resource(given.get().replaceFirst("^classpath:", ""));
    }
    for (String name : framework.resources) {
      Optional<byte[]> found = Fingerprint.read(name, classPath);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<byte[]> resource(String name) throws IOException {
    Optional<byte[]> found = Fingerprint.read(name, classPath);
    if (found.isEmpty()) {
      throw new IOException("its configuration " + name + " was not found");
    }
    return found;
  }

  private Optional<String> property(List<String> names) {
    Optional<String> found = Optional.empty();
    for (String option : jvmOptions) {
      for (String name : names) {
        if (option.startsWith("-D" + name + "=")) {
          found = Optional.of(option.substring(name.length() + 3));
        }
      }
    }
    return found;
  }

  /**
   * What a change of the log rests on: the rewritten file, and the original that it was made of.
   *
   * @param classes is given fingerprints of resources of the class path
   * @param files is given fingerprints of files beside the plan
   */
  public static void requirements(
      Change change,
      List<Path> classPath,
      Path directory,
      Map<String, String> classes,
      Map<String, String> files) {
    for (String option : change.jvmOptions()) {
      int at = option.indexOf(PlannedCommand.PLAN_DIRECTORY + "/");
      if (at >= 0) {
        String name = option.substring(at + PlannedCommand.PLAN_DIRECTORY.length() + 1);
        Fingerprint.of(directory.resolve(name)).ifPresent(print -> files.put(name, print));
      }
    }
    for (Framework framework : Framework.values()) {
      if (change.lever().endsWith(framework.name().toLowerCase(Locale.ROOT))) {
        for (String name : framework.resources) {
          Fingerprint.of(name, classPath).ifPresent(print -> classes.put(name, print));
        }
      }
    }
  }

  /** Removes what was written for levers that a plan doesn't hold. */
  public static void removeUnused(Path directory, List<Change> kept) throws IOException {
    for (String name : List.of(Framework.LOGBACK.file, Framework.LOG4J.file, JUL_FILE)) {
      boolean used =
          kept.stream()
              .flatMap(change -> change.jvmOptions().stream())
              .anyMatch(option -> option.endsWith("/" + name));
      if (!used) {
        Files.deleteIfExists(directory.resolve(name));
      }
    }
  }
}
