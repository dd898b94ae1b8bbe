package dev.uncork.agent.observe.work;

import com.sun.management.ThreadMXBean;
import dev.uncork.boot.sample.ThreadStacks;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.protocol.thread.ServiceThreadName;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that the program's threads have allocated, those of Uncork and JFR excepted.
 *
 * <p>From JDK 21 on the JVM tells the sum over all threads, with those that have ended. Before,
 * what a thread has allocated since it was last seen is lost with it.
 */
final class AllocatedBytes implements WorkCounter {
  private static final long NAMES_NANOS = 1_000_000_000;

  private final ThreadMXBean threads;
  private final @Nullable Method total;
  private final Map<Long, Long> live = new HashMap<>();
  private long endedBytes;
  private long[] serviceIds = new long[0];
  private long serviceNanos;

  private AllocatedBytes(ThreadMXBean threads) {
    this.threads = threads;
    this.total = total();
  }

  /** Those of this JVM; null where it doesn't tell. */
  static @Nullable WorkCounter ofJvm() {
    try {
      // Another JVM may have another bean, and an image of the JDK may lack the module.
      return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
              && threads.isThreadAllocatedMemoryEnabled()
          ? new AllocatedBytes(threads)
          : null;
    } catch (LinkageError | RuntimeException e) {
      return null;
    }
  }

  private static @Nullable Method total() {
    try {
      return ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
    } catch (NoSuchMethodException e) {
      return null; // before JDK 21
    }
  }

  @Override
  public WorkUnit unit() {
    return WorkUnit.ALLOCATED_BYTES;
  }

  @Override
  public String name() {
    return "";
  }

  @Override
  public long read() {
    long all = ofAll();
    for (long service : threads.getThreadAllocatedBytes(serviceIds())) {
      all -= Math.max(0, service);
    }
    return all;
  }

  private long ofAll() {
    if (total != null) {
      try {
        long bytes = (long) total.invoke(threads);
        if (bytes >= 0) {
          return bytes;
        }
      } catch (ReflectiveOperationException e) {
        // Then thread by thread.
      }
    }
    return ofEach();
  }

  private long ofEach() {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    Map<Long, Long> before = new HashMap<>(live);
    live.clear();
    long sum = 0;
    for (int i = 0; i < ids.length; i++) {
      Long known = before.remove(ids[i]);
      if (bytes[i] >= 0) {
        live.put(ids[i], bytes[i]);
        sum += bytes[i];
      } else if (known != null) { // it has ended since it was listed
        endedBytes += known;
      }
    }
    for (long ended : before.values()) {
      endedBytes += ended;
    }
    return endedBytes + sum;
  }

  /** Before JDK 19 a thread's class could give it another id. */
  private static boolean runsNoOtherCode(Thread thread) {
    ClassLoader loader = thread.getClass().getClassLoader();
    return loader == null || loader == AllocatedBytes.class.getClassLoader();
  }

  /** Threads of Uncork and JFR, which come and go rarely. */
  private long[] serviceIds() {
    long now = System.nanoTime();
    if (serviceIds.length == 0 || now - serviceNanos > NAMES_NANOS) {
      serviceNanos = now;
      serviceIds =
          Arrays.stream(ThreadStacks.threads0())
              .filter(thread -> thread != null && ServiceThreadName.JVM.matches(thread.getName()))
              .filter(AllocatedBytes::runsNoOtherCode)
              .mapToLong(Thread::getId)
              .toArray();
    }
    return serviceIds;
  }
}
