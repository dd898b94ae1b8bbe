package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.sparktests.job.ShuffleJob;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code UncorkShuffleManager}: the results of Spark's own shuffle, and nothing left behind. */
class ShuffleTest {
  private static final String CLUSTER = "local-cluster[2,1,600]";

  private static List<String> ofSpark = List.of();

  @TempDir private Path directory;
  private Path memory;

  @BeforeEach
  void makeMemory() throws IOException {
    memory = Files.createTempDirectory(Path.of("/dev/shm"), "shuffle-test-");
  }

  @AfterEach
  void removeMemory() throws IOException {
    Files.deleteIfExists(memory);
  }

  private SparkRun submit(SparkHome home, String master, Map<String, String> more)
      throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.shuffle.manager", "dev.uncork.spark.shuffle.UncorkShuffleManager");
    settings.put("spark.uncork.shuffle.directory", memory.toString());
    settings.put("spark.uncork.profile", "false");
    settings.put("spark.executor.memory", "600m");
    settings.put("spark.sql.shuffle.partitions", "5");
    settings.put("spark.ui.enabled", "false");
    settings.put("spark.sql.adaptive.coalescePartitions.initialPartitionNum", "20");
    settings.putAll(more);
    return SparkRun.submit(home, List.of(), master, ShuffleJob.class, settings);
  }

  private SparkHome home(String name) throws IOException {
    return SparkHome.in(directory.resolve(name));
  }

  private static List<String> results(SparkRun run) throws InterruptedException {
    run.await(line -> line.equals(ShuffleJob.DONE));
    return run.output().lines().filter(line -> line.startsWith("JOB ")).toList();
  }

  /** Once for all tests. */
  private List<String> sparksOwn() throws Exception {
    if (ofSpark.isEmpty()) {
      try (SparkRun run =
          submit(home("own"), "local[2]", Map.of("spark.shuffle.manager", "sort"))) {
        ofSpark = results(run);
        assertThat(run.end()).isZero();
      }
    }
    assertThat(ofSpark).hasSize(20);
    return ofSpark;
  }

  /** Of some jobs. */
  private List<String> sparksOwn(String names) throws Exception {
    List<String> some = List.of(names.split(","));
    return sparksOwn().stream().filter(line -> some.contains(line.split(" ")[1])).toList();
  }

  @Test
  void resultsAreSparksOwnAndAKilledExecutorChangesNothing() throws Exception {
    List<String> expected = sparksOwn();
    SparkHome home = home("cluster");
    try (SparkRun run = submit(home, CLUSTER, Map.of("spark.uncork.shuffle.memory", "64m"))) {
      assertThat(results(run)).isEqualTo(expected);
      ProcessHandle victim = run.executors().get(0);
      run.say("again");
      // The first job's line of the first pass, then of the second.
      run.await(expected.get(0)::equals);
      run.await(expected.get(0)::equals);
      victim.destroyForcibly();
      List<String> both = new ArrayList<>(expected.subList(1, expected.size()));
      both.addAll(expected.subList(1, expected.size()));
      assertThat(results(run)).isEqualTo(both);
      assertThat(run.end()).isZero();
    }
    assertThat(memory).isEmptyDirectory();
    assertThat(home.executorLogs())
        .contains("keeps map outputs in " + memory)
        .doesNotContain("WARN spark: Uncork");
  }

  @Test
  void withHardlyAnyMemoryAndEncryptionResultsAreTheSame() throws Exception {
    List<String> expected = sparksOwn();
    SparkHome home = home("cluster");
    Map<String, String> settings =
        Map.of(
            "spark.uncork.shuffle.memory", "1m",
            "spark.io.encryption.enabled", "true",
            "spark.authenticate", "true",
            "spark.authenticate.secret", "of the test",
            "spark.network.crypto.enabled", "true",
            "spark.uncork.shuffle.sameHost", "false",
            "spark.shuffle.checksum.algorithm", "CRC32");
    try (SparkRun run = submit(home, CLUSTER, settings)) {
      assertThat(results(run)).isEqualTo(expected);
      assertThat(run.end()).isZero();
    }
    assertThat(memory).isEmptyDirectory();
    // What went by which route is an executor's last line; a cluster's executors may be killed
    // first.
    assertThat(home.executorLogs()).contains("keeps map outputs in " + memory);
  }

  @Test
  void whereThereIsNoRoomItIsSparksOwnShuffle() throws Exception {
    List<String> expected = sparksOwn();
    Map<String, String> settings =
        Map.of("spark.uncork.shuffle.directory", directory.resolve("none").toString());
    try (SparkRun run = submit(home("local"), "local[2]", settings)) {
      String said = run.await(line -> line.contains("WARN spark: Uncork:"));
      assertThat(said).contains("shuffles by files and Netty").contains("none");
      assertThat(results(run)).isEqualTo(expected);
      assertThat(run.end()).isZero();
      assertThat(run.output().split("WARN spark: Uncork:", -1)).hasSize(2);
    }
  }

  @Test
  void uncompressedInOneJvmWithoutChecksums() throws Exception {
    List<String> expected = sparksOwn();
    Map<String, String> settings =
        Map.of(
            "spark.shuffle.compress", "false",
            "spark.shuffle.checksum.enabled", "false",
            "spark.uncork.shuffle.memory", "24m",
            "spark.serializer", "org.apache.spark.serializer.KryoSerializer");
    try (SparkRun run = submit(home("local"), "local[2]", settings)) {
      assertThat(results(run)).isEqualTo(expected);
      assertThat(run.end()).isZero();
      assertThat(run.output()).doesNotContain("WARN spark: Uncork");
    }
    try (Stream<Path> left = Files.list(memory)) {
      assertThat(left).isEmpty();
    }
  }

  /** Stand-in for another host: executors may not map each other's memory, and UCX uses it. */
  private static final Map<String, String> UCX_ON_ONE_HOST =
      Map.of(
          "spark.uncork.shuffle.sameHost", "false",
          "spark.uncork.shuffle.ucx.tls", "sm",
          "spark.ui.enabled", "true");

  private static void needsUcx() {
    Assumptions.assumeTrue(
        Stream.of("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib")
            .anyMatch(folder -> Files.exists(Path.of(folder, "libucp.so.0"))),
        "libucp.so.0 (Debian: libucx0) is not installed");
  }

  /** Waits until executors have told of bytes by a route; what they told. */
  private static String bytesBy(String route, String ui) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    String id = mapper.readTree(get(ui + "/api/v1/applications")).path(0).path("id").asText();
    String address = ui + "/api/v1/applications/" + id + "/scaling/shuffles";
    SparkRun.awaitTrue(
        "bytes came by " + route,
        () -> {
          long bytes = 0;
          for (JsonNode executor : mapper.readTree(get(address))) {
            for (JsonNode each : executor.path("routes")) {
              bytes += each.path("route").asText().equals(route) ? each.path("bytes").asLong() : 0;
            }
          }
          return bytes > 0;
        });
    return get(address);
  }

  private static String get(String address) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void executorsOfOtherHostsAreReadByUcx() throws Exception {
    needsUcx();
    String some = "groupByKey,manyPartitions,skew,sortByKey,largeRecords,sqlJoin,sqlWindow";
    List<String> expected = sparksOwn(some);
    SparkHome home = home("cluster");
    Map<String, String> settings = new HashMap<>(UCX_ON_ONE_HOST);
    settings.put(ShuffleJob.ONLY, some);
    try (SparkRun run = submit(home, CLUSTER, settings)) {
      String ui = run.await(line -> line.startsWith("UI ")).substring("UI ".length());
      assertThat(results(run)).isEqualTo(expected);
      String told = bytesBy("ucx", ui);
      assertThat(told).contains("\"registrations\"").doesNotContain("netty failed");
      assertThat(get(ui + "/scaling/")).contains("id=\"uncork-shuffles\"", "ucx: ");
      assertThat(run.end()).isZero();
    }
    assertThat(memory).isEmptyDirectory();
    assertThat(home.executorLogs()).contains("reads other hosts by ucx");
  }

  @Test
  void transportsForComparisonGiveTheSameResults() throws Exception {
    String some = "groupByKey,skew,largeRecords,sqlMergeJoin";
    List<String> expected = sparksOwn(some);
    for (String transport : List.of("nio", "naive")) {
      if (transport.equals("naive")) {
        needsUcx();
      }
      Map<String, String> settings = new HashMap<>(UCX_ON_ONE_HOST);
      settings.put("spark.uncork.shuffle.transport", transport);
      settings.put(ShuffleJob.ONLY, some);
      try (SparkRun run = submit(home(transport), CLUSTER, settings)) {
        String ui = run.await(line -> line.startsWith("UI ")).substring("UI ".length());
        assertThat(results(run)).isEqualTo(expected);
        assertThat(bytesBy(transport, ui)).doesNotContain("netty failed");
        assertThat(run.end()).isZero();
      }
    }
  }

  /** What Spark's own shuffle gives for a job that isn't among all. */
  private List<String> sparksOwnOf(String badCase) throws Exception {
    Map<String, String> settings =
        Map.of("spark.shuffle.manager", "sort", ShuffleJob.ONLY, badCase);
    try (SparkRun run = submit(home("own"), "local[2]", settings)) {
      List<String> expected = results(run);
      assertThat(expected).hasSize(1);
      assertThat(run.end()).isZero();
      return expected;
    }
  }

  @Test
  void tenThousandPartitionsGiveTheSameInMemoryAndByUcx() throws Exception {
    String job = "tenThousandPartitions";
    List<String> expected = sparksOwnOf(job);
    for (String route : List.of("shared memory", "ucx")) {
      Map<String, String> settings = new HashMap<>();
      if (route.equals("ucx")) {
        needsUcx();
        settings.putAll(UCX_ON_ONE_HOST);
      }
      settings.put("spark.ui.enabled", "true");
      settings.put(ShuffleJob.ONLY, job);
      try (SparkRun run = submit(home(route.replace(' ', '-')), CLUSTER, settings)) {
        String ui = run.await(line -> line.startsWith("UI ")).substring("UI ".length());
        assertThat(results(run)).isEqualTo(expected);
        assertThat(bytesBy(route, ui)).doesNotContain("netty failed");
        assertThat(run.end()).isZero();
      }
    }
  }

  @Test
  void bytesThatChangeInMemoryAreFoundAndMadeAnew() throws Exception {
    List<String> expected = sparksOwnOf("kept");
    SparkHome home = home("cluster");
    try (SparkRun run = submit(home, CLUSTER, Map.of(ShuffleJob.ONLY, "kept"))) {
      assertThat(results(run)).isEqualTo(expected);
      spoil(memory);
      run.say("again");
      assertThat(results(run)).isEqualTo(List.of(expected.get(0), expected.get(0)));
      assertThat(run.end()).isZero();
      assertThat(run.output() + home.executorLogs()).contains(" is corrupt: ADLER32 is ");
    }
  }

  /** Changes a byte of each page of one executor's memory, with which something is in it. */
  private static void spoil(Path memory) throws IOException {
    Path one;
    try (Stream<Path> executors = Files.list(memory)) {
      one = executors.sorted().findFirst().orElseThrow();
    }
    try (Stream<Path> files = Files.list(one)) {
      for (Path segment :
          files.filter(file -> file.getFileName().toString().startsWith("segment-")).toList()) {
        try (FileChannel channel =
            FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
          for (long at = 0; at < channel.size(); at += 4096) {
            ByteBuffer value = ByteBuffer.allocate(1);
            channel.read(value, at);
            channel.write(value.put(0, (byte) (value.get(0) ^ 1)).flip(), at);
          }
        }
      }
    }
  }

  @Test
  void whatFindsNoRoomInMemoryGoesToFiles() throws Exception {
    List<String> expected = sparksOwn();
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=9m", "none", memory.toString())
            .inheritIO()
            .start();
    Assumptions.assumeTrue(mount.waitFor() == 0, "no file system of 9 MB can be mounted");
    try {
      SparkHome home = home("cluster");
      try (SparkRun run = submit(home, CLUSTER, Map.of("spark.uncork.shuffle.memory", "64m"))) {
        assertThat(results(run)).isEqualTo(expected);
        assertThat(run.end()).isZero();
      }
      assertThat(memory).isEmptyDirectory();
    } finally {
      new ProcessBuilder("umount", "--lazy", memory.toString()).start().waitFor();
    }
  }

  @Test
  void theExternalShuffleServiceIsRefused() throws Exception {
    Map<String, String> settings = Map.of("spark.shuffle.service.enabled", "true");
    try (SparkRun run = submit(home("local"), "local[2]", settings)) {
      run.await(line -> line.contains("spark.shuffle.service.enabled=true, but"));
      assertThat(run.end()).isNotZero();
    }
  }
}
