package dev.uncork.boot.reserve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.boot.monitor.MonitorHooks;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What blocks leave behind; what they do to reserved objects, module rewriting's tests say. */
class ReserveHooksTest {
  private static final long DEADLINE_SECONDS = 60;

  /** An object to lock. */
  public static final class Plain {}

  @BeforeEach
  void allow() {
    ReserveHooks.allow(true);
  }

  @AfterEach
  void forbid() {
    ReserveHooks.allow(false);
  }

  @Test
  void classOfLockedObjectCanBeUnloaded() throws Exception {
    WeakReference<ClassLoader> loader = lockObjectOfOtherLoader();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (loader.get() != null) {
      System.gc();
      assertThat(System.nanoTime() - deadline).isNegative();
    }
  }

  private static WeakReference<ClassLoader> lockObjectOfOtherLoader() throws Exception {
    URL classes = ReserveHooksTest.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null)) {
      Class<?> type = loader.loadClass(Plain.class.getName());
      assertThat(type).isNotSameAs(Plain.class);
      MonitorHooks.beforeMonitor(type.getConstructor().newInstance());
      return new WeakReference<>(loader);
    }
  }

  @Test
  void nothingToLockIsLeftToTheMonitor() {
    MonitorHooks.beforeMonitor(null);
    MonitorHooks.beforeMonitor(new Plain());
    MonitorHooks.beforeMonitor(new int[0]);
  }
}
