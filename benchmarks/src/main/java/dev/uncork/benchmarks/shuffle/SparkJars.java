package dev.uncork.benchmarks.shuffle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Jars of Spark, of its workloads and of Uncork, as the build has them. */
public final class SparkJars {
  private static final Path HOME = Path.of("benchmarks/target/spark-home").toAbsolutePath();
  private static final Path CLASS_PATH = Path.of("spark/workloads/target/spark.classpath");

  private SparkJars() {}

  /** Those that the build compiles against. */
  static List<Path> ofSpark() throws IOException {
    return Stream.of(Files.readString(CLASS_PATH).strip().split(":")).map(Path::of).toList();
  }

  /** A Spark's home with these jars, linked into a folder, for what starts executors. */
  public static Path home() throws IOException {
    Path jars = Files.createDirectories(HOME.resolve("jars"));
    for (Path jar : ofSpark()) {
      Path link = jars.resolve(jar.getFileName());
      if (!Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
    return HOME;
  }

  /** The workloads, for driver and executors. */
  public static Path workloads() {
    return Path.of("spark/workloads/target/spark-workloads.jar").toAbsolutePath();
  }

  /** Uncork's plugin. */
  public static Path plugin() {
    return Path.of("dist/target/uncork/lib/uncork-spark.jar").toAbsolutePath();
  }

  /** All of them, Spark's last. */
  public static List<Path> all() throws IOException {
    List<Path> all = new ArrayList<>(List.of(workloads(), plugin()));
    all.addAll(ofSpark());
    return all;
  }
}
