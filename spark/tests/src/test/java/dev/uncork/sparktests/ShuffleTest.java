package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.sparktests.job.ShuffleJob;
import dev.uncork.testsupport.AllTier;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Tier;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code UncorkShuffleManager}: the results of Spark's own shuffle, and nothing left behind. Tests
 * that need no settings of their own share an application, in which each runs its own jobs.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@DefaultTier
class ShuffleTest {
  /** For tests after which a shared application has had failures. */
  private static final int LAST = Integer.MAX_VALUE;

  private static final String CLUSTER = "local-cluster[2,1,600]";
  private static final int USUAL_JOBS = 20;
  private static final String ALL = "";
  private static final String TEN_THOUSAND = "tenThousandPartitions";
  private static final String KEPT = "kept";

  /** One of each writer, in memory and in files. */
  private static final String EACH_WRITER =
      "groupByKey,manyPartitions,skew,reduceByKey,reduceToMany,sortByKey,repartition,largeRecords,"
          + "sqlMergeJoin,sqlMany";

  @TempDir private static Path shared;
  private static List<String> ofSpark = List.of();
  private static final List<String> RUN_ALONE =
      Tier.asked() == Tier.ALL ? List.of(KEPT, TEN_THOUSAND) : List.of(KEPT);
  private static @Nullable Application onThisHost;
  private static @Nullable Application byUcx;

  @TempDir private Path directory;
  private Path memory;

  /** An application on a cluster, and where its executors keep map outputs. */
  private record Application(SparkHome home, Path memory, SparkRun run, String ui) {
    static Application start(String name, Map<String, String> more) throws Exception {
      SparkHome home = SparkHome.in(shared.resolve(name));
      Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "shuffle-test-");
      Map<String, String> settings = new HashMap<>(more);
      settings.put("spark.ui.enabled", "true");
      settings.put(ShuffleJob.ONLY, "none");
      SparkRun run = submit(home, CLUSTER, memory, settings);
      String ui = run.await(line -> line.startsWith("UI ")).substring("UI ".length());
      assertThat(results(run)).isEmpty();
      return new Application(home, memory, run, ui);
    }

    /** Results of jobs, after those of jobs before. */
    List<String> just(String jobs) throws Exception {
      int before = lines(run).size();
      run.say(ShuffleJob.JUST + jobs);
      List<String> all = results(run);
      return all.subList(before, all.size());
    }

    /** Results of jobs, which have read more bytes by a route than was read before. */
    List<String> just(String jobs, String route) throws Exception {
      long before = bytesBy(route, ui);
      List<String> results = just(jobs);
      awaitMore(before, route, ui);
      return results;
    }

