package dev.uncork.boot.counter;

import dev.uncork.boot.jvm.Fence;
import dev.uncork.boot.jvm.VirtualThreads;
import dev.uncork.boot.reserve.Superclasses;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The switch of the counters of one class: atomic while nobody uses the monitors of its objects for
 * anything else, under the monitor from then on.
 *
 * <p>Groups go by the name of the class, so that one can be switched off before the class that it
 * is about exists; classes of one name in several loaders share it.
 */
public final class CounterGroup {
  private static final ConcurrentHashMap<String, CounterGroup> ALL = new ConcurrentHashMap<>();
  private static volatile @Nullable String allOffBecause;
  private static final Set<String> HOOKS =
      Set.of("dev.uncork.boot.counter.CounterHooks", "dev.uncork.boot.counter.StaticCounterHooks");
  private static final String STATIC = " (static)";
  private static final ClassValue<CounterGroup> STATICS =
      new ClassValue<>() {
        @Override
        protected CounterGroup computeValue(Class<?> type) {
          return named(type.getName() + STATIC);
        }
      };

  private final String className;
  private volatile boolean on = true;
  private volatile boolean used;
  private volatile @Nullable String offBecause;

  private CounterGroup(String className) {
    this.className = className;
  }

  /** The group of a class, by its name with dots. */
  public static CounterGroup named(String className) {
    CounterGroup group = ALL.computeIfAbsent(className, CounterGroup::new);
    String closed = allOffBecause;
    if (closed != null) {
      group.close(closed);
    }
    return group;
  }

  /**
   * The group of a rewritten class, which is being initialized. Whatever was decided when its file
   * was rewritten, only the class as it is now counts: others may have changed it after us.
   */
  public static CounterGroup of(Class<?> type) {
    CounterGroup group = named(type.getName());
    group.used = true;
    try {
      String method = Fence.stockMethod0(type);
      String against = Superclasses.against(type);
      if (method != null) {
        group.switchOff("its method " + method + " takes the monitor");
      } else if (against != null) {
        group.switchOff(against);
      }
    } catch (LinkageError e) {
      group.switchOff("the native library is missing: " + e);
    }
    return group;
  }

  /** The group of the static counters of a rewritten class, which is being initialized. */
  public static CounterGroup ofStatics(Class<?> type) {
    CounterGroup group = STATICS.get(type);
    group.used = true;
    try {
      String method = Fence.stockStaticMethod0(type);
      if (method != null) {
        group.switchOff("its method " + method + " takes the monitor");
      }
    } catch (LinkageError e) {
      group.switchOff("the native library is missing: " + e);
    }
    return group;
  }

  /** Before the monitor of a class is taken by other code than its counters'. */
  public static void monitorWanted(Class<?> type) {
    STATICS.get(type).monitorWanted();
  }

  /** All groups. */
  public static List<CounterGroup> all() {
    return new ArrayList<>(ALL.values());
  }

  /**
   * Whether the calling thread may update without the monitor. Virtual threads may not: {@link
   * #awaitNobodyInside} can't see them.
   */
  boolean atomic() {
    return on && !VirtualThreads.isOne(Thread.currentThread());
  }

  /** Name of the class, with dots. */
  public String className() {
    return className;
  }

  /** Why its counters are under the monitor again, or null while they are atomic. */
  public @Nullable String offBecause() {
    return offBecause;
  }

  /** Whether the class was rewritten and runs. */
  public boolean used() {
    return used;
  }

  /**
   * Has native code's MonitorEnter go through {@code MonitorHooks} from now on.
   *
   * @return null when counters can be rewritten, else why not, in one line
   */
  public static @Nullable String switchOn() {
    try {
      return Fence.watchNativeCode0();
    } catch (LinkageError e) {
      return e.toString();
    }
  }

  /**
   * Puts the counters under the monitor again. At its return no update without the monitor is under
   * way, and none begins later.
   */
  public void switchOff(String why) {
    close(why);
    if (used) { // Set before its first look at the switch, which is closed already.
      awaitNobodyInside();
    }
  }

  /** Puts all counters under the monitor again: the kill switch. Returns how many classes' were. */
  public static int switchOffAll(String why) {
    int switched = 0;
    allOffBecause = why;
    for (CounterGroup group : ALL.values()) {
      switched += group.used && group.on ? 1 : 0;
      group.close(why);
    }
    if (switched > 0) {
      awaitNobodyInside();
    }
    return switched;
  }

  private synchronized void close(String why) {
    if (offBecause == null) {
      offBecause = why;
    }
    on = false;
  }

  /** Before the monitor of one of the objects is taken by other code than the counters'. */
  public void monitorWanted() {
    if (on) {
      switchOff(
          className.endsWith(STATIC)
              ? "code outside of its counters locked the class"
              : "code outside of the class locked one of its objects");
    }
  }

  /** Returns when no thread is between its look at a switch and its update. */
  private static void awaitNobodyInside() {
    while (somebodyInside()) {
      Thread.yield();
    }
  }

  @SuppressWarnings("removal") // On JDK 17 a security manager may confine our callers.
  private static boolean somebodyInside() {
    Map<Thread, StackTraceElement[]> stacks =
        AccessController.doPrivileged(
            (PrivilegedAction<Map<Thread, StackTraceElement[]>>) Thread::getAllStackTraces);
    for (Map.Entry<Thread, StackTraceElement[]> one : stacks.entrySet()) {
      if (one.getKey() != Thread.currentThread() && inside(one.getValue())) {
        return true;
      }
    }
    return false;
  }

  private static boolean inside(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (HOOKS.contains(frame.getClassName())) {
        return !frame.getMethodName().endsWith("Locked");
      }
    }
    return false;
  }
}
