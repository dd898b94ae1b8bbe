package dev.uncork.agent.reserve;

import dev.uncork.agent.jvm.HookAccess;
import dev.uncork.boot.counter.CounterGroup;
import dev.uncork.boot.jvm.OldCode;
import dev.uncork.boot.monitor.MonitorHooks;
import dev.uncork.boot.reserve.Reservable;
import dev.uncork.boot.reserve.ReserveGroups;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import dev.uncork.recording.CompilationTable.GivenUp;
import dev.uncork.rewriting.lock.JdkSites;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lock reservation and atomic counters in this JVM, from the point where they are allowed until the
 * kill switch.
 *
 * <p>Once a class is rewritten it stays so, and so does the transformer: a class loaded later might
 * lock a rewritten object. The kill switch ends all reservations and puts all counters under their
 * monitors; rewritten code then takes the stock monitors.
 */
public final class LockRemedies {
  private static final long START_NANOS = 200_000_000;
  private static final long LEAST_PAUSE_NANOS = 5_000_000;
  private static final long MOST_PAUSE_NANOS = 640_000_000;

  private final Instrumentation instrumentation;
  private WantedRemedies wanted;
  private final RewrittenClasses results = new RewrittenClasses();
  private final ReservationCounts reservations = new ReservationCounts();
  private final Set<CounterGroup> undone = new HashSet<>();
  private @Nullable Thread preparation;
  private volatile Instant began = Instant.EPOCH;
  private volatile @Nullable GivenUpMethods givenUp;

  /** What was retransformed to be hooked: some of the JDK, once it was. */
  private Class<?>[] hooked = {};

  /** Why nothing can be reserved any more, or null. */
  private volatile @Nullable String broken;

  private boolean off;

  /** Changes nothing yet. */
  public LockRemedies(Instrumentation instrumentation, WantedRemedies wanted) {
    this.instrumentation = instrumentation;
    this.wanted = wanted;
  }

