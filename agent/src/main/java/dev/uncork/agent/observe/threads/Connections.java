package dev.uncork.agent.observe.threads;

import dev.uncork.boot.sample.SocketEnds;
import dev.uncork.protocol.thread.AwaitedClass;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is at the other end of the program's connections.
 *
 * <p>Whose connection it is tells what a reader waits for: on one that came in, the next request of
 * a client, which isn't late; on one that the program opened, the answer to what it asked.
 */
final class Connections {
  private static final List<String> TABLES = List.of("/proc/self/net/tcp", "/proc/self/net/tcp6");

  /** State of a listening socket in the kernel's table, where those come first. */
  private static final String LISTENS = "0A";

  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final long FRESH_NANOS = 1_000_000_000;

  private final Set<Integer> listening = new HashSet<>();
  private long listedNanos;
  private boolean listed;

  /** What waits who reads from a descriptor; none where that isn't a connection. */
  WaitedFor at(int descriptor) {
    int port = SocketEnds.localPort0(descriptor);
    if (port < 0) {
      return WaitedFor.NONE;
    }
    list(System.nanoTime());
    if (listening.contains(port)) {
      return new WaitedFor(AwaitedClass.REQUEST, 0, WaitedFor.NO_OWNER);
    }
    String peer = SocketEnds.peer0(descriptor);
    return peer == null ? WaitedFor.NONE : WaitedFor.connection(peer);
  }

  private void list(long nowNanos) {
    if (!listed || nowNanos - listedNanos >= FRESH_NANOS) {
      listed = true;
      listedNanos = nowNanos;
      listening.clear();
      TABLES.forEach(this::list);
    }
  }

  /** Ports on which somebody in this network namespace listens. */
  private void list(String table) {
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
