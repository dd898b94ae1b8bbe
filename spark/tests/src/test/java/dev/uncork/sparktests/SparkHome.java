package dev.uncork.sparktests;

import dev.uncork.sparktests.job.SumJob;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Assumptions;

/** A Spark installation for one test, made of links to the jars that the build has anyway. */
record SparkHome(Path directory) {

  static SparkHome in(Path directory) throws IOException {
    String classPath =
        Files.readString(Path.of(System.getProperty("uncork.spark.classpath"))).strip();
    return of(Stream.of(classPath.split(":")).map(Path::of).toList(), directory);
  }

  /** Of the Spark in {@code SPARK_HOME}, for clients that the build's own lacks; else it skips. */
  static SparkHome installed(Path directory) throws IOException {
    Path spark = Path.of(System.getenv().getOrDefault("SPARK_HOME", "SPARK_HOME"), "jars");
    Assumptions.assumeTrue(Files.isDirectory(spark), "the build's Spark won't do: set SPARK_HOME");
    try (Stream<Path> files = Files.list(spark)) {
      return of(files.toList(), directory);
    }
  }

  private static SparkHome of(List<Path> files, Path directory) throws IOException {
    Files.createDirectories(directory.resolve("jars"));
    SparkHome home = new SparkHome(directory);
    for (Path file : files) {
      home.add(file);
    }
    return home;
  }

  /** Makes a jar a part of this Spark. */
  void add(Path jar) throws IOException {
    Files.createSymbolicLink(directory.resolve("jars").resolve(jar.getFileName()), jar);
  }

  /** What users add to theirs. */
  static Path plugin() {
    return Path.of(System.getProperty("uncork.home"), "lib", "uncork-spark.jar");
  }

  /** Jobs to measure with, and shuffles to compare with. */
  static Path workloads() {
    return Path.of(
        System.getProperty("uncork.home"), "../../../spark/workloads/target/spark-workloads.jar");
  }

  /** The application's jar: the package of {@link SumJob}. */
  Path application() throws IOException, URISyntaxException {
    Path jar = directory.resolve("job.jar");
    Path classes =
        Path.of(SumJob.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path folder = classes.resolve(SumJob.class.getPackageName().replace('.', '/'));
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.toList();
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path file : files) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }

  /** A command spark-submit, in a JVM that starts fast. */
  Path submitScript() throws IOException {
    Path script = Files.createDirectories(directory.resolve("bin")).resolve("spark-submit");
    String java = System.getProperty("java.home") + "/bin/java";
    String options =
        "-Xmx512m "
            + SparkRun.FAST_START
            + " "
            + String.join(" ", JavaModuleOptions.defaultModuleOptionArray());
    Files.writeString(
        script,
        """
        #!/bin/sh
        export SPARK_HOME='%s' SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13
        exec '%s' %s -cp '%s/jars/*' org.apache.spark.deploy.SparkSubmit "$@"
        """
            .formatted(directory, java, options, directory));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  /** What executors wrote to their logs. */
  String executorLogs() throws IOException {
    return logs(directory.resolve("work"), "stderr");
  }

  /** All files of a name below a directory. */
  static String logs(Path directory, String name) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path log : files.filter(file -> file.endsWith(name)).toList()) {
        text.append(Files.readString(log));
      }
    }
    return text.toString();
  }
}
