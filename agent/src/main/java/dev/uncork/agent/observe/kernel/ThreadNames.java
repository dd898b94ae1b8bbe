package dev.uncork.agent.observe.kernel;

import java.util.HashMap;
import java.util.Map;

/**
 * Java names for the names that the kernel shows.
 *
 * <p>HotSpot gives each thread's name to the kernel, which keeps 15 bytes: the first 15, or on
 * newer JDKs the first 7, two dots and the last 6 (JDK-8324584). The JVM does not tell which kernel
 * thread a Java thread is, so a shortened name that two threads share stays as the kernel shows it.
 */
final class ThreadNames {
  private static final int KERNEL_LENGTH = 15;
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
    if (name.length() <= KERNEL_LENGTH) {
      return;
    }
    int length = name.length();
    names.merge(name.substring(0, KERNEL_LENGTH), name, ThreadNames::same);
    names.merge(name.substring(0, 7) + ".." + name.substring(length - 6), name, ThreadNames::same);
  }

  private static String same(String a, String b) {
    return a.equals(b) ? a : AMBIGUOUS;
  }
}
