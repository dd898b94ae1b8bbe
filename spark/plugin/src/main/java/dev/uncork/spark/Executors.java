package dev.uncork.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.spark.base.Log;
import dev.uncork.spark.event.ExecutorCost;
import dev.uncork.spark.event.ExecutorPlacedEvent;
import dev.uncork.spark.event.ExecutorProfileEvent;
import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.ExecutorUsageEvent;
import dev.uncork.spark.event.HotLock;
import dev.uncork.spark.event.ShuffleRoute;
import dev.uncork.spark.event.StageShare;
import dev.uncork.spark.numa.HostNodes;
import dev.uncork.spark.numa.KernelList;
import dev.uncork.spark.numa.NodeShare;
import dev.uncork.spark.numa.NumaSetting;
import dev.uncork.spark.numa.Topology;
import dev.uncork.spark.profile.ExecutorVerdict;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.jspecify.annotations.Nullable;

/**
 * What the driver knows of its executors: which nodes they have, and what they tell, which becomes
 * events of Spark's listener bus.
 *
 * <p>All state is guarded by this object. Spark tells of a new executor on another thread than the
 * one on which the executor asks for nodes, so that may have to wait for the other.
 */
final class Executors {
  private static final String LOCAL_MODE = "driver"; // the executor's id there
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long CORES_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final NumaSetting numa;
  private final Consumer<SparkListenerEvent> bus;
  private final Map<String, Integer> cores = new HashMap<>();
  private final Map<String, HostNodes> hosts = new HashMap<>();
  private final Set<String> talking = new HashSet<>();

  Executors(NumaSetting numa, Consumer<SparkListenerEvent> bus) {
    this.numa = numa;
    this.bus = bus;
  }

