package dev.uncork.agent.child;

import dev.uncork.agent.observe.code.ClassCode;
import dev.uncork.agent.observe.code.HotStacks;
import dev.uncork.agent.observe.demand.LongFrames;
import dev.uncork.agent.observe.threads.ThreadSampler;
import dev.uncork.agent.observe.work.WorkCounter;
import dev.uncork.agent.observe.work.WorkSearch;
import dev.uncork.boot.collect.LockCollector;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A program that searches for what counts its own work, and writes what it found, with the growth
 * of each counter and of the true count over the same time.
 */
public final class WorkProgram {
  private static final long TICK_MILLIS = 100;

  /** Between lines, of which several are to come while the search waits for them. */
  private static final long LINE_MILLIS = 400;

  private static @Nullable Instrumentation instrumentation;

  private final HotStacks stacks = new HotStacks();
  private final ThreadSampler sampler;
  private final WorkSearch search;

  private WorkProgram(Instrumentation instrumentation) {
    sampler = ThreadSampler.create(instrumentation, stacks);
    search =
        new WorkSearch(instrumentation, stacks, new ClassCode(instrumentation), null, () -> true);
  }

  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
  }

  /**
   * Runs.
   *
   * @param arguments the native library, what to do, and a directory of classes to load again
   */
  public static void main(String[] arguments) throws Exception {
    Thread.currentThread().setName("uncork-test");
    String failure = LockCollector.load(arguments[0]);
    failure = failure == null ? LockCollector.start(0) : failure;
    Instrumentation present = instrumentation;
    if (failure != null || present == null) {
      throw new IllegalStateException("no native library, or no instrumentation: " + failure);
    }
    WorkProgram program = new WorkProgram(present);
    switch (arguments[1]) {
      case "printed" -> program.observe(WorkLoads.start(WorkLoads::addAndRetry), true);
      case "loaded" -> program.observe(WorkLoads.startLoaded(), true);
      case "executed" -> program.observe(WorkLoads.startPooled(ExecutorService::execute), true);
      case "submitted" -> program.observe(WorkLoads.startPooled(ExecutorService::submit), true);
      case "async" ->
          program.observe(
              WorkLoads.startPooled((pool, task) -> CompletableFuture.runAsync(task, pool)), true);
      case "calls" -> program.observe(WorkLoads.start(WorkLoads::operate), false);
      case "virtual" -> {
        LongSupplier truth = WorkLoads.startVirtual(WorkLoads::operate);
        loops(WorkLoads.loop());
        program.observe(truth, false);
      }
      case "tiny" -> program.observe(WorkLoads.start(WorkLoads::callTiny), false);
      default -> program.unload(Path.of(arguments[2]));
    }
  }

  private static void loops(Class<?> type) {
    LongFrames frames = LongFrames.of(Set.of(type.getName()));
    System.out.println("spared " + (frames.reasonAgainst(type) != null));
  }

  private void observe(LongSupplier truth, boolean prints) throws Exception {
    await(truth, prints);
    List<WorkCounter> counters = search.counters();
    WorkLoads.pause();
    long[] before = counters.stream().mapToLong(WorkCounter::read).toArray();
    long trueBefore = truth.getAsLong();
    WorkLoads.resume();
    TimeUnit.MILLISECONDS.sleep(500);
    WorkLoads.pause();
    for (int i = 0; i < before.length; i++) {
      WorkCounter counter = counters.get(i);
      System.out.println(
          counter.unit().label() + " " + counter.name() + " " + (counter.read() - before[i]));
    }
    System.out.println("truth " + (truth.getAsLong() - trueBefore));
    search.end(); // while they pause, so that none is in code that is given back
    System.out.println("end " + search.second());
    WorkLoads.resume();
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private void await(LongSupplier truth, boolean prints) throws InterruptedException {
    long printedMillis = System.currentTimeMillis();
    long printed = truth.getAsLong();
    search.begin();
    while (!search.ready()) {
      TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
      long now = System.nanoTime();
      sampler.tick(now);
      search.tick(now);
      long millis = System.currentTimeMillis();
      if (prints && millis - printedMillis >= LINE_MILLIS) {
        long done = truth.getAsLong();
        search.printed(printedMillis, millis, done - printed);
        printedMillis = millis;
        printed = done;
      }
    }
  }

  /** A class whose number was found goes when nobody else needs it. */
  private void unload(Path classes) throws Exception {
    URL[] places = {classes.toUri().toURL()};
    URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    Class<?> type = loader.loadClass("dev.uncork.agent.child.UnloadedProgram");
    Thread thread = (Thread) type.getMethod("start").invoke(null);
    await(() -> 0, false);
    search.counters().forEach(counter -> System.out.println(counter.name()));
    search.end();
    System.out.println("end " + search.second());
    type.getMethod("stop").invoke(null);
    thread.join();
    WeakReference<ClassLoader> gone = new WeakReference<>(loader);
    type = null;
    thread = null;
    loader.close();
    loader = null;
    while (!gone.refersTo(null)) {
      sampler.tick(System.nanoTime()); // It forgets threads that have ended.
      System.gc();
      TimeUnit.MILLISECONDS.sleep(20);
    }
    System.out.println("collected while " + search.ready());
    Runtime.getRuntime().halt(0);
  }
}
