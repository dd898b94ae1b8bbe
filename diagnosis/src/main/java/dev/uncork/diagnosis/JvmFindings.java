package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.library.LibraryWaits;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Samples;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.recording.jvm.JvmActivity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CPU time that goes to the JVM's own work, and the kernel's: to exceptions, to code that isn't
 * compiled, and to threads that are woken and sleep again, or to virtual ones that park.
 */
final class JvmFindings {
  private static final String THROWABLE = "java.lang.Throwable";
  private static final String STACK_ELEMENT = "java.lang.StackTraceElement";

  /** Share of the CPU time below which exceptions aren't worth a word. */
  private static final double MIN_EXCEPTIONS = 0.1;

  /** Exceptions a second below which none of them costs that much. */
  private static final double MIN_RATE = 200;

  private static final double MIN_INTERPRETED = 0.2;

  /** The same of all code together, where no single method has so much. */
  private static final double NEARLY_ALL = 0.9;

  private static final long MIN_SAMPLES = 50;

  /** How many times as long interpreted code takes, at least, as compiled code does. */
  private static final double INTERPRETED_COSTS = 5;

  /** CPU time that it takes the kernel to put a thread to sleep and to wake it up, about. */
  private static final double WAKE_UP_NANOS = 10_000;

  /** Share of the CPU time below which waking threads up isn't worth a word. */
  private static final double MIN_WAKE_UPS = 0.15;

  private static final String FORK_JOIN = "java.util.concurrent.ForkJoin";

  /** Share of the CPU time below which switching virtual threads isn't worth a word. */
  private static final double MIN_SWITCHES = 0.35;

  /** Share of the cores from which on their time is what a program lacks. */
  private static final double BUSY = 0.5;

  /** Threads that wait from which on more than the next one may be woken each time. */
  private static final double SEVERAL = 2;

  private JvmFindings() {}

  static List<Finding> of(Evidence evidence) {
    List<Finding> result = new ArrayList<>();
    exceptions(evidence).ifPresent(result::add);
    interpreted(evidence).ifPresent(result::add);
    herd(evidence).ifPresent(result::add);
    virtualSwitches(evidence).ifPresent(result::add);
    return result;
  }

