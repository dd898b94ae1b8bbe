package dev.uncork.agent.reserve;

import dev.uncork.boot.CounterGroup;
import dev.uncork.boot.Reservable;
import dev.uncork.boot.ReserveGroups;
import dev.uncork.recording.event.ReservationEvent;
import dev.uncork.rewriting.lock.JdkSites;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
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

  private final Instrumentation instrumentation;
  private WantedRemedies wanted;
  private final RewrittenClasses results = new RewrittenClasses();
  private final Map<ReserveGroups.Group, long[]> emitted = new HashMap<>();
  private final Set<CounterGroup> undone = new HashSet<>();
  private final Set<ReserveGroups.Group> kept = new HashSet<>();
  private @Nullable Thread preparation;
  private boolean off;

  /** Changes nothing yet. */
  public LockRemedies(Instrumentation instrumentation, WantedRemedies wanted) {
    this.instrumentation = instrumentation;
    this.wanted = wanted;
  }

  /**
   * Rewrites classes from now on, and gets ready to use that: with lock reservation alone in a
   * thread of its own, since the program needn't wait for what it doesn't use yet, and not before
   * the recording has started, for which the program waits; with counters, whose rewritten code
   * does without the monitor at once, before this returns. The boot classes and the native library
   * are there.
   *
   * @param wait whether to be ready at the return in any case
   * @param problem is told which remedy is not possible and why not, in one line
   */
  public void install(boolean wait, BiConsumer<String, String> problem) throws IOException {
    String reason = wanted.counters() ? CounterGroup.switchOn() : null;
    if (wanted.counters()) {
      CounterGroup.watchClasses();
    }
    if (reason != null) {
      problem.accept(RewrittenClasses.COUNTER, reason);
      wanted = wanted.withoutCounters();
      if (wanted.isEmpty()) {
        return;
      }
    }
    HookAccess access = new HookAccess(instrumentation);
    access.open();
    LockTransformer transformer = new LockTransformer(wanted, results, access);
    if (wait || wanted.counters()) {
      transformer.warmUp();
      instrumentation.addTransformer(transformer, true);
      awaitMissed(transformer);
      getReady(instrumentation.getAllLoadedClasses(), problem);
      return;
    }
    instrumentation.addTransformer(transformer, true);
    Class<?>[] before = instrumentation.getAllLoadedClasses();
    Thread thread =
        new Thread(null, () -> getReady(transformer, before, problem), "uncork-remedies", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    preparation = thread;
  }

  private void getReady(
      LockTransformer transformer, Class<?>[] before, BiConsumer<String, String> problem) {
    try {
      letStart();
      transformer.warmUp();
      awaitMissed(transformer);
      getReady(before, problem);
    } catch (Throwable e) {
      problem.accept(RewrittenClasses.RESERVE, "internal error: " + e);
    }
  }

  /** Getting ready takes 0.14 s of a processor, which the program's own start can use better. */
  private static void letStart() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < START_NANOS) {
      LockSupport.parkNanos(START_NANOS);
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

  private void getReady(Class<?>[] before, BiConsumer<String, String> problem) {
    String reason = hookLoaded(before);
    if (reason != null) {
      CounterGroup.switchOffAll(reason);
      problem.accept(wanted.reserve().isEmpty() ? "counter" : "reserve", reason);
      return;
    }
    if (!wanted.reserve().isEmpty()) {
      reason = ReserveGroups.probe();
      if (reason != null) {
        problem.accept(RewrittenClasses.RESERVE, reason);
        return;
      }
      synchronized (this) {
        if (!off) {
          ReserveGroups.allow();
        }
      }
    }
  }

  /**
   * Hooks what is loaded and may lock anything: the application's classes from before the
   * rewriting, and those of the JDK that are on the list, also from while the transformer got
   * ready.
   */
  private @Nullable String hookLoaded(Class<?>[] before) {
    List<Class<?>> late = new ArrayList<>();
    for (Class<?> loaded : before) {
      if (isOrdinary(loaded) && !ofJdk(loaded)) {
        late.add(loaded);
        tellIfTooLate(loaded);
      }
    }
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (isOrdinary(loaded) && ofJdk(loaded)) {
        if (JdkSites.NAMES.contains(internalName(loaded))) {
          late.add(loaded);
        }
        if (List.of(loaded.getInterfaces()).contains(Reservable.class)) {
          results.rewrittenBefore(loaded.getName());
        }
        tellIfTooLate(loaded);
      }
    }
    try {
      instrumentation.retransformClasses(late.toArray(Class[]::new)); // All at one stop of the VM.
      return null;
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      return "classes that may lock any object can't be hooked: " + e;
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
    results.recordingStarted();
    Thread thread = preparation;
    if (thread != null) {
      preparation = null;
      thread.start();
    }
  }

  /** Emits what changed since the last call: once a second and at the end. */
  public synchronized void emit() {
    for (ReserveGroups.Group group : ReserveGroups.all()) {
      String stock = group.stockBecause();
      if (stock != null && kept.add(group)) {
        results.emit(RewrittenClasses.RESERVE, group.className(), "refused", stock);
      }
      long reservations = group.reservations();
      long revocations = group.revocations();
      long[] before = emitted.computeIfAbsent(group, g -> new long[2]);
      if (reservations != before[0] || revocations != before[1]) {
        ReservationEvent event = new ReservationEvent();
        event.lockClass = group.className();
        event.reservations = reservations - before[0];
        event.revocations = revocations - before[1];
        event.switchedOff = group.switchedOff();
        event.commit();
        before[0] = reservations;
        before[1] = revocations;
      }
    }
    for (CounterGroup group : CounterGroup.all()) {
      String why = group.offBecause();
      if (why != null && group.used() && undone.add(group)) {
        results.emit(RewrittenClasses.COUNTER, group.className(), "undone", why);
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
    if (!wanted.reserve().isEmpty()) {
      int ended = ReserveGroups.switchOffAll();
      results.emit(
          RewrittenClasses.RESERVE, "*", "undone", why + "; " + ended + " reservations ended");
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
      lines.add(reservations());
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

  private String reservations() {
    long reservations = 0;
    long revocations = 0;
    int switchedOff = 0;
    for (ReserveGroups.Group group : ReserveGroups.all()) {
      reservations += group.reservations();
      revocations += group.revocations();
      switchedOff += group.switchedOff() ? 1 : 0;
    }
    return "reserve: "
        + results.summary()
        + "; "
        + reservations
        + " objects reserved, "
        + revocations
        + " revoked"
        + (switchedOff == 0 ? "" : ", " + switchedOff + " classes given up")
        + (off ? "; switched off" : "");
  }
}
