package dev.uncork.sparkworkloads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Each command runs, checks its result, and says so in its JSON. */
@DefaultTier
class WorkloadsTest {
  @TempDir private Path directory;

  private JsonNode run(int exitCode, String... arguments) throws Exception {
    Path json = directory.resolve("result.json");
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(
        List.of(
            "--master=local[2]",
            "--conf=spark.ui.enabled=false",
            "--conf=spark.sql.shuffle.partitions=2",
            "--conf=spark.sql.warehouse.dir=" + directory.resolve("warehouse"),
            "--json=" + json));
    int code = SparkWorkloads.commandLine().execute(all.toArray(String[]::new));
    assertThat(code).isEqualTo(exitCode);
    return new ObjectMapper().readTree(json.toFile());
  }

  @Test
  void allTpchAnswersAreThoseOfDuckDb() throws Exception {
    Path data = directory.resolve("data");
    JsonNode result = run(0, "tpch", "--scale=0.01", "--data=" + data, "--check");
    assertThat(result.path("answersChecked").asInt()).isEqualTo(22);
    assertThat(result.path("answersWrong").asInt()).isZero();
    assertThat(result.path("runs")).hasSize(22);
    for (JsonNode run : result.path("runs")) {
      int query = run.path("query").asInt();
      assertThat(run.path("rows").asInt()).as("rows of Q" + query).isPositive();
      assertThat(run.path("cpuMillis").asDouble()).isPositive();
    }
    assertThat(data.resolve("lineitem").resolve("_SUCCESS")).exists();
    assertThat(errorOf(2, "tpch", "--scale=0.02", "--data=" + data))
        .contains("--scale 0.02", "holds scale 0.01");
  }

  @Test
  void groupsHaveAllPairs() throws Exception {
    JsonNode result =
        run(0, "groupby", "--pairs=500", "--value-bytes=20", "--keys=50", "--rounds=2");
    assertThat(result.path("right").asBoolean()).isTrue();
    assertThat(result.path("runs")).hasSize(2);
    assertThat(result.path("runs").get(1).path("groups").asInt()).isEqualTo(50);
    assertThat(result.path("runs").get(1).path("grouped").asInt()).isEqualTo(2000);
  }

  @Test
  void ranksAddUpAndFewVerticesHaveMost() throws Exception {
    JsonNode result = run(0, "pagerank", "--vertices=2000", "--iterations=4", "--partitions=2");
    assertThat(result.path("right").asBoolean()).isTrue();
    JsonNode run = result.path("runs").get(0);
    assertThat(run.path("rankOfFirst").asDouble()).isGreaterThan(50);
  }

  @Test
  void centresAreFound() throws Exception {
    JsonNode result = run(0, "kmeans", "--points=4000", "--clusters=4", "--partitions=2");
    assertThat(result.path("right").asBoolean()).isTrue();
    JsonNode run = result.path("runs").get(0);
    assertThat(run.path("squaredDistance").asDouble()).isBetween(9.0, 11.0);
  }

  @Test
  void rowsComeBackFromStreamsAsTheyWere() throws Exception {
    JsonNode result = run(0, "legacy", "--rows=20000");
    assertThat(result.path("right").asBoolean()).isTrue();
    assertThat(result.path("runs").get(0).path("sum").asLong()).isGreaterThan(199_990_000L);
  }

  @Test
  void faultsRunWhereTheUserWants() throws Exception {
    JsonNode result = run(0, "fault", "healthy-short");
    assertThat(result.path("master").asText()).isEqualTo("local[2]");
    assertThat(result.path("fixed").asBoolean()).isFalse();
  }

  private String errorOf(int exitCode, String... arguments) {
    StringWriter error = new StringWriter();
    CommandLine line = SparkWorkloads.commandLine().setErr(new PrintWriter(error, true));
    assertThat(line.execute(arguments)).isEqualTo(exitCode);
    return error.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tpch --scale -1",
        "tpch --queries 23",
        "tpch --queries x",
        "tpch --rounds 0",
        "groupby --keys 0",
        "pagerank --vertices 1",
        "kmeans --clusters 1",
        "kmeans --dimensions 1 --clusters 3",
        "legacy --rows 0",
        "fault unknown",
        "waiting unknown",
        "unknown"
      })
  void whatMakesNoSenseIsRefused(String command) {
    assertThat(errorOf(2, command.split(" "))).isNotBlank();
  }

  @Test
  void theLauncherOpensWhatSparkNeeds() throws Exception {
    Path options = Path.of(System.getProperty("uncork.spark.options"));
    assertThat(Files.readAllLines(options))
        .containsExactly(JavaModuleOptions.defaultModuleOptionArray());
  }
}
