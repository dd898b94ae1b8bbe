package dev.uncork.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.spark.base.ExitHook;
import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.PluginSettings;
import dev.uncork.spark.base.WorkFiles;
import dev.uncork.spark.event.ExecutorCost;
import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.HotLock;
import dev.uncork.spark.event.ShuffleRoute;
import dev.uncork.spark.event.StageShare;
import dev.uncork.spark.locks.LockRemedy;
import dev.uncork.spark.profile.ExecutorProfile;
import dev.uncork.spark.profile.TaskMarks;
import dev.uncork.spark.shuffle.route.ShuffleCounts;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.api.plugin.PluginContext;

/**
 * What the plugin does in an executor, in one thread: bind, start the collector, then look around
 * once a second until the executor stops; then undo all of it.
 */
final class ExecutorLoop implements Runnable {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long PLACED_SECONDS = 2;
  private static final long STOP_SECONDS = 15;
  private static final long EXIT_SECONDS = 8; // a standalone worker kills after ten
  private static final int REBIND_SECONDS = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PluginContext context;
  private final String unbound;
  private final TaskMarks marks;
  private final DriverLink driver;
  private final WorkFiles files = new WorkFiles();
  private final NumaPlacement placement;
  private final LockRemedy locks;
  private final ExecutorProfile profile;
  private final UsageSampler usage;
  private final Thread thread = new Thread(this, "uncork-executor");
  private final Set<String> said = new HashSet<>();
  private final CountDownLatch placed = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExitHook exit = new ExitHook(this::awaitExit);
  private String shuffleTold = "";
  private String missing = "";
  private volatile boolean stopping;

  /** Does nothing yet. */
  ExecutorLoop(PluginContext context, PluginSettings settings, TaskMarks marks) {
    this.context = context;
    this.unbound = "executor " + context.executorID() + " stays unbound";
    this.marks = marks;
    this.driver = new DriverLink(context);
    this.placement = new NumaPlacement(context, settings, driver, marks, files);
    this.locks = new LockRemedy(context.executorID(), settings.reserve(), files);
    this.profile = new ExecutorProfile(context, settings, files, marks);
    this.usage = new UsageSampler(context.executorID(), marks);
    thread.setDaemon(true);
  }

  /** Starts the thread, and gives it a moment to bind the process before tasks begin. */
  void start() throws InterruptedException {
    exit.add();
    thread.start();
    placed.await(PLACED_SECONDS, TimeUnit.SECONDS);
  }

  /** Ends everything, and returns when it has ended or takes too long. */
  void stop() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
      Log.failed("the plugin has not stopped within " + STOP_SECONDS + " s; the executor goes on");
    }
    exit.remove();
  }

  /** The JVM waits until the last recording is written, unless that takes too long. */
  private void awaitExit() {
    stopping = true;
    LockSupport.unpark(thread);
    try {
      ended.await(EXIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    try {
      guarded(unbound, placement::begin);
      placed.countDown();
      guarded("executor " + context.executorID() + " reserves no locks", locks::start);
      guarded("executor " + context.executorID() + " is not profiled", profile::start);
      loop();
    } finally {
      placed.countDown();
      guarded("the last recording is missing", this::finishProfile);
      guarded("the driver didn't get all figures", this::sayGoodbye);
      guarded("streams stay without locks", locks::undo);
      guarded("threads keep their binding", placement::undo);
      guarded("the plugin's files were left behind", files::remove);
      ended.countDown();
    }
  }

  private void finishProfile() throws Exception {
    try {
      profile.finish();
    } catch (Exception | LinkageError e) {
      missing = Log.reason(e);
      throw e;
    }
  }

  private void sayGoodbye() {
    tellProfile();
    tellShuffle();
    driver.tell(usage.message());
    HashMap<String, Serializable> bye = Message.of(Message.BYE, context.executorID());
    bye.put(Message.REASON, missing);
    driver.tell(bye);
  }

  private void tellProfile() {
    profile
        .summary()
        .ifPresent(
            summary -> {
              HashMap<String, Serializable> message =
                  Message.of(Message.PROFILE, context.executorID());
              message.put(Message.TIME, System.currentTimeMillis());
              message.put(Message.INTERVAL, summary.recordedMillis());
              message.put(Message.BLOCKED, summary.blockedNanos());
              message.put(
                  Message.LOCKS,
                  profile.hottest().stream().map(HotLock::toLine).toArray(String[]::new));
              message.put(
                  Message.COSTS,
                  profile.largestCosts().stream().map(ExecutorCost::toLine).toArray(String[]::new));
              message.put(Message.STAGES, stages());
              driver.tell(message);
            });
  }

  /** If it has news. */
  private void tellShuffle() {
    ExecutorShuffleEvent counts = ShuffleCounts.now();
    if (counts == null) {
      return;
    }
    String[] routes = counts.routes.stream().map(ShuffleRoute::toLine).toArray(String[]::new);
    String told = counts.writtenBytes + " " + String.join(" ", routes);
    if (routes.length == 0 && counts.writtenBytes == 0 || told.equals(shuffleTold)) {
      return;
    }
    shuffleTold = told;
    HashMap<String, Serializable> message = Message.of(Message.SHUFFLE, context.executorID());
    message.put(Message.TIME, counts.timeMillis);
    message.put(Message.WRITTEN, counts.writtenBytes);
    message.put(Message.SPILLED, counts.spilledBytes);
    message.put(Message.REGISTRATIONS, counts.registrations);
    message.put(Message.REGISTERED, counts.registeredBytes);
    message.put(Message.ROUTES, routes);
    driver.tell(message);
  }

  private String[] stages() {
    List<String> lines = new ArrayList<>();
    for (StageShare stage : profile.takeStages()) {
      try {
        lines.add(JSON.writeValueAsString(stage));
      } catch (IOException e) {
        Log.failed("stage " + stage.key() + " is missing from the Scaling tab", e);
      }
    }
    return lines.toArray(new String[0]);
  }

  private void loop() {
    long next = System.nanoTime();
    for (long second = 0; !stopping; second++) {
      look(second);
      next = Math.max(next + SECOND_NANOS, System.nanoTime());
      long wait = next - System.nanoTime();
      while (wait > 0 && !stopping) {
        LockSupport.parkNanos(wait);
        wait = next - System.nanoTime();
      }
    }
  }

  private void look(long second) {
    guarded("the use of cores is not known", usage::sample);
    if (usage.due()) {
      driver.tell(usage.message());
      tellShuffle();
      marks.forgetEnded();
    }
    guarded(unbound, placement::bindWhenAnswered);
    if (second % REBIND_SECONDS == 0) {
      guarded("new threads stay unbound", placement::keep);
    }
    guarded("recordings are not collected", profile::collect);
    if (profile.news()) {
      tellProfile();
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  /** Runs a step; the first time that it fails, says what that means. */
  private void guarded(String consequence, Step step) {
    try {
      step.run();
    } catch (Throwable e) {
      if (said.add(consequence)) {
        Log.failed(consequence, e);
      }
    }
  }
}
