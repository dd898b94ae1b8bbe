package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import dev.uncork.boot.jvm.Fence;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections from which virtual threads wait to read, by the JDK's pollers, which wake them.
 * Package {@code sun.nio.ch} must have been opened.
 */
final class VirtualReads {
  /** Threads that aren't looked at themselves of whose connections the other ends are. */
  private static final int MOST_OTHERS = 1000;

  private final JdkField waiters = new JdkField("sun.nio.ch.Poller#map");
  private final Map<Thread, Integer> descriptors = new IdentityHashMap<>();
  private final @Nullable Class<?> type = find("sun.nio.ch.Poller");
  private final Connections connections;
  private List<?> pollers = List.of();

  VirtualReads(Connections connections) {
    this.connections = connections;
  }

  /** Finds out from what these threads read now. */
  void find(Set<Thread> threads) {
    descriptors.clear();
    List<Integer> rest = new ArrayList<>();
    for (Object poller : pollers()) {
      if (waiters.get(poller) instanceof Map<?, ?> waiting) {
        waiting.forEach(
            (descriptor, thread) -> {
              if (descriptor instanceof Integer number && thread instanceof Thread waiter) {
                if (threads.contains(waiter)) {
                  descriptors.put(waiter, number);
                } else if (rest.size() < MOST_OTHERS) {
                  rest.add(number);
                }
              }
            });
      }
    }
    connections.awaited(rest);
  }

  /** What a thread waits for; none unless it reads from a connection. */
  WaitedFor of(Thread thread) {
    Integer descriptor = descriptors.get(thread);
    return descriptor == null ? WaitedFor.NONE : connections.at(descriptor);
  }

  /** None while the JDK hasn't got any: to ask it would start them. */
  private List<?> pollers() {
    if (pollers.isEmpty() && type != null && Fence.initialized0(type)) {
      pollers = pollers(type);
    }
    return pollers;
  }

  private static List<?> pollers(Class<?> type) {
    try {
      Method method = type.getDeclaredMethod("readPollers");
      method.setAccessible(true);
      return method.invoke(null) instanceof List<?> all ? all : List.of();
    } catch (NoSuchMethodException e) {
      return pollersOf21(type);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return List.of();
    }
  }

  private static List<?> pollersOf21(Class<?> type) {
    try {
      Field field = type.getDeclaredField("READ_POLLERS");
      field.setAccessible(true);
      return field.get(null) instanceof Object[] all ? Arrays.asList(all) : List.of();
    } catch (ReflectiveOperationException | RuntimeException e) {
      return List.of();
    }
  }

  private static @Nullable Class<?> find(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return null; // JDK 20 or older.
    }
  }
}
