package dev.uncork.spark;

import dev.uncork.protocol.AgentFiles;
import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.PluginSettings;
import dev.uncork.spark.base.ProcText;
import dev.uncork.spark.base.WorkFiles;
import dev.uncork.spark.numa.BoundProcess;
import dev.uncork.spark.numa.KernelList;
import dev.uncork.spark.numa.NumaKernel;
import dev.uncork.spark.numa.NumaSetting;
import dev.uncork.spark.numa.Topology;
import dev.uncork.spark.profile.TaskMarks;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import org.apache.spark.SparkConf;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/** An executor's way to its NUMA nodes: asks the driver, binds the process, tells what it did. */
final class NumaPlacement {
  private static final String CPUS = "Cpus_allowed_list:";
  private static final String MEMORY = "Mems_allowed_list:";

  private final String executor;
  private final String application;
  private final PluginSettings settings;
  private final DriverLink driver;
  private final TaskMarks marks;
  private final WorkFiles files;
  private String topologyText = "";
  private @Nullable NodeRequest request;
  private @Nullable BoundProcess bound;

  NumaPlacement(
      PluginContext context,
      PluginSettings settings,
      DriverLink driver,
      TaskMarks marks,
      WorkFiles files) {
    this.executor = context.executorID();
    this.application = application(context.conf());
    this.settings = settings;
    this.driver = driver;
    this.marks = marks;
    this.files = files;
  }

  /** Not only its id, which another cluster may give as well. */
  private static String application(SparkConf conf) {
    return conf.get("spark.app.id", "")
        + '@'
        + conf.get("spark.driver.host", "")
        + ':'
        + conf.get("spark.driver.port", "");
  }

  /** Binds this process if the driver says so; tells what nodes there are in any case. */
  void begin() throws Exception {
    if (settings.numa().mode() == NumaSetting.Mode.OFF) {
      tellNodesOnly();
      return;
    }
    try {
      ask();
    } catch (Exception | LinkageError e) {
      tell(new BitSet(), "", Log.reason(e));
      throw e;
    }
    bindWhenAnswered();
    if (request != null && bound == null) {
      Log.failed(
          "executor "
              + executor
              + " stays unbound until the driver answers; it is asked for ten minutes (so far: "
              + request.obstacle()
              + ")");
    }
  }

  /** Binds this process if the driver has answered by now. */
  void bindWhenAnswered() throws Exception {
    NodeRequest asked = request;
    if (asked == null || bound != null) {
      return;
    }
    try {
      Message answer = asked.answer();
      if (answer != null) {
        follow(answer);
      }
    } catch (Exception | LinkageError e) {
      release();
      tell(new BitSet(), "", Log.reason(e));
      throw e;
    }
  }

  private void release() {
    if (request != null) {
      request.release();
      request = null;
    }
  }

  /** For the pictures of the tab; a sandbox that hides the nodes matters to nobody here. */
  private void tellNodesOnly() {
    try {
      topologyText = Topology.read(settings.sys(), allowed(CPUS)).text();
    } catch (IOException e) {
      topologyText = "";
    }
    tell(new BitSet(), "", "spark.uncork.numa=off");
  }

  private void ask() throws Exception {
    Topology topology = Topology.read(settings.sys(), allowed(CPUS));
    topologyText = topology.text();
    if (topology.nodes().cardinality() < 2) {
      String cpus = KernelList.format(topology.cpus(topology.nodes()));
      unbound("all CPUs that it may use, " + cpus + ", are on one NUMA node");
      return;
    }
    HashMap<String, Serializable> question = Message.of(Message.PLACE, executor);
    question.put(Message.HOST, bootId());
    question.put(Message.TOPOLOGY, topology.text());
    question.put(Message.PROCESSORS, Runtime.getRuntime().availableProcessors());
    request = new NodeRequest(driver, question, settings, application);
  }

  private void follow(Message answer) throws IOException {
    BitSet granted = KernelList.parse(answer.text(Message.NODES));
    if (granted.isEmpty()) {
      release();
      unbound(answer.text(Message.REASON));
    } else {
      bind(Topology.parse(topologyText), granted);
    }
  }

