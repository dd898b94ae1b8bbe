package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.sparktests.job.SumJob;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One application with everything on: two executors on a machine whose first two CPUs stand for
 * NUMA nodes.
 */
@DefaultTier
class ScalingTest {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();

  @TempDir private Path directory;

  @Test
  void oneSettingBindsProfilesAndShows() throws Exception {
    StandInNodes nodes = StandInNodes.in(directory);
    List<Integer> cpus = nodes.cpus();
    SparkHome home = SparkHome.in(directory.resolve("home"));
    Path events = Files.createDirectory(directory.resolve("events"));
    Path recordings = directory.resolve("recordings");
    try (SparkRun run =
        SparkRun.submit(
            home,
            List.of(),
            "local-cluster[2,1,512]",
            Map.of(
                "spark.executor.memory", "512m",
                "spark.uncork.numa.sys", nodes.sys().toString(),
                "spark.uncork.recordings", recordings.toString(),
                "spark.uncork.interval", "3s",
                "spark.eventLog.enabled", "true",
                "spark.eventLog.dir", events.toUri().toString(),
                "spark.eventLog.compress", "false"))) {
      run.await(line -> line.equals(SumJob.RESULT));
      String ui = run.await(line -> line.startsWith("UI ")).substring("UI ".length());
      nodes.everyThreadIsBound(run::executors);
      nodes.laterThreadsToo(run, run::executors);
      String json = shownInTheTab(ui);
      stagesAreInTheRestApi(run, ui);
      theWholeRunIsExplained(ui);
      assertThat(json).contains("\"topology\" : \"0:" + cpus.get(0) + ";1:" + cpus.get(1));
      aKilledExecutorIsReplacedOnItsNode(run, nodes);
      // Its end may come before the collector's, and then its last recording is lost.
      SparkRun.awaitTrue("the third has a recording", () -> recorded(recordings, "executor-2"));
      assertThat(run.end()).isZero();
      // The verdict stands in the driver's log too.
      assertThat(run.output()).containsPattern("Uncork: .*It took .* with twice the slots");
    }
    recordingsOfBothExecutors(recordings);
    theReportReadsThem(recordings);
    assertThat(home.executorLogs()).doesNotContain("WARN spark: Uncork");
    shownInTheHistoryServer(home, events);
  }

  private static boolean allOn(ProcessHandle executor, Set<String> cpus) throws IOException {
    return new HashSet<>(SparkRun.allowedCpus(executor)).equals(cpus);
  }

  private static String get(String address) throws IOException, InterruptedException {
    return HTTP.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  private String shownInTheTab(String ui) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    SparkRun.awaitTrue(
        "both executors have told of their use and of their recordings",
        () -> {
          String text = get(ui + "/scaling/json/");
          int complete = 0;
          if (text.startsWith("{")) {
            for (JsonNode one : mapper.readTree(text).path("executors")) {
              if (one.path("usages").size() > 0
                  && one.path("profile").path("recordedMillis").asLong() > 0) {
                complete++;
              }
            }
          }
          return complete == 2;
        });
    String page = Chromium.document(ui + "/scaling/", directory.resolve("chromium"));
    assertThat(page)
        .contains("id=\"uncork-scaling\"", "id=\"uncork-executors\"", "of 2 given to 2 executors")
        .contains("Threads on cores")
        .contains("id=\"uncork-verdict\"", "id=\"uncork-ledger\"", "id=\"uncork-lost-stages\"")
        .contains("href=\"/stages/stage/?id=0&amp;attempt=0\"")
        .contains(">Scaling</a>");
    return get(ui + "/scaling/json/");
  }

