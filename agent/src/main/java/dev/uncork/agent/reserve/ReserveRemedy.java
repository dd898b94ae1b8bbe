package dev.uncork.agent.reserve;

import dev.uncork.boot.LockCollector;
import dev.uncork.boot.Reservable;
import dev.uncork.boot.ReserveGroups;
import dev.uncork.recording.event.RemedyEvent;
import dev.uncork.recording.event.ReservationEvent;
import dev.uncork.rewriting.lock.JdkSites;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lock reservation in this JVM, from the point where it is allowed until the kill switch.
 *
 * <p>Once a class is rewritten it stays so, and so does the transformer: a class loaded later might
 * lock a reserved object. The kill switch ends all reservations; rewritten code then takes the
 * stock monitors.
 */
public final class ReserveRemedy {
  private final Instrumentation instrumentation;
  private final ReserveSelection selection;
  private final RewrittenClasses results = new RewrittenClasses();
  private final Map<ReserveGroups.Group, long[]> emitted = new HashMap<>();
  private boolean off;

  /**
   * Changes nothing yet.
   *
   * @param selected class names and patterns, separated by semicolons
   */
  public ReserveRemedy(Instrumentation instrumentation, String selected) {
    this.instrumentation = instrumentation;
    this.selection = ReserveSelection.of(selected);
  }

  /**
   * Allows reservations and rewrites classes from now on. The boot classes and the native library
   * are there.
   *
   * @return null when it works, else why not, in one line
   */
  public @Nullable String install() throws IOException {
    String reason = ReserveGroups.switchOn();
    if (reason != null) {
      return reason;
    }
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(LockCollector.class.getModule()),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of());
    // Loads what the transformer needs: it must not load it while it transforms what that loads.
    if (JdkSites.NAMES.isEmpty()) {
      return "the list of the JDK's locks is empty";
    }
    ReserveTransformer transformer = new ReserveTransformer(selection, results);
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
      if (ReserveTransformer.isOurs(loaded.getClassLoader(), name)) {
        continue;
      }
      if (!ofJdk || JdkSites.NAMES.contains(name)) {
        try {
          instrumentation.retransformClasses(loaded);
        } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
          ReserveGroups.switchOffAll();
          return loaded.getName() + ", which may lock any object, can't be hooked: " + e;
        }
      }
      if (ofJdk && List.of(loaded.getInterfaces()).contains(Reservable.class)) {
        results.rewrittenBefore(loaded.getName());
      }
      if (selection.contains(name, ofJdk)
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
  }

  /** Ends all reservations: the kill switch. */
  public void switchOff(String why) {
    if (off) {
      return;
    }
    off = true;
    int ended = ReserveGroups.switchOffAll();
    RemedyEvent event = new RemedyEvent();
    event.remedy = "reserve";
    event.target = "*";
    event.state = "undone";
    event.detail = why + "; " + ended + " reservations ended";
    event.commit();
  }

  /** What it did, in one line. */
  public String summary() {
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
