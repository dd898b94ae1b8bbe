package dev.uncork.agent.observe.threads;

import dev.uncork.boot.sample.SocketEnds;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The connections from which virtual threads wait to read, by the JDK's pollers, which wake them.
 *
 * <p>Whose connection it is tells what is waited for: on one that came in, the next request of a
 * client, which isn't late; on one that the program opened, the answer to what it asked. Package
 * {@code sun.nio.ch} must have been opened.
 */
final class VirtualReads {
  /** Class that is told as blocker where the connection came in. */
  private static final String ACCEPTED = "java.net.ServerSocket";

  private static final List<String> TABLES = List.of("/proc/self/net/tcp", "/proc/self/net/tcp6");

  /** State of a listening socket in the kernel's table, where those come first. */
  private static final String LISTENS = "0A";

  private static final int LOCAL = 1;
  private static final int STATE = 3;

  private final JdkField waiters = new JdkField("sun.nio.ch.Poller#map");
  private final Map<Thread, Integer> descriptors = new IdentityHashMap<>();
  private final Set<Integer> listening = new HashSet<>();

  /** Finds out from what these threads read now. */
  void find(Set<Thread> threads) {
    descriptors.clear();
    for (Object poller : pollers()) {
      if (waiters.get(poller) instanceof Map<?, ?> waiting) {
        waiting.forEach(
            (descriptor, thread) -> {
              if (descriptor instanceof Integer number
                  && thread instanceof Thread waiter
                  && threads.contains(waiter)) {
                descriptors.put(waiter, number);
              }
            });
      }
    }
    listening.clear();
    if (!descriptors.isEmpty()) {
      TABLES.forEach(this::listening);
    }
  }

  /** What a thread waits for; none unless it reads from a connection. */
  WaitedFor of(Thread thread) {
    Integer descriptor = descriptors.get(thread);
    if (descriptor == null) {
      return WaitedFor.NONE;
    }
    if (listening.contains(SocketEnds.localPort0(descriptor))) {
      return new WaitedFor(ACCEPTED, 0, WaitedFor.NO_OWNER);
    }
    String peer = SocketEnds.peer0(descriptor);
    return peer == null ? WaitedFor.NONE : WaitedFor.connection(peer);
  }

  private static List<?> pollers() {
    try {
      Class<?> type = Class.forName("sun.nio.ch.Poller", false, null);
      Method method = type.getDeclaredMethod("readPollers");
      method.setAccessible(true);
      return method.invoke(null) instanceof List<?> all ? all : List.of();
    } catch (NoSuchMethodException e) {
      return pollersOf21();
    } catch (ReflectiveOperationException | RuntimeException e) {
      return List.of();
    }
  }

  private static List<?> pollersOf21() {
    try {
      var field = Class.forName("sun.nio.ch.Poller", false, null).getDeclaredField("READ_POLLERS");
      field.setAccessible(true);
      return field.get(null) instanceof Object[] all ? Arrays.asList(all) : List.of();
    } catch (ReflectiveOperationException | RuntimeException e) {
      return new ArrayList<>();
    }
  }

  /** Ports on which somebody in this network namespace listens. */
  private void listening(String table) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(table), StandardCharsets.US_ASCII))) {
      lines.readLine();
      for (String line; (line = lines.readLine()) != null; ) {
        String[] words = line.trim().split(" +");
        if (words.length <= STATE || !words[STATE].equals(LISTENS)) {
          return;
        }
        listening.add(Integer.parseInt(words[LOCAL].substring(words[LOCAL].indexOf(':') + 1), 16));
      }
    } catch (IOException | NumberFormatException e) {
      // Then each connection counts as one that the program opened.
    }
  }
}