  private static void stagesAreInTheRestApi(SparkRun run, String ui) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    String id = mapper.readTree(get(ui + "/api/v1/applications")).path(0).path("id").asText();
    String address = ui + "/api/v1/applications/" + id + "/scaling";
    run.say("job");
    run.await(line -> line.equals(SumJob.RESULT));
    SparkRun.awaitTrue(
        "executors have told of a stage",
        () -> mapper.readTree(get(address + "/stages")).size() > 0);
    long tasks = 0;
    long faults = 0;
    for (JsonNode stage : mapper.readTree(get(address + "/stages"))) {
      tasks += stage.path("sum").path("tasks").asLong();
      faults += stage.path("sum").path("minorFaults").asLong();
      for (JsonNode share : stage.path("executors")) {
        // A bound executor is on one node.
        assertThat(share.path("nodeChanges").asInt()).isZero();
        assertThat(share.path("seenOnNode").size()).isLessThan(2);
      }
    }
    assertThat(tasks).isPositive();
    assertThat(faults).isPositive();
    assertThat(mapper.readTree(get(address)).path("coresGiven").asInt()).isEqualTo(2);
    assertThat(get(address + "/nothing")).contains("expected executors, locks, stages");
  }

  private static void theWholeRunIsExplained(String ui) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    String id = mapper.readTree(get(ui + "/api/v1/applications")).path(0).path("id").asText();
    String address = ui + "/api/v1/applications/" + id + "/scaling";
    JsonNode ledger = mapper.readTree(get(address + "/ledger"));
    assertThat(ledger.path("verdict").path("kind").asText()).isNotEmpty();
    assertThat(ledger.path("ledger").path("slots").asInt()).isEqualTo(2);
    assertThat(ledger.path("stages").size()).isPositive();
    assertThat(ledger.path("price").path("curve").size()).isPositive();
    for (String path : List.of(address, ui + "/scaling")) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(path)).build();
      assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode())
          .as(path)
          .isEqualTo(200);
    }
  }

  private static void aKilledExecutorIsReplacedOnItsNode(SparkRun run, StandInNodes nodes)
      throws Exception {
    ProcessHandle victim = run.executors().get(0);
    Set<String> place = new HashSet<>(SparkRun.allowedCpus(victim));
    List<Long> before = new ArrayList<>(run.executors().stream().map(ProcessHandle::pid).toList());
    victim.destroyForcibly();
    SparkRun.awaitTrue(
        "another executor is on CPU " + place,
        () -> {
          for (ProcessHandle executor : run.executors()) {
            if (!before.contains(executor.pid()) && allOn(executor, place)) {
              return true;
            }
          }
          return false;
        });
    run.say("job");
    run.await(line -> line.equals(SumJob.RESULT));
    nodes.everyThreadIsBound(run::executors);
  }

  private static boolean recorded(Path recordings, String executor) throws IOException {
    try (Stream<Path> files = Files.walk(recordings)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("uncork-" + executor));
    }
  }

  private static void recordingsOfBothExecutors(Path recordings) throws IOException {
    try (Stream<Path> files = Files.walk(recordings)) {
      List<Path> kept = files.filter(Files::isRegularFile).toList();
      assertThat(kept)
          .allSatisfy(
              file -> assertThat(file.getFileName().toString()).matches("uncork-executor-.*\\.jfr"))
          .allSatisfy(file -> assertThat(file).isNotEmptyFile());
      Set<String> executors = new HashSet<>();
      kept.forEach(
          file ->
              executors.add(
                  file.getFileName().toString().replaceFirst("^uncork-(.*)-[^-]*$", "$1")));
      assertThat(executors).contains("executor-0", "executor-1");
    }
  }

  private static void theReportReadsThem(Path recordings) throws Exception {
    Path application;
    try (Stream<Path> all = Files.list(recordings)) {
      application = all.findFirst().orElseThrow();
    }
    String uncork = System.getProperty("uncork.home") + "/bin/uncork";
    Process report =
        new ProcessBuilder(uncork, "report", application.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(report.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(report.waitFor()).as(text).isZero();
    assertThat(text)
        .contains("JVM       executor-0", "JVM       executor-1", "Together  3 JVMs used");
  }

  private void shownInTheHistoryServer(SparkHome home, Path events) throws Exception {
    home.add(SparkHome.plugin());
    try (SparkRun history =
        SparkRun.start(
            home,
            List.of(),
            List.of(
                "-Dspark.history.fs.logDirectory=" + events.toUri(), "-Dspark.history.ui.port=0"),
            "org.apache.spark.deploy.history.HistoryServer",
            List.of())) {
      String started = history.await(line -> line.contains("started at http"));
      String server = started.replaceFirst(".*(http://[^ ]*).*", "$1");
      String[] application = {""};
      SparkRun.awaitTrue(
          "the history server lists the application",
          () -> {
            String list = get(server + "/api/v1/applications");
            application[0] = list.replaceFirst("(?s).*\"id\" : \"([^\"]*)\".*", "$1");
            return list.contains("\"id\"");
          });
      String page =
          Chromium.document(
              server + "/history/" + application[0] + "/scaling/",
              directory.resolve("chromium-history"));
      assertThat(page)
          .contains("id=\"uncork-scaling\"", "of 2 given to 2 executors; 1 is gone", "(gone)</td>")
          .contains("id=\"uncork-stages\"", "id=\"uncork-verdict\"")
          .contains("/history/" + application[0] + "/stages/stage/?id=0&amp;attempt=0");
      String stages = get(server + "/api/v1/applications/" + application[0] + "/scaling/stages");
      assertThat(stages).contains("\"stageId\" : ");
    }
  }
}