  /** Keeps up with executors that come and go. */
  SparkListener listener() {
    return new SparkListener() {
      @Override
      public void onExecutorAdded(SparkListenerExecutorAdded added) {
        added(added.executorId(), added.executorInfo().totalCores());
      }

      @Override
      public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        gone(removed.executorId());
      }
    };
  }

  synchronized void added(String executor, int totalCores) {
    cores.put(executor, totalCores);
    notifyAll();
  }

  /** A crashed executor says no goodbye: Spark does. */
  synchronized void gone(String executor) {
    cores.remove(executor);
    talking.remove(executor);
    hosts.values().forEach(host -> host.release(executor));
    hosts.values().removeIf(HostNodes::isEmpty);
    notifyAll();
  }

  /** Answers a question, or takes what an executor tells. */
  @Nullable Object receive(Message message) throws InterruptedException {
    String executor = message.text(Message.EXECUTOR);
    switch (message.text(Message.KIND)) {
      case Message.PLACE -> {
        return place(executor, message);
      }
      case Message.PLACED -> placed(executor, message);
      case Message.USAGE -> used(executor, message);
      case Message.PROFILE -> profiled(executor, message);
      case Message.SHUFFLE -> shuffled(executor, message);
      case Message.BYE -> left(executor, message);
      default -> Log.failed("executor " + executor + " runs another version of the plugin");
    }
    return null;
  }

  private void left(String executor, Message message) {
    String reason = message.text(Message.REASON);
    if (!reason.isEmpty()) {
      Log.failed("the last recording of executor " + executor + " is missing: " + reason);
    }
    gone(executor);
  }

  private synchronized HashMap<String, Serializable> place(String executor, Message message)
      throws InterruptedException {
    int wanted = (int) Math.min(coresOf(executor), message.number(Message.PROCESSORS));
    wanted = Math.max(1, wanted);
    List<NodeShare> others =
        Arrays.stream(message.texts(Message.OTHERS)).map(NodeShare::parse).toList();
    HostNodes.Decision decision =
        hosts
            .computeIfAbsent(message.text(Message.HOST), host -> new HostNodes(numa))
            .assign(executor, Topology.parse(message.text(Message.TOPOLOGY)), wanted, others);
    HashMap<String, Serializable> answer = Message.of(Message.PLACE, executor);
    answer.put(Message.NODES, KernelList.format(decision.nodes()));
    answer.put(Message.CORES, wanted);
    answer.put(Message.REASON, decision.reason());
    return answer;
  }

  /** How many tasks it runs at a time; all that there are where that is not known. */
  private int coresOf(String executor) throws InterruptedException {
    long deadline = System.nanoTime() + CORES_NANOS;
    // In local mode the listener bus starts only after the one executor has asked.
    long left = executor.equals(LOCAL_MODE) ? 0 : CORES_NANOS;
    while (!cores.containsKey(executor) && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
    return cores.getOrDefault(executor, Integer.MAX_VALUE);
  }

  private synchronized int knownCores(String executor) {
    return cores.getOrDefault(executor, 0);
  }

  private void placed(String executor, Message message) {
    ExecutorPlacedEvent event = new ExecutorPlacedEvent();
    event.executorId = executor;
    event.host = message.text(Message.HOST);
    event.nodes = message.text(Message.NODES);
    event.cpus = message.text(Message.CPUS);
    event.topology = message.text(Message.TOPOLOGY);
    event.remark = message.text(Message.REASON);
    event.cores = knownCores(executor);
    if (event.nodes.isEmpty()) {
      synchronized (this) {
        hosts.values().forEach(host -> host.release(executor)); // it could not be bound
      }
    }
    tell(executor, event);
  }

  private void used(String executor, Message message) {
    ExecutorUsageEvent event = new ExecutorUsageEvent();
    event.executorId = executor;
    event.timeMillis = message.number(Message.TIME);
    event.intervalMillis = message.number(Message.INTERVAL);
    event.cpuMillis = message.number(Message.CPU);
    event.collectorsMillis = message.number(Message.COLLECTORS);
    event.childrenMillis = message.number(Message.CHILDREN);
    event.machineMillis = message.number(Message.MACHINE);
    event.cores = knownCores(executor);
    event.threads = Arrays.asList(message.texts(Message.THREADS));
    tell(executor, event);
  }

  private void profiled(String executor, Message message) {
    ExecutorProfileEvent event = new ExecutorProfileEvent();
    event.executorId = executor;
    event.timeMillis = message.number(Message.TIME);
    event.recordedMillis = message.number(Message.INTERVAL);
    event.cores = knownCores(executor);
    event.blockedNanos = message.number(Message.BLOCKED);
    event.locks = Arrays.stream(message.texts(Message.LOCKS)).map(HotLock::parse).toList();
    event.costs = Arrays.stream(message.texts(Message.COSTS)).map(ExecutorCost::parse).toList();
    ExecutorVerdict verdict =
        ExecutorVerdict.of(event.cores, event.recordedMillis, event.locks, event.costs);
    event.verdictKind = verdict.kind().label();
    event.verdict = verdict.sentence();
    event.lostShare = verdict.share();
    event.stages = stages(message.texts(Message.STAGES));
    tell(executor, event);
  }

  private void shuffled(String executor, Message message) {
    ExecutorShuffleEvent event = new ExecutorShuffleEvent();
    event.executorId = executor;
    event.timeMillis = message.number(Message.TIME);
    event.writtenBytes = message.number(Message.WRITTEN);
    event.spilledBytes = message.number(Message.SPILLED);
    event.registrations = message.number(Message.REGISTRATIONS);
    event.registeredBytes = message.number(Message.REGISTERED);
    event.routes = Arrays.stream(message.texts(Message.ROUTES)).map(ShuffleRoute::parse).toList();
    tell(executor, event);
  }

  private static List<StageShare> stages(String[] lines) {
    List<StageShare> stages = new ArrayList<>();
    for (String line : lines) {
      try {
        stages.add(JSON.readValue(line, StageShare.class));
      } catch (IOException e) {
        Log.failed("a stage is missing from the Scaling tab", e);
      }
    }
    return stages;
  }

  private void tell(String executor, SparkListenerEvent event) {
    synchronized (this) {
      talking.add(executor);
    }
    bus.accept(event);
  }

  /**
   * Waits so long at most for what stopping executors still have to say, so that it gets into the
   * event log; those that have said no goodbye by then.
   */
  synchronized Set<String> awaitGoodbyes(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    long left = nanos;
    while (!talking.isEmpty() && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
    return new TreeSet<>(talking);
  }
}
