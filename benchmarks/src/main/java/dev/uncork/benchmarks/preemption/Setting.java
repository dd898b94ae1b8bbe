package dev.uncork.benchmarks.preemption;

import java.util.ArrayList;
import java.util.List;

/**
 * Where locks are compared, and which.
 *
 * @param prefix what the names of its cells begin with
 * @param ways locks, the one of interest first, then what it is measured against
 * @param leastThroughput what the throughput must reach of the baseline's
 */
record Setting(
    String name,
    String prefix,
    List<String> ways,
    String baseline,
    double leastThroughput,
    boolean guest) {
  static final String PROGRAM = "dev.uncork.benchmarks.preemption.program";

  static final String WORKLOADS = "dist/target/uncork/workloads/workloads.jar";

  /** The monitor under the remedy, which finds the lock by its statistics. */
  static final String REMEDIED = "tnp";

  /** The monitor under Uncork's observation alone. */
  static final String OBSERVED = "observed monitor";

  /** The same where root has set the kernel's extension to its greatest length. */
  static final String LONGEST = "tnp 50 us";

  private static final long USUAL_EXTENSION_NANOS = 5_000;

  /** What the names of cells begin with whose ways took turns. */
  static final String IN_TURNS = "in-turns-";

  static final String STOCK = "monitor";
  static final String FAIR = "fair";
  static final String TICK = "tick";

  /** No lock: how evenly the scheduler itself shares the processors among the threads. */
  static final String NONE = "none";

  private static final List<String> REMEDY_AND_OTHERS =
      List.of(REMEDIED, LONGEST, STOCK, OBSERVED, FAIR, TICK, NONE);

  /**
   * Long enough to find the lock, to rewrite its methods, to wait for half a minute for the JVM's
   * compilers, to try two ways for 12 s each, a third where the second loses, once more after a
   * minute, and for the compilers to be done with what observes in the guest, where they take a
   * tenth of the processor for a minute and some percent for another. The same for what isn't
   * observed: a JVM of ten seconds had a quarter more sections of 1 us than one of 90.
   */
  private static final String SETTLE_MILLIS = "180000";

  /** Of a guest on a machine that has other things to do, even stops it for a while. */
  private static final String LONGEST_SECONDS = "7200";

  /** Long enough to be compiled, where nothing is observed. */
  private static final String COMPILE_MILLIS = "3000";

  /** This machine's kernel, with the lock that is handed over at the end of a tick. */
  static final Setting TICK_LOCK =
      new Setting("tick-lock", "", List.of(TICK, "reentrant", FAIR), "reentrant", 0.95, false);

  /** The lab's guest, whose kernel extends time slices. */
  static final Setting NO_PREEMPT =
      new Setting("nopreempt", "", REMEDY_AND_OTHERS, STOCK, 1.0, true);

  /** This machine's kernel, of which the remedy gets what it has: longer slices from 6.12 on. */
  static final Setting LONGER_SLICES =
      new Setting("nopreempt", "this-kernel-", REMEDY_AND_OTHERS, STOCK, 1.0, false);

  static boolean isRemedied(String way) {
    return way.equals(REMEDIED) || way.equals(LONGEST);
  }

  /** Whether a way makes sense with sections of a length. */
  boolean makesSense(String way, long holdNanos) {
    return !way.equals(LONGEST) || guest && holdNanos > USUAL_EXTENSION_NANOS;
  }

  /**
   * The command that runs one way.
   *
   * @param unitsPerMicrosecond what {@link #calibration} printed, the same for all ways
   */
  List<String> command(
      String way, String java, List<String> arguments, String unitsPerMicrosecond) {
    boolean observed = isRemedied(way) || way.equals(OBSERVED);
    List<String> command = new ArrayList<>();
    if (way.equals(LONGEST)) {
      String during =
          "echo 50000 >EXTENSION; \"$@\"; echo 5000 >EXTENSION"
              .replace("EXTENSION", "/sys/kernel/debug/rseq/slice_ext_nsec");
      command.addAll(List.of("bash", "-e", "-c", during, "longest"));
    }
    if (observed) {
      command.addAll(observed());
      command.addAll(isRemedied(way) ? List.of("--remedy", "nopreempt") : List.of());
      command.add("--");
    }
    command.addAll(program(java));
    command.add(observed ? STOCK : way);
    command.addAll(arguments);
    command.add(this == TICK_LOCK ? COMPILE_MILLIS : SETTLE_MILLIS);
    command.add(unitsPerMicrosecond);
    return command;
  }

  /**
   * The same for one of the two that take turns. The remedied one is away for a second at a time,
   * too short for the remedy to take it for a change; both leave a tenth of a second between them.
   */
  OneGuest.InTurns inTurns(
      String way, String java, List<String> arguments, String unitsPerMicrosecond) {
    return new OneGuest.InTurns(
        way,
        command(way, java, arguments, unitsPerMicrosecond),
        isRemedied(way) ? List.of("0", "2900") : List.of("3000", "3900"));
  }

  /** The command that prints how much work a microsecond has on so many processors. */
  List<String> calibration(int cpus, String java) {
    List<String> command = new ArrayList<>(on(cpus));
    command.addAll(program(java));
    command.add("calibrate");
    return command;
  }

  /** What runs a command on so many processors. */
  List<String> on(int cpus) {
    return guest ? guest(cpus) : List.of("taskset", "-c", cpus == 1 ? "0" : "0-" + (cpus - 1));
  }

  /** The work is compiled on its own, so that it takes as many instructions under every lock. */
  private static List<String> program(String java) {
    return List.of(
        java,
        "-XX:+UseSerialGC",
        "-Xmx128m",
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=dontinline," + PROGRAM + ".Busy::units",
        "-cp",
        classPath(),
        PROGRAM + ".SharedSections");
  }

  /** What runs a command in the lab; on one processor its scheduling repeats exactly. */
  static List<String> guest(int cpus) {
    List<String> command =
        new ArrayList<>(List.of("lab/run", "--profile", "slice", "--timeout", LONGEST_SECONDS));
    command.addAll(cpus == 1 ? List.of("--deterministic") : List.of("--cpus", "" + cpus));
    command.add("--");
    return command;
  }

  /** What runs a command under observation, up to further options and two dashes. */
  static List<String> observed() {
    return uncork("run");
  }

  /** The same of a JVM that runs already, up to further options and its process id. */
  static List<String> attached() {
    return uncork("attach");
  }

  private static List<String> uncork(String command) {
    return List.of("dist/target/uncork/bin/uncork", command, "--quiet", "--out", "/tmp/tnp.jfr");
  }

  static String classPath() {
    return "benchmarks/target/classes:concurrent/target/classes:" + WORKLOADS;
  }
}
