package dev.uncork.progress;

import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A count of the application's own operations, which Uncork reads while it observes.
 *
 * <pre>{@code
 * static final Progress ORDERS = Progress.of("orders");
 * ...
 * ORDERS.add(1);
 * }</pre>
 *
 * <p>Adding is striped and costs a few nanoseconds however many threads add. The count is published
 * as MBean {@code dev.uncork:type=Progress,name="orders"}; a second copy of this class, in another
 * class loader, publishes its own under a further key. Where there are no MBeans it only counts.
 */
public final class Progress implements ProgressMXBean {
  private static final ConcurrentHashMap<String, Progress> BY_NAME = new ConcurrentHashMap<>();

  private final LongAdder operations = new LongAdder();

  private Progress() {}

  /** The counter of that name; the same one for the same name. */
  public static Progress of(String name) {
    return BY_NAME.computeIfAbsent(
        Objects.requireNonNull(name, "name"),
        key -> {
          Progress progress = new Progress();
          publish(key, progress);
          return progress;
        });
  }

  /** Counts operations that were done. */
  public void add(long count) {
    operations.add(count);
  }

  @Override
  public long getCount() {
    return operations.sum();
  }

  private static void publish(String name, Progress progress) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      String published = "dev.uncork:type=Progress,name=" + ObjectName.quote(name);
      try {
        server.registerMBean(progress, new ObjectName(published));
      } catch (InstanceAlreadyExistsException e) {
        String copy = Integer.toHexString(System.identityHashCode(Progress.class));
        server.registerMBean(progress, new ObjectName(published + ",copy=" + copy));
      }
    } catch (JMException | RuntimeException | LinkageError e) {
      // Progress is for watching; the application goes on without.
    }
  }
}
