package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.sparktests.job.SumJob;
import dev.uncork.sparktests.job.TunedJob;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Kubernetes of one node ({@code lab/kubernetes-node}), with the Spark of {@code
 * SPARK_HOME}: the build's own has no client for it. Only if {@code UNCORK_KUBERNETES=1} asks for
 * it, since it takes root, and builds Kubernetes.
 */
@DefaultTier
class KubernetesTest {
  private static final String ADDRESS = "10.88.0.1"; // of the node, in its network namespace
  private static final String MASTER = "k8s://https://" + ADDRESS + ":6443";

  @TempDir private Path directory;

  private SparkRun node;
  private SparkHome home;
  private List<String> enter;

  @BeforeEach
  void skipUnlessAskedFor() throws IOException {
    assumeTrue(
        "1".equals(System.getenv("UNCORK_KUBERNETES")),
        "it builds Kubernetes, as root: set UNCORK_KUBERNETES=1");
    home = SparkHome.installed(directory.resolve("home"));
  }

  private void startNode(String... settings) throws Exception {
    Path script = Path.of(System.getProperty("uncork.home"), "../../../lab/kubernetes-node");
    List<String> command = new ArrayList<>();
    command.add(script.normalize().toString());
    command.add(directory.resolve("node").toString());
    command.addAll(List.of(settings));
    node = SparkRun.start(command);
    String namespace = node.await(line -> line.startsWith("ENTER=")).replace("ENTER=", "");
    enter = new ArrayList<>(List.of(namespace.split(" ")));
    enter.addAll(List.of("env", "SPARK_LOCAL_IP=" + ADDRESS));
    enter.add("KUBECONFIG=" + directory.resolve("node/kubeconfig"));
  }

  @AfterEach
  void stopNode() throws Exception {
    if (node != null) {
      node.end();
    }
  }

  private Path logs() {
    return directory.resolve("node/pods");
  }

  private SparkRun submit(Class<?> job, Map<String, String> own) throws Exception {
    Path spark = Path.of(System.getenv("SPARK_HOME")).toRealPath();
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.kubernetes.container.image", "localhost/spark:1");
    settings.put("spark.kubernetes.executor.deleteOnTermination", "false"); // with their logs
    settings.put("spark.driver.host", ADDRESS);
    settings.put("spark.executor.instances", "2");
    settings.put("spark.executor.memory", "512m");
    settings.put("spark.ui.enabled", "false");
    for (String role : List.of("driver", "executor")) {
      settings.put("spark.kubernetes." + role + ".request.cores", "100m"); // there are two
      mount(settings, role, "usr", Path.of("/usr"));
      mount(settings, role, "etc", Path.of("/etc")); // Debian's JDK has its configuration there
      mount(settings, role, "jdk", Path.of(System.getProperty("java.home")));
      mount(settings, role, "spark", spark);
      mount(settings, role, "test", directory);
    }
    for (String prefix : List.of("spark.kubernetes.driverEnv.", "spark.executorEnv.")) {
      settings.put(prefix + "JAVA_HOME", System.getProperty("java.home"));
      settings.put(prefix + "SPARK_HOME", spark.toString());
    }
    settings.putAll(own);
    return SparkRun.submit(home, enter, MASTER, job, settings);
  }

  /** The image is empty: this machine's files are in the pods at the same place. */
  private static void mount(Map<String, String> settings, String role, String name, Path path) {
    String volume = "spark.kubernetes." + role + ".volumes.hostPath." + name;
    settings.put(volume + ".mount.path", path.toString());
    settings.put(volume + ".options.path", path.toString());
  }

  private List<ProcessHandle> executors() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .filter(
            process ->
                process.info().commandLine().orElse("").contains("KubernetesExecutorBackend"))
        .toList();
  }

  private String said() throws IOException {
    return SparkHome.logs(logs(), "0.log");
  }

  @Test
  void podsAgreeOnNodesAndLeaveTheirRecordings() throws Exception {
    startNode();
    StandInNodes.containersAgreeAndRecord(
        directory, settings -> submit(SumJob.class, settings), this::executors, this::said);
  }

  @Test
  void aDriverInAPodHasItsExecutorsReserveLocks() throws Exception {
    startNode();
    Path uploads = Files.createDirectories(directory.resolve("uploads"));
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.submit.deployMode", "cluster");
    settings.put("spark.kubernetes.driver.master", MASTER.replace("k8s://", ""));
    settings.put("spark.kubernetes.executor.useDriverPodIP", "true"); // there is no DNS
    settings.put("spark.kubernetes.file.upload.path", uploads.toUri().toString());
    settings.put("spark.ui.port", "4040"); // the pod declares it
    settings.put("spark.uncork.locks", "reserve");
    settings.put("spark.uncork.profile", "false");
    try (SparkRun run = submit(TunedJob.class, settings)) {
      assertThat(run.end()).describedAs("%s", run.output()).isZero();
    }
    assertThat(said())
        .contains(TunedJob.RESULT)
        .contains("executor 1 reserves locks: ", "executor 2 reserves locks: ")
        .contains(LocksTest.HOW)
        .doesNotContain("WARN spark: Uncork");
  }

  /** What a pod with whole CPUs takes, the kubelet takes from the others while they run. */
  @Test
  void anExecutorMakesRoomForAPodWithACpuOfItsOwn() throws Exception {
    startNode("cpuManagerPolicy: static", "reservedSystemCPUs: \"0\"");
    StandInNodes nodes = StandInNodes.in(directory);
    try (SparkRun run =
        submit(
            SumJob.class,
            Map.of(
                "spark.executor.instances", "1",
                "spark.uncork.profile", "false",
                "spark.uncork.numa", "spread",
                "spark.uncork.numa.sys", nodes.sys().toString()))) {
      run.await(line -> line.equals(SumJob.RESULT));
      SparkRun.awaitTrue("it is bound", () -> said().contains("executor 1 is bound to NUMA node"));
      startPodWithACpuOfItsOwn();
      StandInNodes.everyThreadIsOn(nodes.cpus().get(0), this::executors);
      run.say("job");
      run.await(line -> line.equals(SumJob.RESULT));
      assertThat(run.end()).isZero();
    }
    assertThat(said()).doesNotContain("WARN spark: Uncork");
  }

  private void startPodWithACpuOfItsOwn() throws Exception {
    Path pod = directory.resolve("pod.yaml");
    Files.writeString(
        pod,
        """
        {apiVersion: v1, kind: Pod, metadata: {name: neighbour}, spec: {containers: [{
          name: neighbour, image: "localhost/spark:1", imagePullPolicy: Never,
          resources: {limits: {cpu: "1", memory: 64Mi}}}]}}
        """);
    List<String> command = new ArrayList<>(enter);
    command.addAll(List.of("kubectl", "apply", "-f", pod.toString()));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
