package dev.uncork.agent.observe.threads;

import dev.uncork.boot.sample.SocketEnds;
import dev.uncork.protocol.thread.AwaitedClass;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is at the other end of the program's connections.
 *
 * <p>Whose connection it is tells what a reader waits for: on one that came in, the next request of
 * a client, which isn't late; on one that the program opened, the answer to what it asked. Where
 * the program listens at the other end too, it's a thread of its own that answers; if that one was
 * asked for nothing and waits as well, both wait for what the other may say.
 */
final class Connections {
  private static final List<String> TABLES = List.of("/proc/self/net/tcp", "/proc/self/net/tcp6");

  /** State of a listening socket in the kernel's table, where those come first. */
  private static final String LISTENS = "0A";

  private static final File DESCRIPTORS = new File("/proc/self/fd");
  private static final String SOCKET = "socket:[";
  private static final String PIPE = "pipe:[";

  /** Descriptors up to here lead to whoever started the program. */
  private static final int STANDARD = 2;

  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /**
   * The least time between two listings: behind the listening sockets the kernel looks through its
   * whole table for the first connection, which takes milliseconds where the table is large.
   */
  private static final long REST_NANOS = 1_000_000_000;

  /** For how long a port at which nobody listened counts as one of those. */
  private static final long STALE_NANOS = 30_000_000_000L;

  private static final String SELECTED = "tfd:";

  /** Connections of a selector that are looked at. */
  private static final int MOST_SELECTED = 64;

  private static final WaitedFor REQUEST =
      new WaitedFor(AwaitedClass.REQUEST, 0, WaitedFor.NO_OWNER);
  private static final WaitedFor UNASKED =
      new WaitedFor(AwaitedClass.UNASKED, 0, WaitedFor.NO_OWNER);

  /** What a selector waits for, and the other ends' ports of connections that came in. */
  private record Selected(WaitedFor end, List<Integer> clients) {}

  private final Map<Integer, Selected> selectors = new HashMap<>();

  /** Ports of clients from which something was waited for here, and the snapshot that saw it. */
  private final Map<Integer, Long> clients = new HashMap<>();

  private final Map<Integer, String> listening = new HashMap<>();
  private final Set<String> own = new HashSet<>();
  private final Set<Integer> others = new HashSet<>();
  private final Set<Integer> asked = new HashSet<>();
  private Set<String> sockets = Set.of();
  private long listedNanos;
  private long selectedNanos;
  private boolean listed;
  private long snapshot;
  private boolean asksItself;

  /** Threads are looked at once more. */
  void begin(long number) {
    snapshot = number;
    clients.values().removeIf(seen -> seen < snapshot - 1);
  }

  /** What waits who waits for a descriptor; none where that's no connection nor a child's pipe. */
  WaitedFor at(int descriptor) {
    int port = SocketEnds.localPort0(descriptor);
    return port < 0 ? selector(descriptor, System.nanoTime()) : connection(descriptor, port);
  }

  /** The file for which a thread waits; none where the descriptor is of something else. */
  static WaitedFor file(int descriptor) {
    String path = target(descriptor);
    boolean isFile = path.startsWith("/") && !path.startsWith("/dev/");
    return isFile ? WaitedFor.outside(AwaitedClass.FILE, path) : WaitedFor.NONE;
  }

  /** What a descriptor is of, as the kernel names it; empty where it is closed. */
  private static String target(int descriptor) {
    try {
      return Files.readSymbolicLink(DESCRIPTORS.toPath().resolve(Integer.toString(descriptor)))
          .toString();
    } catch (IOException e) {
      return "";
    }
  }

  private WaitedFor selector(int descriptor, long nowNanos) {
    if (nowNanos - selectedNanos >= REST_NANOS) {
      selectedNanos = nowNanos;
      selectors.clear();
    }
    Selected found = selectors.computeIfAbsent(descriptor, this::selected);
    found.clients().forEach(this::awaits);
    return found.end();
  }

  /** Somebody else waits to read from these: it matters only where that is a client of its own. */
  void awaited(Iterable<Integer> descriptors) {
    if (asksItself) {
      descriptors.forEach(
          descriptor -> {
            int port = SocketEnds.localPort0(descriptor);
            if (port >= 0 && isListening(port)) {
              awaits(SocketEnds.peerPort0(descriptor));
            }
          });
    }
  }

  private void awaits(int client) {
    clients.put(client, snapshot);
  }

