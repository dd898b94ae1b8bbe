package dev.uncork.cli.attach;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.launch.JavaHome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A running JVM that passed every check that can be made without touching it. */
public final class TargetProcess {
  /** Remedy where a process id is missing or wrong. */
  public static final String LISTED = "; type uncork to list the JVMs that run here";

  private static final String DISABLED = "-XX:+DisableAttachMechanism";
  private static final int ROOT = 0;
  private static final Duration LOADING = Duration.ofSeconds(5);
  private static final long POLL_NANOS = 20_000_000;

  private final long pid;
  private final ProcFiles proc;
  private final int uid;
  private final int gid;

  private TargetProcess(long pid, ProcFiles proc, int uid, int gid) {
    this.pid = pid;
    this.proc = proc;
    this.uid = uid;
    this.gid = gid;
  }

  /** Parses a pid and checks its process; refuses what can't be attached to, and says why. */
  public static TargetProcess check(String pidText) {
    long pid = parse(pidText);
    ProcFiles proc = new ProcFiles(pid);
    if (!proc.exists()) {
      throw new UserError("no process has pid " + pid + LISTED);
    }
    try {
      return check(pid, proc);
    } catch (IOException e) {
      if (!proc.exists()) {
        throw new UserError("process " + pid + " ended while it was being looked at", e);
      }
      throw new UserError(
          "process " + pid + " can't be looked at (" + e.getMessage() + "); run as root", e);
    }
  }

  private static long parse(String pidText) {
    try {
      long pid = Long.parseLong(pidText);
      if (pid > 0) {
        return pid;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message.
    }
    throw new UserError(
        "'" + pidText + "' is not a process id; expected a positive number" + LISTED);
  }

  private static TargetProcess check(long pid, ProcFiles proc) throws IOException {
    if (proc.status("State")[0].equals("Z")) {
      throw new UserError(
          "process " + pid + " has ended already (a zombie that its parent forgot)");
    }
    int uid = Integer.parseInt(proc.status("Uid")[1]);
    int gid = Integer.parseInt(proc.status("Gid")[1]);
    int ourUid = ourUid();
    if (ourUid != ROOT && ourUid != uid) {
      throw new UserError(
          "process "
              + pid
              + " belongs to uid "
              + uid
              + ", and this is uid "
              + ourUid
              + "; attach as that user or as root (sudo)");
    }
    TargetProcess target = new TargetProcess(pid, proc, uid, gid);
    target.requireObservableJvm();
    return target;
  }

  private static int ourUid() throws IOException {
    return Integer.parseInt(new ProcFiles(ProcessHandle.current().pid()).status("Uid")[1]);
  }

  private void requireObservableJvm() throws IOException {
    String library = awaitVirtualMachine().orElseThrow(this::notAJvm);
    if (library.contains("libj9vm")) {
      throw new UserError(
          "process "
              + pid
              + " runs OpenJ9, which has neither HotSpot's monitor events nor its flight recorder;"
              + " expected a HotSpot JVM of version 17 or newer. On OpenJ9 a javacore (kill -QUIT "
              + pid
              + ") shows blocked threads");
    }
    for (Path at = Path.of(library).getParent(); at != null; at = at.getParent()) {
      Optional<JavaHome> home = JavaHome.of(inside(at));
      if (home.isPresent()) {
        requireVersion(home.get().major(), home.get().version());
        break;
      }
    }
    if (proc.words("cmdline").contains(DISABLED) || environmentDisables()) {
      throw new UserError(
          "process "
              + pid
              + " was started with "
              + DISABLED
              + "; start it without that, or under uncork run");
    }
  }

  private boolean environmentDisables() throws IOException {
    return proc.words("environ").stream()
        .filter(
            word -> word.startsWith("JAVA_TOOL_OPTIONS=") || word.startsWith("JDK_JAVA_OPTIONS="))
        .anyMatch(word -> word.contains(DISABLED));
  }

  /** Refuses a version that is too old. */
  void requireVersion(int major, String version) {
    if (major < JavaHome.OLDEST_MAJOR) {
      throw new UserError(
          "process "
              + pid
              + " runs Java "
              + version
              + "; expected 17 or newer: start the program"
              + " with a newer java");
    }
  }

  /** The JVM's library; a java that was started just now is given the time to load it. */
  private Optional<String> awaitVirtualMachine() throws IOException {
    Optional<String> library = virtualMachine();
    while (library.isEmpty()
        && proc.link("exe").orElse("").endsWith("/java")
        && isYoungerThan(LOADING)) {
      LockSupport.parkNanos(POLL_NANOS);
      library = virtualMachine();
    }
    return library;
  }

  private Optional<String> virtualMachine() throws IOException {
    List<String> maps = proc.lines("maps");
    for (String name : List.of("libj9vm", "/libjvm.so")) {
      for (String line : maps) {
        int path = line.indexOf('/');
        if (path >= 0 && line.indexOf(name, path) >= 0) {
          return Optional.of(line.substring(path).replace(" (deleted)", ""));
        }
      }
    }
    return Optional.empty();
  }

  private UserError notAJvm() {
    return new UserError(
        "process "
            + pid
            + " is not a JVM: it runs "
            + proc.link("exe").orElse("a kernel thread")
            + LISTED);
  }

  /** The process id, as this process sees it. */
  public long pid() {
    return pid;
  }

  /** Whether the process was started less than this long ago. */
  boolean isYoungerThan(Duration age) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .map(start -> start.isAfter(Instant.now().minus(age)))
        .orElse(false);
  }

  /** Whether the process still runs. */
  public boolean isAlive() {
    try {
      String[] state = proc.status("State");
      return state.length > 0 && !state[0].equals("Z");
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a file of ours has the same name for the target, and the target may read it. */
  boolean sharesOurFiles() throws IOException {
    ProcFiles self = new ProcFiles(ProcessHandle.current().pid());
    boolean sameMounts = self.namespace("mnt").equals(proc.namespace("mnt"));
    boolean sameRoot = self.link("root").equals(proc.link("root"));
    return sameMounts && sameRoot && ourUid() == uid;
  }

  /** A file of the target, by the name that we can open it with. */
  Path inside(Path file) {
    return proc.root().resolve(Path.of("/").relativize(file));
  }

  int uid() {
    return uid;
  }

  int gid() {
    return gid;
  }

  /** How many CPUs it may use. */
  public int allowedCpus() throws IOException {
    int count = 0;
    for (char digit : proc.status("Cpus_allowed")[0].toCharArray()) { // as "ff,ffffffff"
      count += Integer.bitCount(Math.max(0, Character.digit(digit, 16)));
    }
    return count;
  }
}
