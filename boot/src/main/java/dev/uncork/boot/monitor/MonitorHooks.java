package dev.uncork.boot.monitor;

import dev.uncork.boot.counter.CounterClass;
import dev.uncork.boot.counter.CounterGroup;
import dev.uncork.boot.jvm.PlainClasses;
import dev.uncork.boot.reserve.Reservable;
import dev.uncork.boot.reserve.ReserveHooks;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten code, and native code's MonitorEnter, calls before every {@code monitorenter} of a
 * block: whichever remedy does without the object's monitor hears of it.
 *
 * <p>Classes that the JVM needs to start may be rewritten too: nothing here initializes more than
 * itself until an object is there that concerns a remedy.
 */
public final class MonitorHooks {
  /** Whether static counters may be atomic; here, since it is asked while the JVM starts. */
  private static volatile boolean classesWatched;

  private MonitorHooks() {}

  /** Before any {@code monitorenter} of a block. */
  public static void beforeMonitor(@Nullable Object object) {
    if (PlainClasses.hasClassOf(object)) {
      return;
    }
    if (object instanceof Reservable reservable) {
      ReserveHooks.beforeMonitor(reservable);
    } else if (object instanceof CounterClass counters) {
      counters.uncork$counters().monitorWanted();
    } else if (object instanceof Class<?> type) {
      if (classesWatched) {
        CounterGroup.monitorWanted(type);
      }
    } else {
      PlainClasses.addClassOf(object);
    }
  }

  /** Static counters may be rewritten from now on: see who locks classes. Before the first is. */
  public static void watchClasses() {
    PlainClasses.jvmStarted();
    classesWatched = true;
  }
}