    void end() throws Exception {
      try (run) {
        assertThat(run.end()).isZero();
      }
      assertThat(memory).isEmptyDirectory();
      Files.delete(memory);
    }
  }

  private static Application onThisHost() throws Exception {
    Application started = onThisHost;
    if (started == null) {
      started = Application.start("host", Map.of("spark.uncork.shuffle.memory", "64m"));
      onThisHost = started;
    }
    return started;
  }

  private static Application byUcx() throws Exception {
    needsUcx();
    Application started = byUcx;
    if (started == null) {
      started = Application.start("ucx", UCX_ON_ONE_HOST);
      byUcx = started;
    }
    return started;
  }

  @AfterAll
  static void endShared() throws Exception {
    Application first = onThisHost;
    Application second = byUcx;
    onThisHost = null; // Tests that have failed are run again, and then this.
    byUcx = null;
    try {
      if (first != null) {
        first.end();
      }
    } finally {
      if (second != null) {
        second.end();
      }
    }
  }

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
    return submit(home, master, memory, more);
  }

  private static SparkRun submit(
      SparkHome home, String master, Path memory, Map<String, String> more) throws Exception {
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
    return lines(run);
  }

  private static List<String> lines(SparkRun run) {
    return run.output().lines().filter(line -> line.startsWith("JOB ")).toList();
  }

  /** An application on a cluster of its own gives these results and ends well. */
  private void onAClusterGives(List<String> expected, SparkHome home, Map<String, String> settings)
      throws Exception {
    try (SparkRun run = submit(home, CLUSTER, settings)) {
      assertThat(results(run)).isEqualTo(expected);
      assertThat(run.end()).isZero();
    }
  }

  /** Once for all tests. */
  private static List<String> sparksOwn() throws Exception {
    return allOfSparksOwn().subList(0, USUAL_JOBS);
  }

  /** Of some jobs. */
  private static List<String> sparksOwn(String names) throws Exception {
    List<String> some = List.of(names.split(","));
    List<String> expected =
        allOfSparksOwn().stream().filter(line -> some.contains(line.split(" ")[1])).toList();
    assertThat(expected).hasSameSizeAs(some);
    return expected;
  }

  /** Of the usual jobs, then of the bad cases. */
  private static List<String> allOfSparksOwn() throws Exception {
    if (ofSpark.isEmpty()) {
      SparkHome home = SparkHome.in(shared.resolve("own"));
      Map<String, String> settings = Map.of("spark.shuffle.manager", "sort");
      try (SparkRun run = submit(home, "local[2]", shared, settings)) {
        assertThat(results(run)).hasSize(USUAL_JOBS);
        run.say(ShuffleJob.JUST + String.join(",", RUN_ALONE));
        ofSpark = results(run);
        assertThat(run.end()).isZero();
      }
    }
    assertThat(ofSpark).hasSize(USUAL_JOBS + RUN_ALONE.size());
    return ofSpark;
  }

  @Test
  void resultsAreSparksOwn() throws Exception {
    Application application = onThisHost();
    assertThat(application.just(ALL, "shared memory")).isEqualTo(sparksOwn());
    assertThat(application.home().executorLogs())
        .contains("keeps map outputs in " + application.memory())
        .doesNotContain("WARN spark: Uncork");
  }

  @Test
  @Order(LAST)
  void aKilledExecutorChangesNothing() throws Exception {
    List<String> expected = sparksOwn();
    SparkRun run = onThisHost().run();
    int before = lines(run).size();
    run.say(ShuffleJob.JUST + ALL);
    run.await(expected.get(0)::equals); // It is seen then, and none of the lines below.
    run.executors().get(0).destroyForcibly();
    assertThat(results(run).subList(before, lines(run).size()))
        .isEqualTo(expected.subList(1, expected.size()));
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
    onAClusterGives(expected, home, settings);
    assertThat(memory).isEmptyDirectory();
    // What went by which route is an executor's last line; a cluster's executors may be killed
    // first.
    assertThat(home.executorLogs()).contains("keeps map outputs in " + memory);
  }

  @Test
  void combiningThatSpillsGivesTheSame() throws Exception {
    String jobs = "reduceByKey,reduceToMany,join";
    List<String> expected = sparksOwn(jobs);
    SparkHome home = home("cluster");
    Map<String, String> settings =
        Map.of("spark.shuffle.spill.numElementsForceSpillThreshold", "300", ShuffleJob.ONLY, jobs);
    onAClusterGives(expected, home, settings);
    assertThat(home.executorLogs())
        .contains("keeps map outputs in " + memory)
        .contains("spilling in-memory map");
  }

  @Test
  void whereThereIsNoRoomItIsSparksOwnShuffle() throws Exception {
    String jobs = "groupByKey,reduceByKey,sqlMergeJoin"; // Spark's own tests have the rest
    List<String> expected = sparksOwn(jobs);
    Map<String, String> settings =
        Map.of(
            "spark.uncork.shuffle.directory",
            directory.resolve("none").toString(),
            ShuffleJob.ONLY,
            jobs);
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
    String jobs = EACH_WRITER + ",toEmptyPartitions,emptyValues,nothing";
    List<String> expected = sparksOwn(jobs);
    Map<String, String> settings =
        Map.of(
            ShuffleJob.ONLY,
            jobs,
            "spark.shuffle.compress",
            "false",
            "spark.shuffle.checksum.enabled",
            "false",
            "spark.uncork.shuffle.memory",
            "24m",
            "spark.serializer",
            "org.apache.spark.serializer.KryoSerializer");
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

  private static String shuffles(String ui) throws Exception {
    String id =
        new ObjectMapper().readTree(get(ui + "/api/v1/applications")).path(0).path("id").asText();
    return get(ui + "/api/v1/applications/" + id + "/scaling/shuffles");
  }

  /** Bytes by a route of which executors have told. */
  private static long bytesBy(String route, String ui) throws Exception {
    long bytes = 0;
    for (JsonNode executor : new ObjectMapper().readTree(shuffles(ui))) {
      for (JsonNode each : executor.path("routes")) {
        bytes += each.path("route").asText().equals(route) ? each.path("bytes").asLong() : 0;
      }
    }
    return bytes;
  }

  /** Waits until executors have told of more bytes by a route; what they told. */
  private static String awaitMore(long before, String route, String ui) throws Exception {
    SparkRun.awaitTrue("bytes came by " + route, () -> bytesBy(route, ui) > before);
    return shuffles(ui);
  }

  private static String get(String address) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s: %s", address, answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void executorsOfOtherHostsAreReadByUcx() throws Exception {
    needsUcx();
    String some = "groupByKey,manyPartitions,skew,sortByKey,largeRecords,sqlJoin,sqlWindow";
    Application application = byUcx();
    assertThat(application.just(some, "ucx")).isEqualTo(sparksOwn(some));
    String ui = application.ui();
    assertThat(shuffles(ui)).contains("\"registrations\"").doesNotContain("netty failed");
    assertThat(get(ui + "/scaling/")).contains("id=\"uncork-shuffles\"", "ucx: ");
    assertThat(application.home().executorLogs()).contains("reads other hosts by ucx");
  }

  @AllTier
  @Test
  void shufflesForComparisonGiveTheSameResults() throws Exception {
    String some = "groupByKey,skew,largeRecords,sqlMergeJoin";
    List<String> expected = sparksOwn(some);
    for (String shuffle : List.of("Nio", "Naive")) {
      if (shuffle.equals("Naive")) {
        needsUcx();
      }
      Map<String, String> settings = new HashMap<>(UCX_ON_ONE_HOST);
      settings.put(
          "spark.shuffle.manager",
          "dev.uncork.sparkworkloads.shuffle." + shuffle + "ShuffleManager");
      settings.put(ShuffleJob.ONLY, some);
      SparkHome home = home(shuffle);
      home.add(SparkHome.plugin());
      home.add(SparkHome.workloads());
      try (SparkRun run = submit(home, CLUSTER, settings)) {
        String ui = run.await(line -> line.startsWith("UI ")).substring("UI ".length());
        assertThat(results(run)).isEqualTo(expected);
        assertThat(shuffles(ui)).doesNotContain("netty failed");
        assertThat(run.end()).isZero();
      }
      assertThat(home.executorLogs())
          .contains("reads other hosts by " + shuffle.toLowerCase(Locale.ROOT));
    }
  }

  @AllTier
  @Test
  void tenThousandPartitionsGiveTheSameInMemory() throws Exception {
    Application application = onThisHost();
    assertThat(application.just(TEN_THOUSAND, "shared memory")).isEqualTo(sparksOwn(TEN_THOUSAND));
    assertThat(shuffles(application.ui())).doesNotContain("netty failed");
  }

  @AllTier
  @Test
  void tenThousandPartitionsGiveTheSameByUcx() throws Exception {
    Application application = byUcx();
    assertThat(application.just(TEN_THOUSAND, "ucx")).isEqualTo(sparksOwn(TEN_THOUSAND));
    assertThat(shuffles(application.ui())).doesNotContain("netty failed");
  }

  @Test
  @Order(LAST - 1)
  void bytesThatChangeInMemoryAreFoundAndMadeAnew() throws Exception {
    List<String> expected = sparksOwn(KEPT);
    Application application = onThisHost();
    assertThat(application.just(KEPT)).isEqualTo(expected);
    spoil(application.memory());
    assertThat(application.just(KEPT)).isEqualTo(expected);
    assertThat(application.run().output() + application.home().executorLogs())
        .contains(" is corrupt: ADLER32 is ");
  }

  /**
   * Changes a byte of each page of all executors' memory. Not its first one, since parts start
   * there: their compression's header would be wrong before their checksum is.
   */
  private static void spoil(Path memory) throws IOException {
    try (Stream<Path> files = Files.walk(memory)) {
      for (Path segment :
          files.filter(file -> file.getFileName().toString().startsWith("segment-")).toList()) {
        try (FileChannel channel =
            FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
          for (long at = 2000; at < channel.size(); at += 4096) {
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
    List<String> expected = sparksOwn(EACH_WRITER);
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=9m", "none", memory.toString())
            .inheritIO()
            .start();
    Assumptions.assumeTrue(mount.waitFor() == 0, "no file system of 9 MB can be mounted");
    try {
      SparkHome home = home("cluster");
      Map<String, String> settings =
          Map.of("spark.uncork.shuffle.memory", "64m", ShuffleJob.ONLY, EACH_WRITER);
      onAClusterGives(expected, home, settings);
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
