package dev.uncork.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What settings make of a spark-submit command, and what it had before. */
class SparkCommandTest {
  private static SparkCommand of(String... words) {
    return SparkCommand.of(List.of(words)).orElseThrow();
  }

  @Test
  void settingsTakeThePlaceOfOptionsOfTheSameMeaning() {
    SparkCommand command =
        of(
            "/opt/spark/bin/spark-submit",
            "--master=spark://a:7077",
            "--executor-memory",
            "4g",
            "-c",
            "spark.executor.cores=4",
            "--verbose",
            "--conf=spark.kept=a=b",
            "app.jar",
            "--executor-memory",
            "mine");
    assertThat(
            command.with(
                Map.of("spark.executor.memory", "2g", "spark.executor.cores", "2"), List.of()))
        .containsExactly(
            "/opt/spark/bin/spark-submit",
            "--conf",
            "spark.executor.cores=2",
            "--conf",
            "spark.executor.memory=2g",
            "--master=spark://a:7077",
            "--verbose",
            "--conf=spark.kept=a=b",
            "app.jar",
            "--executor-memory",
            "mine");
    assertThat(command.value("spark.kept")).isEqualTo("a=b");
    assertThat(command.overriding(Set.of("spark.executor.memory")))
        .containsExactly(Map.entry("spark.executor.memory", "--executor-memory 4g"));
  }

  @Test
  void listsAndJvmOptionsAreAddedTo() {
    SparkCommand command =
        of(
            "spark-submit",
            "--master",
            "yarn",
            "--jars",
            "a.jar",
            "--conf",
            "spark.executor.extraJavaOptions=-Dx=1 -XX:+UseG1GC",
            "app.py");
    assertThat(
            command.settings(
                Map.of("spark.jars", "u.jar", "spark.plugins", SparkCommand.PLUGIN),
                List.of("-XX:+UseParallelGC")))
        .containsEntry("spark.jars", "a.jar,u.jar")
        .containsEntry("spark.executor.extraJavaOptions", "-Dx=1 -XX:+UseParallelGC")
        .containsEntry("spark.uncork.profile", "false")
        .containsEntry("spark.uncork.numa", "off");
    assertThat(command.classPath()).containsExactly(Path.of("a.jar"));
  }

  @Test
  void aPluginThatIsThereAlreadyKeepsItsSettings() {
    SparkCommand command =
        of("spark-submit", "--conf", "spark.plugins=" + SparkCommand.PLUGIN, "app.jar");
    assertThat(
            command.settings(
                Map.of("spark.plugins", SparkCommand.PLUGIN, "spark.uncork.locks", "reserve"),
                List.of()))
        .containsOnlyKeys("spark.plugins", "spark.uncork.locks");
  }

  @Test
  void inLocalModeTheDriverIsWhatWorks() {
    assertThat(of("spark-submit", "app.py").settings(Map.of(), List.of("-XX:+UseParallelGC")))
        .containsOnlyKeys("spark.driver.extraJavaOptions");
  }

  @Test
  void theFileOfDefaultsSaysWhatTheCommandDoesNot(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("own.conf");
    Files.writeString(file, "spark.master  local[3]\nspark.jars=b.jar\n");
    SparkCommand command = of("spark-submit", "--properties-file", file.toString(), "app.py");
    assertThat(command.value("spark.master")).isEqualTo("local[3]");
    assertThat(command.settings(Map.of("spark.jars", "u.jar"), List.of()))
        .containsEntry("spark.jars", "b.jar,u.jar");
  }

  @Test
  void pipsSparkHasItsDefaultsBesideItsPackage(@TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(
        System.getenv("SPARK_HOME") == null && System.getenv("SPARK_CONF_DIR") == null);
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Files.createFile(bin.resolve("find_spark_home.py"));
    Path conf = directory.resolve("lib/python3.11/site-packages/pyspark/conf");
    Files.createDirectories(conf);
    Files.writeString(conf.resolve("spark-defaults.conf"), "spark.jars a.jar\nspark.x 1\n");
    Path own = directory.resolve("own.conf");
    Files.writeString(own, "spark.x 2\n");
    String submit = bin.resolve("spark-submit").toString();
    assertThat(of(submit, "app.py").value("spark.jars")).isEqualTo("a.jar");
    SparkCommand alone = of(submit, "--properties-file", own.toString(), "app.py");
    assertThat(alone.value("spark.jars")).isEmpty();
    SparkCommand both = of(submit, "--properties-file=" + own, "--load-spark-defaults", "app.py");
    assertThat(both.value("spark.jars")).isEqualTo("a.jar");
    assertThat(both.value("spark.x")).isEqualTo("2");
    assertThat(both.propertiesFile()).contains(own);
  }

  @Test
  void otherCommandsAreNone() {
    assertThat(SparkCommand.of(List.of("java", "spark-submit"))).isEmpty();
  }
}