  /**
   * What a selector waits for: an answer from elsewhere, if there is one that it may get; or what a
   * pipe does.
   */
  private Selected selected(int selector) {
    List<Integer> asking = new ArrayList<>();
    if (selector > STANDARD && target(selector).startsWith(PIPE)) {
      return new Selected(new WaitedFor(AwaitedClass.PIPE, 0, WaitedFor.NO_OWNER), asking);
    }
    WaitedFor found = WaitedFor.NONE;
    try (BufferedReader lines = lines("/proc/self/fdinfo/" + selector)) {
      int seen = 0;
      for (String line; seen < MOST_SELECTED && (line = lines.readLine()) != null; ) {
        if (line.startsWith(SELECTED)) {
          seen++;
          String number = line.substring(SELECTED.length()).trim().split(" +")[0];
          WaitedFor end = end(Integer.parseInt(number), asking);
          found = end.peer().isEmpty() || isElsewhere(found) ? found : end;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Closed meanwhile.
    }
    return new Selected(found, asking);
  }

  private WaitedFor end(int descriptor, List<Integer> asking) {
    int port = SocketEnds.localPort0(descriptor);
    if (port >= 0 && isListening(port)) {
      asking.add(SocketEnds.peerPort0(descriptor));
      return REQUEST;
    }
    return port < 0 ? WaitedFor.NONE : opened(descriptor, port);
  }

  private static boolean isElsewhere(WaitedFor end) {
    return !end.peer().isEmpty() && end.className().isEmpty();
  }

  private WaitedFor connection(int descriptor, int port) {
    if (isListening(port)) {
      awaits(SocketEnds.peerPort0(descriptor));
      return REQUEST;
    }
    return opened(descriptor, port);
  }

  private WaitedFor opened(int descriptor, int port) {
    String peer = SocketEnds.peer0(descriptor);
    if (peer == null) {
      return WaitedFor.NONE;
    }
    if (!answersItself(peer)) {
      return WaitedFor.outside("", peer);
    }
    asksItself = true;
    boolean nobodyAsked = clients.containsKey(port) && SocketEnds.isAnswered0(descriptor);
    return nobodyAsked ? UNASKED : WaitedFor.outside(AwaitedClass.OWN_ANSWER, peer);
  }

  private boolean answersItself(String peer) {
    boolean here = peer.startsWith("127.") || peer.startsWith("[::1]");
    int port = Integer.parseInt(peer.substring(peer.lastIndexOf(':') + 1));
    return here && isListening(port) && own.contains(listening.get(port));
  }

  /** Whether somebody here listens at a port; the sockets are listed where that isn't known. */
  private boolean isListening(int port) {
    long nowNanos = System.nanoTime();
    long age = nowNanos - listedNanos;
    boolean unknown = !listening.containsKey(port) && !others.contains(port);
    if (unknown) {
      asked.add(port);
    }
    if (!listed || age >= STALE_NANOS || age >= REST_NANOS && unknown) {
      listed = true;
      listedNanos = nowNanos;
      listening.clear();
      TABLES.forEach(this::list);
      findOwn();
      if (age >= STALE_NANOS) {
        others.clear();
      }
      others.addAll(asked);
      others.removeAll(listening.keySet());
      asked.clear();
    }
    return listening.containsKey(port);
  }

  /** Looks for the listening sockets among the program's descriptors, when there is a new one. */
  private void findOwn() {
    Set<String> now = Set.copyOf(listening.values());
    if (sockets.containsAll(now)) {
      return;
    }
    sockets = now;
    own.clear();
    String[] numbers = DESCRIPTORS.list();
    for (String number : numbers == null ? new String[0] : numbers) {
      String target = target(Integer.parseInt(number));
      if (target.startsWith(SOCKET)) {
        own.add(target.substring(SOCKET.length(), target.length() - 1));
      }
    }
    own.retainAll(now);
  }

  private static BufferedReader lines(String file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(new FileInputStream(file), StandardCharsets.US_ASCII));
  }

  /** Ports on which somebody in this network namespace listens. */
  private void list(String table) {
    try (BufferedReader lines = lines(table)) {
      lines.readLine();
      for (String line; (line = lines.readLine()) != null; ) {
        String[] words = line.trim().split(" +");
        if (words.length <= INODE || !words[STATE].equals(LISTENS)) {
          return;
        }
        String port = words[LOCAL].substring(words[LOCAL].indexOf(':') + 1);
        listening.put(Integer.parseInt(port, 16), words[INODE]);
      }
    } catch (IOException | NumberFormatException e) {
      // Then each connection counts as one that the program opened.
    }
  }
}
