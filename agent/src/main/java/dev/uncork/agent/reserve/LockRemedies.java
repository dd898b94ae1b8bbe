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
  private final Instrumentation instrumentation;
  private WantedRemedies wanted;
  private final RewrittenClasses results = new RewrittenClasses();
  private final Map<ReserveGroups.Group, long[]> emitted = new HashMap<>();
  private final Set<CounterGroup> undone = new HashSet<>();
  private boolean off;

  /** Changes nothing yet. */
  public LockRemedies(Instrumentation instrumentation, WantedRemedies wanted) {
    this.instrumentation = instrumentation;
    this.wanted = wanted;
  }

  /**
   * Allows what is wanted and possible, and rewrites classes from now on. The boot classes and the
   * native library are there.
   *
   * @return for each remedy that is not possible why not, in one line
   */
  public Map<String, String> install() throws IOException {
    Map<String, String> problems = new HashMap<>();
    String reason = wanted.reserve().isEmpty() ? null : ReserveGroups.switchOn();
    if (reason != null) {
      problems.put(RewrittenClasses.RESERVE, reason);
      wanted = wanted.withoutReserve();
    }
    reason = wanted.counters() ? CounterGroup.switchOn() : null;
    if (reason != null) {
      problems.put(RewrittenClasses.COUNTER, reason);
      wanted = wanted.withoutCounters();
    }
    reason = wanted.isEmpty() ? null : rewrite();
    if (reason != null) {
      ReserveGroups.switchOffAll();
      CounterGroup.switchOffAll(reason);
      problems.put(wanted.reserve().isEmpty() ? "counter" : "reserve", reason);
    }
    return problems;
  }

  private @Nullable String rewrite() throws IOException {
    HookAccess access = new HookAccess(instrumentation);
    access.open();
    // Loads what the transformer needs: it must not load it while it transforms what that loads.
    if (JdkSites.NAMES.isEmpty()) {
      return "the list of the JDK's locks is empty";
    }
    LockTransformer transformer = new LockTransformer(wanted, results, access);
    transformer.warmUp();
    instrumentation.addTransformer(transformer, true);
    return hookLoaded();
  }

  /** Hooks the JDK's classes that lock what they are given, as far as they are loaded. */
  private @Nullable String hookLoaded() {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.isArray() || loaded.isPrimitive() || loaded.isHidden()) {
        continue;
      }
      String name = loaded.getName().replace('.', '/');
      boolean ofJdk = ofJdk(loaded);
      if (LockTransformer.isOurs(loaded.getClassLoader(), name)) {
        continue;
      }
      if (!ofJdk || JdkSites.NAMES.contains(name)) {
        try {
          instrumentation.retransformClasses(loaded);
        } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
          return loaded.getName() + ", which may lock any object, can't be hooked: " + e;
        }
      }
      if (ofJdk && List.of(loaded.getInterfaces()).contains(Reservable.class)) {
        results.rewrittenBefore(loaded.getName());
      }
      if (wanted.reserve().contains(name, ofJdk)
          && !Reservable.class.isAssignableFrom(loaded)
          && hasSynchronizedMethods(loaded)) {
        results.loadedBefore(loaded.getName());
      }
    }
    return null;
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

  /** Emits what changed since the last call: once a second and at the end. */
  public void emit() {
    for (ReserveGroups.Group group : ReserveGroups.all()) {
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
        RewrittenClasses.emit(RewrittenClasses.COUNTER, group.className(), "undone", why);
      }
    }
  }

  /** Ends all reservations: the kill switch. */
  public void switchOff(String why) {
    if (off) {
      return;
    }
    off = true;
    if (!wanted.reserve().isEmpty()) {
      int ended = ReserveGroups.switchOffAll();
      RewrittenClasses.emit(
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