  private void unbound(String reason) {
    Log.info("executor " + executor + " stays unbound: " + reason);
    tell(new BitSet(), "", reason);
  }

  private void bind(Topology topology, BitSet nodes) throws IOException {
    NumaKernel.load(files.extract(AgentFiles.platform() + "/libuncork-numa.so"));
    BitSet cpus = topology.cpus(nodes);
    BoundProcess process = new BoundProcess(cpus);
    int threads = process.bind();
    bound = process;
    String memory = moveMemory(topology.nodes(), nodes);
    long[] words = nodes.toLongArray();
    marks.prepareThreads(() -> NumaKernel.preferNodes(words));
    String place = "NUMA node " + KernelList.format(nodes) + ", CPUs " + KernelList.format(cpus);
    if (!Topology.whole(settings.sys()).cpus(nodes).equals(cpus)) {
      place += " (a cpuset or taskset withholds the others)";
    }
    Log.info(
        "executor " + executor + " is bound to " + place + ": " + threads + " threads; " + memory);
    tell(nodes, KernelList.format(cpus), memory);
  }

  /** Moves what lies on other nodes already; says what came of it. */
  private static String moveMemory(BitSet all, BitSet nodes) {
    if (!mayHaveMemoryOf(nodes)) {
      return "pages stay where they are, since it may use no memory of that node";
    }
    BitSet others = (BitSet) all.clone();
    others.andNot(nodes);
    int words = Math.max(others.toLongArray().length, nodes.toLongArray().length);
    long left =
        NumaKernel.migratePages(
            Arrays.copyOf(others.toLongArray(), words), Arrays.copyOf(nodes.toLongArray(), words));
    if (left < 0) {
      return "pages that it has touched stay where they are (migrate_pages: errno " + -left + ")";
    }
    return left == 0 ? "its pages were moved there" : left + " of its pages could not be moved";
  }

  private static boolean mayHaveMemoryOf(BitSet nodes) {
    try {
      return allowed(MEMORY).intersects(nodes);
    } catch (IOException e) {
      return true; // a kernel without cpusets withholds none
    }
  }

  private void tell(BitSet nodes, String cpus, String remark) {
    HashMap<String, Serializable> message = Message.of(Message.PLACED, executor);
    message.put(Message.HOST, bootId());
    message.put(Message.TOPOLOGY, topologyText);
    message.put(Message.NODES, KernelList.format(nodes));
    message.put(Message.CPUS, cpus);
    message.put(Message.REASON, remark);
    driver.tell(message);
  }

  /** Binds threads that have escaped; asks anew once a cgroup has given the process other CPUs. */
  void keep() throws Exception {
    BoundProcess process = bound;
    if (process != null) {
      if (!process.keep()) {
        undo();
        Log.info("executor " + executor + " has lost its NUMA node: its cpuset has changed");
        tell(new BitSet(), "", "its cpuset has changed");
        begin();
      }
    } else if (request == null
        && settings.numa().mode() != NumaSetting.Mode.OFF
        && !topologyText.isEmpty()
        && !Topology.read(settings.sys(), allowed(CPUS)).text().equals(topologyText)) {
      begin();
    }
  }

  /** Lets all threads go. */
  void undo() throws IOException {
    release();
    BoundProcess process = bound;
    bound = null;
    if (process != null) {
      marks.prepareThreads(() -> NumaKernel.preferNodes(new long[1]));
      process.undo();
    }
  }

  private static BitSet allowed(String what) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(what)) {
        return KernelList.parse(line.substring(what.length()));
      }
    }
    throw new IOException("/proc/self/status lacks " + what);
  }

  /** The same for all containers of a machine, whatever they call it. */
  private static String bootId() {
    String bootId = ProcText.bootId();
    return bootId.isEmpty() ? System.getenv().getOrDefault("HOSTNAME", "?") : bootId;
  }
}
