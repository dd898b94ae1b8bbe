package dev.uncork.cli.attach;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a JVM's threads do while it is awaited, as {@code /proc} shows it: why it may not answer.
 *
 * <p>A JVM is asked through its own threads, which need a safepoint for most that they do. A thread
 * that never gets to one (in a long counted loop that was compiled without) is seen from outside
 * only: it always runs.
 */
final class Silence {
  private static final double ALWAYS = 0.9;
  private static final int NAMED = 3;

  /** Threads that wait for each core from which on one that answers waits long for its turn. */
  private static final long CROWD = 4;

  private final long pid;
  private final ProcFiles proc;
  private final long beginNanos = System.nanoTime();
  private final Map<String, Use> before;

  /** How long a thread ran, and how long it could have run but had no core, in nanoseconds. */
  private record Use(long ran, long waited) {
    static final Use NONE = new Use(0, 0);

    Use since(Use earlier) {
      return new Use(ran - earlier.ran, waited - earlier.waited);
    }

    long wanted() {
      return ran + waited;
    }
  }

  private Silence(long pid) {
    this.pid = pid;
    this.proc = new ProcFiles(pid);
    this.before = uses();
  }

  /** Looks at a process for the first time. */
  static Silence begin(long pid) {
    return new Silence(pid);
  }

  /** Why it was silent since then and what to do, where that can be seen. */
  Optional<String> reason() {
    if (isStopped()) {
      return Optional.of("it is stopped; kill -CONT " + pid + " lets it go on");
    }
    Optional<String> crowd = crowd();
    if (crowd.isPresent()) {
      return crowd;
    }
    double enoughNanos = (System.nanoTime() - beginNanos) * ALWAYS;
    Map<String, Use> busy = usesSinceThen();
    busy.values().removeIf(use -> use.wanted() < enoughNanos);
    if (busy.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        (busy.size() == 1 ? "its thread " : "its threads ")
            + busy.keySet().stream().limit(NAMED).map(this::name).collect(Collectors.joining(", "))
            + (busy.size() > NAMED ? " and others" : "")
            + " ran all the time, and a JVM answers when all its threads have come to a safepoint; a"
            + " long counted loop may have none (-XX:+UseCountedLoopSafepoints gives it some)");
  }

  /** How many of its threads waited for a core since then, where that makes it slow to answer. */
  Optional<String> crowd() {
    long waitedNanos = usesSinceThen().values().stream().mapToLong(Use::waited).sum();
    long waiting = Math.round((double) waitedNanos / (System.nanoTime() - beginNanos));
    long cores = Runtime.getRuntime().availableProcessors();
    return waiting < CROWD * cores
        ? Optional.empty()
        : Optional.of("on average " + waiting + " of its threads wait for a core");
  }

  private boolean isStopped() {
    try {
      String[] state = proc.status("State");
      return state.length > 0 && state[0].equalsIgnoreCase("T");
    } catch (IOException e) {
      return false;
    }
  }

  private Map<String, Use> usesSinceThen() {
    Map<String, Use> uses = uses();
    uses.replaceAll((thread, use) -> use.since(before.getOrDefault(thread, Use.NONE)));
    return uses;
  }

  /** What each thread has had of the cores so far, by its id. */
  private Map<String, Use> uses() {
    Map<String, Use> uses = new LinkedHashMap<>();
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : threads) {
        String id = thread.getFileName().toString();
        for (String line : proc.lines("task/" + id + "/schedstat")) {
          String[] fields = line.split(" ");
          uses.put(id, new Use(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Threads end, and so may the process: what was seen until then counts.
    }
    return uses;
  }

  /** The launcher leaves the main thread the name of the program. */
  private String name(String thread) {
    try {
      String name = proc.lines("task/" + thread + "/comm").get(0);
      return name.equals(proc.lines("comm").get(0)) ? "main" : name;
    } catch (IOException | IndexOutOfBoundsException e) {
      return thread;
    }
  }
}
