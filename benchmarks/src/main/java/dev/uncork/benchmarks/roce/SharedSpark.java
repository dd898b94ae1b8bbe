package dev.uncork.benchmarks.roce;

import dev.uncork.benchmarks.shuffle.SparkJars;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Spark home whose classes are in an archive that JVMs map (class data sharing), since reading
 * them takes minutes in a guest under software emulation.
 *
 * @param home SPARK_HOME, with Uncork's and the workloads' jars among Spark's
 * @param options a file of options for all JVMs
 */
record SharedSpark(Path home, Path options) {
  private static final Path FOLDER = Path.of("benchmarks/target/roce-spark").toAbsolutePath();
  private static final Path ARCHIVE = FOLDER.resolve("classes.jsa");
  private static final List<String> OPTIONS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Makes it anew, in about a minute: a job is run to see which classes are needed. */
  static SharedSpark make() throws IOException, InterruptedException {
    Path jars = Files.createDirectories(FOLDER.resolve("jars"));
    // One jar, so that the order of the others is the same wherever it is asked for.
    writeJar(jars, jars.resolve("all.jar"));
    Path logs = Files.createDirectories(FOLDER.resolve("lists"));
    try (Stream<Path> old = Files.list(logs)) {
      for (Path list : old.toList()) {
        Files.delete(list);
      }
    }
    Path trial = FOLDER.resolve("trial-options");
    Files.write(trial, OPTIONS);
    java(
        List.of("@" + trial, "-XX:DumpLoadedClassList=" + logs.resolve("driver")),
        List.of(
            "dev.uncork.sparkworkloads.SparkWorkloads",
            "groupby",
            "--master=local-cluster[2,1,512]",
            "--pairs=800",
            "--conf=spark.executor.memory=512m",
            "--conf=spark.shuffle.manager=dev.uncork.spark.shuffle.UncorkShuffleManager",
            "--conf=spark.uncork.shuffle.sameHost=false",
            "--conf=spark.uncork.shuffle.ucx.tls=sm",
            "--conf=spark.uncork.profile=false",
            "--conf=spark.plugins=dev.uncork.spark.UncorkPlugin",
            "--conf=spark.ui.enabled=false",
            "--conf=spark.eventLog.enabled=true",
            "--conf=spark.eventLog.dir=file://" + Files.createTempDirectory("uncork-events"),
            "--conf=spark.executor.extraJavaOptions=@"
                + trial
                + " -XX:DumpLoadedClassList="
                + logs.resolve("executor-{{EXECUTOR_ID}}")));
    Path all = FOLDER.resolve("classes");
    Files.write(all, merged(logs));
    java(
        List.of(
            "@" + trial,
            "-Xshare:dump",
            "-XX:SharedClassListFile=" + all,
            "-XX:SharedArchiveFile=" + ARCHIVE),
        List.of());
    List<String> shared = new ArrayList<>(OPTIONS);
    shared.add("-XX:SharedArchiveFile=" + ARCHIVE);
    Path options = FOLDER.resolve("options");
    Files.write(options, shared);
    return new SharedSpark(FOLDER, options);
  }

  /** Names are relative, as class data sharing wants them. */
  private static void writeJar(Path folder, Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            SparkJars.all().stream()
                .map(file -> folder.relativize(file).toString())
                .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
  }

  /** Names of classes first, what refers to them after that; their numbers are of one JVM each. */
  private static List<String> merged(Path lists) throws IOException {
    Set<String> classes = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    try (Stream<Path> files = Files.list(lists)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          if (line.startsWith("@")) {
            others.add(line);
          } else if (!line.startsWith("#") && !line.contains(" source: ")) {
            classes.add(line.replaceFirst(" id: .*", ""));
          }
        }
      }
    }
    List<String> all = new ArrayList<>(classes);
    all.addAll(others);
    return all;
  }

  private static void java(List<String> options, List<String> program)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@spark/workloads/bin/spark-java-options");
    command.addAll(options);
    // As Spark starts executors.
    command.addAll(List.of("-cp", FOLDER + "/conf/:" + FOLDER + "/jars/*"));
    command.addAll(program);
    Path log = FOLDER.resolve("log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(log.toFile());
    builder.environment().put("SPARK_HOME", FOLDER.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    int code = builder.start().waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + " ended with " + code + "; see " + log);
    }
  }
}
