package dev.uncork.agent.observe.kernel;

import dev.uncork.protocol.thread.KernelName;
import java.util.HashMap;
import java.util.Map;

/**
 * Java names for the names that the kernel shows.
 *
 * <p>The JVM does not tell which kernel thread a Java thread is, so a {@link KernelName} that two
 * threads share stays as the kernel shows it.
 */
final class ThreadNames {
  private static final String AMBIGUOUS = "";

  private Map<String, String> byKernelName = Map.of();

  /** Learns the names of the live platform threads. */
  void learn() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    for (ThreadGroup up = root; up != null; up = up.getParent()) {
      root = up;
    }
    Thread[] threads = new Thread[root.activeCount() + 16];
    int count = root.enumerate(threads);
    Map<String, String> names = new HashMap<>(2 * count);
    for (int i = 0; i < count; i++) {
      add(names, threads[i].getName());
    }
    byKernelName = names;
  }

  /** The name to show for a kernel name. */
  String of(String kernelName) {
    String name = byKernelName.get(kernelName);
    return name == null || name.equals(AMBIGUOUS) ? kernelName : name;
  }

  static void add(Map<String, String> names, String name) {
    if (!KernelName.fits(name)) {
      names.merge(KernelName.cut(name), name, ThreadNames::same);
      names.merge(KernelName.shortened(name), name, ThreadNames::same);
    }
  }

  private static String same(String a, String b) {
    return a.equals(b) ? a : AMBIGUOUS;
  }
}
