package dev.uncork.benchmarks.sparkjobs;

import dev.uncork.benchmarks.shuffle.SparkJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Spark that jobs run on.
 *
 * @param name for figures, such as {@code 4.3.0}
 * @param home its folder, with a folder {@code jars}
 * @param python that has PySpark of the same version
 */
record SparkInstallation(String name, Path home, Optional<Path> python) {
  private static final Path SCRIPTS = Path.of("spark/workloads/src/main/python");
  private static final Path ENVIRONMENTS = Path.of("benchmarks/target").toAbsolutePath();

  /** The one that the build compiles against; it has no Python. */
  static SparkInstallation ofBuild() throws IOException {
    Path home = SparkJars.home();
    try (Stream<Path> jars = Files.list(home.resolve("jars"))) {
      String version =
          jars.map(jar -> String.valueOf(jar.getFileName()))
              .filter(jar -> jar.startsWith("spark-core_"))
              .map(jar -> jar.replaceFirst(".*-", "").replace(".jar", ""))
              .findFirst()
              .orElseThrow(() -> new IOException(home + "/jars has no spark-core_*.jar"));
      return new SparkInstallation(version, home, Optional.empty());
    }
  }

  /** PySpark from PyPI in an environment of its own, installed at first use; empty if it can't. */
  static Optional<SparkInstallation> pySpark(String version)
      throws IOException, InterruptedException {
    Path environment = ENVIRONMENTS.resolve("pyspark-" + version);
    Path python = environment.resolve("bin/python");
    Path log = ENVIRONMENTS.resolve("pyspark-" + version + ".log");
    if (!ran(List.of(python.toString(), "-c", "import pyspark"), log)) {
      System.out.println("PySpark " + version + " is being installed in " + environment);
      if (!ran(List.of("python3", "-m", "venv", environment.toString()), log)
          || !ran(install(python, version), log)) {
        System.out.println(
            "PySpark " + version + " can't be installed, so its jobs are left out; see " + log);
        return Optional.empty();
      }
    }
    String folder = "import os, pyspark; print(os.path.dirname(pyspark.__file__))";
    Process process = new ProcessBuilder(python.toString(), "-c", folder).start();
    Path home = Path.of(new String(process.getInputStream().readAllBytes()).strip());
    return Optional.of(new SparkInstallation(version, home, Optional.of(python)));
  }

  private static List<String> install(Path python, String version) {
    return List.of(python.toString(), "-m", "pip", "install", "-q", "pyspark==" + version);
  }

  private static boolean ran(List<String> command, Path log)
      throws IOException, InterruptedException {
    if (command.get(0).startsWith("/") && !Files.exists(Path.of(command.get(0)))) {
      return false;
    }
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor()
        == 0;
  }

  /** What the environment of its programs needs. */
  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("SPARK_HOME", home.toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("SPARK_LOCAL_IP", "127.0.0.1");
    python.ifPresent(program -> environment.put("PYSPARK_PYTHON", program.toString()));
    return environment;
  }

  /** The command of a workload in Java. */
  static List<String> workload(List<String> arguments, Map<String, String> settings) {
    List<String> words = new ArrayList<>(List.of("spark/workloads/bin/spark-workload"));
    words.addAll(arguments);
    settings.forEach((key, value) -> words.add("--conf=" + key + "=" + value));
    return words;
  }

  /** The command of a program in Python, by its file and arguments. */
  List<String> script(List<String> arguments, Map<String, String> settings) {
    List<String> words = new ArrayList<>(List.of(home.resolve("bin/spark-submit").toString()));
    settings.forEach((key, value) -> words.addAll(List.of("--conf", key + "=" + value)));
    words.add(SCRIPTS.resolve(arguments.get(0)).toString());
    words.addAll(arguments.subList(1, arguments.size()));
    return words;
  }
}