  private static Optional<Finding> exceptions(Evidence evidence) {
    double running = 0;
    double throwing = 0;
    Map<String, Double> types = new HashMap<>();
    Map<Frame, Double> sites = new HashMap<>();
    for (Snapshot snapshot : evidence.recording().snapshots()) {
      for (ThreadSample thread : snapshot.threads()) {
        if (thread.state() != Thread.State.RUNNABLE || thread.cpuShare() <= 0) {
          continue;
        }
        double cpu = thread.cpuShare() * thread.weight();
        running += cpu;
        Optional<String> type = thrown(thread.stack());
        if (type.isPresent()) {
          throwing += cpu;
          types.merge(type.get(), cpu, Double::sum);
          CodeOrigin.site(thread.stack()).ifPresent(at -> sites.merge(at, cpu, Double::sum));
        }
      }
    }
    long made = evidence.recording().jvm().throwables();
    double rate = made < 0 ? -1 : made / Math.max(1e-9, evidence.runSeconds());
    double share = running == 0 ? 0 : throwing / running;
    if (share < MIN_EXCEPTIONS || made >= 0 && rate < MIN_RATE) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding.Exceptions(
            top(types).orElse(""), top(sites), rate, share, share * evidence.cores().busyShare()));
  }

  /** Class of the exception that a thread makes at the moment, or whose stack it reads. */
  private static Optional<String> thrown(List<Frame> stack) {
    int from = 0;
    while (from < stack.size() && !stack.get(from).className().equals(THROWABLE)) {
      if (!stack.get(from).className().startsWith("java.lang.")) {
        return Optional.empty();
      }
      from++;
    }
    boolean reads = from > 0 && stack.get(from - 1).className().equals(STACK_ELEMENT);
    if (from == stack.size() || from > 0 && !reads) {
      return Optional.empty();
    }
    int last = from;
    while (last + 1 < stack.size() && stack.get(last + 1).className().equals(THROWABLE)) {
      last++;
    }
    boolean made = constructs(stack.get(last)) || stack.get(last).method().startsWith("fill");
    // Who reads its stack in a constructor makes something else there.
    while (made && last + 1 < stack.size() && constructs(stack.get(last + 1))) {
      last++;
    }
    return Optional.of(stack.get(last).className());
  }

  private static boolean constructs(Frame frame) {
    return frame.method().equals("<init>");
  }

  private static <T> Optional<T> top(Map<T, Double> weights) {
    return weights.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /** The lock at whose conditions threads wait and are woken most often. */
  private static Optional<Finding> herd(Evidence evidence) {
    ProcessSummary process = evidence.process();
    return evidence.recording().locks().stream()
        .max(Comparator.comparingLong(LockUse::waits))
        .filter(lock -> lock.waits() * WAKE_UP_NANOS >= MIN_WAKE_UPS * process.cpuNanos())
        .filter(lock -> process.systemShare() >= MIN_WAKE_UPS)
        .flatMap(lock -> herd(lock, evidence));
  }

  private static Optional<Finding> herd(LockUse lock, Evidence evidence) {
    StackReading reading = new StackReading(new LibraryWaits());
    double waiting = 0;
    Map<Frame, Double> sites = new HashMap<>();
    for (Snapshot snapshot : evidence.recording().snapshots()) {
      for (ThreadSample thread : snapshot.threads()) {
        int instance = thread.blocker().instance();
        boolean there = instance == lock.id().instance();
        // What it waits for may be unknown, when it changed hands meanwhile.
        boolean unknown = instance == 0 && lock.id().kind() == LockKind.MONITOR;
        if (!there && !unknown) {
          continue;
        }
        Doing doing = reading.of(thread);
        if (there && waits(thread, doing) || wakes(thread)) {
          waiting += thread.weight();
          doing.site().ifPresent(at -> sites.merge(at, (double) thread.weight(), Double::sum));
        }
      }
    }
    waiting /= Math.max(1, evidence.recording().snapshots().size());
    if (waiting < SEVERAL) {
      return Optional.empty();
    }
    ProcessSummary process = evidence.process();
    double share =
        Math.min(
            process.systemShare(), lock.waits() * WAKE_UP_NANOS / Math.max(1, process.cpuNanos()));
    return Optional.of(
        new Finding.Herd(
            lock.id().lockClass(),
            top(sites),
            lock.waits() / Math.max(1e-9, evidence.runSeconds()),
            waiting,
            share,
            share * evidence.cores().busyShare()));
  }

  /** Whether a thread waits for a condition of the program's own, not in a queue of the JDK. */
  private static boolean waits(ThreadSample thread, Doing doing) {
    boolean waiting =
        thread.state() == Thread.State.WAITING || thread.state() == Thread.State.TIMED_WAITING;
    return waiting && !doing.object().startsWith("java.");
  }

  /** Whether a thread was notified and has yet to get the monitor back. */
  private static boolean wakes(ThreadSample thread) {
    return thread.state() == Thread.State.BLOCKED
        && !thread.stack().isEmpty()
        && CodeOrigin.isMonitorWait(thread.stack().get(0));
  }

  private static Optional<Finding> virtualSwitches(Evidence evidence) {
    double busy = evidence.cores().busyShare();
    if (busy < BUSY) {
      return Optional.empty();
    }
    long all = 0;
    long switching = 0;
    long looking = 0; // for the next to run
    Map<Frame, Double> sites = new HashMap<>();
    for (Samples.Counted sample : evidence.recording().samples().all()) {
      List<Frame> stack = sample.frames();
      all += sample.count();
      if (switchesVirtualThread(stack)) {
        switching += sample.count();
        CodeOrigin.site(stack)
            .ifPresent(at -> sites.merge(at, (double) sample.count(), Double::sum));
      } else if (stack.stream().allMatch(JvmFindings::isOfForkJoin)) {
        looking += sample.count();
      }
    }
    double share = switching == 0 ? 0 : (double) (switching + looking) / all;
    if (all < MIN_SAMPLES || share < MIN_SWITCHES || sites.isEmpty()) {
      return Optional.empty();
    }
    double saved = Math.min(0.99, share) * busy;
    return Optional.of(new Finding.VirtualSwitches(top(sites), share, saved));
  }

  /** Whether the JDK starts, parks, wakes or resumes a virtual thread, be it on its own behalf. */
  private static boolean switchesVirtualThread(List<Frame> stack) {
    for (Frame frame : stack) {
      if (CodeOrigin.isApplication(frame)) {
        return false;
      }
      if (frame.className().equals(ThreadSample.VIRTUAL) && !frame.method().equals("run")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfForkJoin(Frame frame) {
    return frame.className().startsWith(FORK_JOIN);
  }

  private static Optional<Finding> interpreted(Evidence evidence) {
    JvmActivity jvm = evidence.recording().jvm();
    InterpretedCode code = jvm.interpreted();
    boolean full = jvm.codeCacheFull() > 0;
    boolean oneMethod = code.mostShare() >= MIN_INTERPRETED;
    boolean stays = code.samples() >= MIN_SAMPLES && (oneMethod || code.share() >= NEARLY_ALL);
    if (code.share() < MIN_INTERPRETED || !full && !stays) {
      return Optional.empty();
    }
    double saved = code.share() * (1 - 1 / INTERPRETED_COSTS) * evidence.cores().busyShare();
    return Optional.of(new Finding.Interpreted(full, code, saved));
  }
}