  /**
   * Rewrites classes from now on. With counters, whose rewritten code does without the monitor at
   * once, everything that may lock is hooked before this returns. Lock reservation alone gets ready
   * in a thread of its own, since the program needn't wait for what it doesn't use yet, and not
   * before the recording has started, for which the program waits. The boot classes and the native
   * library are there.
   *
   * @param wait whether the JDK's classes are to be rewritten from the return on
   * @param problem is told which remedy is not possible and why not, in one line
   */
  public void install(boolean wait, BiConsumer<String, String> problem) throws IOException {
    String reason = wanted.counters() ? CounterGroup.switchOn() : null;
    if (wanted.counters()) {
      MonitorHooks.watchClasses();
    }
    if (reason != null) {
      problem.accept(RemedyName.COUNTER.label(), reason);
      wanted = wanted.withoutCounters();
      if (wanted.isEmpty()) {
        return;
      }
    }
    HookAccess access = new HookAccess(instrumentation);
    access.open();
    LockTransformer transformer = new LockTransformer(wanted, results, access, this::breaks);
    if (wait || wanted.counters()) {
      transformer.warmUp();
    }
    instrumentation.addTransformer(transformer, true);
    List<Class<?>> before = ofApplication(instrumentation.getAllLoadedClasses());
    if (wanted.counters()) {
      reason = hook(transformer, before);
      if (reason != null) {
        CounterGroup.switchOffAll(reason);
        problem.accept(RemedyName.COUNTER.label(), reason);
        return;
      }
    }
    Thread thread =
        new Thread(null, () -> getReady(transformer, before, problem), "uncork-remedies", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    preparation = thread;
  }

  private void getReady(
      LockTransformer transformer, List<Class<?>> before, BiConsumer<String, String> problem) {
    try {
      letStart();
      transformer.warmUp();
      awaitMissed(transformer);
      tellLoaded(before);
      if (!wanted.reserve().isEmpty()) {
        ReserveGroups.awaitWanted();
        String reason = reserve(transformer, before, problem);
        if (reason != null) {
          problem.accept(RemedyName.RESERVE.label(), reason);
        }
      }
    } catch (Throwable e) {
      problem.accept(RemedyName.RESERVE.label(), "internal error: " + e);
    }
  }

  /** Getting ready takes 0.14 s of a processor, which the program's own start can use better. */
  private static void letStart() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < START_NANOS) {
      LockSupport.parkNanos(START_NANOS);
    }
  }

  /** Allows reservations as soon as nobody can lock an object unseen; else why not, in one line. */
  private @Nullable String reserve(
      LockTransformer transformer, List<Class<?>> before, BiConsumer<String, String> problem) {
    if (isOff()) {
      return null;
    }
    String reason = ReserveGroups.probe();
    if (reason == null && hooked.length == 0) {
      reason = hook(transformer, before);
    }
    if (reason != null) {
      return reason;
    }
    awaitOldCode(new OldCode(hooked));
    GivenUpMethods watch = watchCompilers(problem);
    synchronized (this) {
      if (!isOff()) {
        ReserveGroups.allow();
        givenUp = watch;
      }
    }
    if (broken != null) { // Perhaps just before that.
      ReserveGroups.switchOffAll();
    }
    return null;
  }

  private @Nullable GivenUpMethods watchCompilers(BiConsumer<String, String> problem) {
    try {
      return new GivenUpMethods(
          BailoutCounter.open(instrumentation), began, LockRemedies::takeBack, problem);
    } catch (RuntimeException | LinkageError e) {
      String reason = e instanceof IllegalStateException ? e.getMessage() : e.toString();
      problem.accept(
          GivenUpMethods.CAPABILITY, reason + "; classes stay reserved whatever compilers give up");
      return null;
    }
  }

  /** In the thread that looks after compilers. {@link #emit} tells it. */
  private static void takeBack(List<GivenUp> methods) {
    Map<String, String> classes = new HashMap<>();
    for (GivenUp one : methods) {
      classes.putIfAbsent(one.className(), "a compiler gave up " + one);
    }
    ReserveGroups.takeBack(classes);
  }

  /**
   * A class that is going to be loaded breaks what the remedies rely on. Called while it is loaded,
   * so this only ends them; {@link #emit} tells it.
   */
  private void breaks(String reason) {
    broken = reason;
    if (!wanted.reserve().isEmpty()) {
      ReserveGroups.switchOffAll();
    }
    if (wanted.counters()) {
      CounterGroup.switchOffAll(reason);
    }
  }

  private synchronized boolean isOff() {
    return off || broken != null;
  }

  /** Returns when no thread is in a method any more that it entered before that was hooked. */
  private void awaitOldCode(OldCode old) {
    long pauseNanos = LEAST_PAUSE_NANOS;
    String told = "";
    for (String where = old.where(); where != null; where = old.where()) {
      if (isOff()) {
        return;
      }
      if (pauseNanos >= MOST_PAUSE_NANOS && !where.equals(told)) {
        told = where;
        results.emit(
            RemedyName.RESERVE,
            "*",
            RemedyState.REFUSED,
            "not yet: a thread has been in " + where + " since before locks could be reserved");
      }
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, MOST_PAUSE_NANOS);
    }
  }

  /**
   * Waits until each class of the JDK that the transformer let pass is there: one that was just
   * being loaded wouldn't be among all loaded classes yet, and would never be hooked.
   */
  private static void awaitMissed(LockTransformer transformer) {
    for (String name : transformer.missed()) {
      try {
        Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        // Then nobody has it.
      }
    }
  }

  /**
   * Hooks what may lock anything: from now on what is loaded, and what is loaded already, which is
   * the application's classes from before the rewriting, and those of the JDK that are on the list.
   *
   * @return null, or why it is not possible, in one line
   */
  private @Nullable String hook(LockTransformer transformer, List<Class<?>> before) {
    transformer.hookJdk();
    awaitMissed(transformer);
    List<Class<?>> late = new ArrayList<>(before);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (isOrdinary(loaded) && ofJdk(loaded) && JdkSites.NAMES.contains(internalName(loaded))) {
        late.add(loaded);
      }
    }
    try {
      Class<?>[] all = late.toArray(Class[]::new);
      instrumentation.retransformClasses(all); // At one stop of the VM.
      hooked = all;
      return null;
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      return "classes that may lock any object can't be hooked: " + e;
    }
  }

  private static List<Class<?>> ofApplication(Class<?>[] loaded) {
    return Arrays.stream(loaded).filter(type -> isOrdinary(type) && !ofJdk(type)).toList();
  }

  /** What was loaded before it could be rewritten here. */
  private void tellLoaded(List<Class<?>> before) {
    before.forEach(this::tellIfTooLate);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (isOrdinary(loaded) && ofJdk(loaded)) {
        if (List.of(loaded.getInterfaces()).contains(Reservable.class)) {
          results.rewrittenBefore(loaded.getName());
        }
        tellIfTooLate(loaded);
      }
    }
  }

  private void tellIfTooLate(Class<?> loaded) {
    if (wanted.reserve().contains(internalName(loaded), ofJdk(loaded))
        && !Reservable.class.isAssignableFrom(loaded)
        && hasSynchronizedMethods(loaded)) {
      results.loadedBefore(loaded.getName());
    }
  }

  private static boolean isOrdinary(Class<?> type) {
    return !type.isArray()
        && !type.isPrimitive()
        && !type.isHidden()
        && !LockTransformer.isOurs(type.getClassLoader(), internalName(type));
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private static boolean ofJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  private static boolean hasSynchronizedMethods(Class<?> type) {
    for (var method : type.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      if (Modifier.isSynchronized(modifiers) && !Modifier.isStatic(modifiers)) {
        return true;
      }
    }
    return false;
  }

  /** The recording has started: from now on events may be emitted. */
  public void recordingStarted() {
    began = Instant.now();
    results.recordingStarted();
    Thread thread = preparation;
    if (thread != null) {
      preparation = null;
      thread.start();
    }
  }

  /** What is to be done once a second, in the collector's thread. */
  public void second(long nowNanos) {
    GivenUpMethods watch = givenUp;
    if (watch != null) {
      watch.second(nowNanos);
    }
    emit();
  }

  /** CPU time since the last call of threads that the collector had do something. */
  public long takeCpuNanos() {
    GivenUpMethods watch = givenUp;
    return watch == null ? 0 : watch.takeCpuNanos();
  }

  /** Emits what changed since the last call: once a second and at the end. */
  public synchronized void emit() {
    String reason = broken;
    if (reason != null) {
      switchOff(reason);
    }
    reservations.emit(results);
    for (CounterGroup group : CounterGroup.all()) {
      String why = group.offBecause();
      if (why != null && group.used() && undone.add(group)) {
        results.emit(RemedyName.COUNTER, group.className(), RemedyState.UNDONE, why);
      }
    }
    results.drain();
  }

  /** Ends all reservations: the kill switch. */
  public void switchOff(String why) {
    synchronized (this) {
      if (off) {
        return;
      }
      off = true;
    }
    GivenUpMethods watch = givenUp;
    if (watch != null) {
      watch.close();
    }
    if (!wanted.reserve().isEmpty()) {
      int ended = ReserveGroups.switchOffAll();
      results.emit(
          RemedyName.RESERVE, "*", RemedyState.UNDONE, why + "; " + ended + " reservations ended");
    }
    if (wanted.counters()) {
      CounterGroup.switchOffAll(why);
      emit();
    }
  }

  /** What was done, a line for each remedy. */
  public List<String> summary() {
    List<String> lines = new ArrayList<>();
    if (!wanted.reserve().isEmpty()) {
      lines.add(
          "reserve: "
              + results.summary()
              + "; "
              + reservations.summary()
              + (off ? "; switched off" : ""));
    }
    if (wanted.counters()) {
      long back =
          CounterGroup.all().stream().filter(g -> g.used() && g.offBecause() != null).count();
      lines.add(
          "counter: "
              + results.counters()
              + (back == 0 || off ? "" : ", " + back + " back under the monitor")
              + (off ? "; switched off" : ""));
    }
    return lines;
  }
}
