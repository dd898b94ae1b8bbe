package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.protocol.thread.KernelName;
import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Gc;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.jvm.VmOperations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Time that goes to what the program asks the JVM for: to stop all threads, to load classes. */
final class RunTimeFindings {
  /** Share of the time below which stops aren't worth a word. */
  private static final double MIN_STOPPED = 0.03;

  /** What all operations are done by. */
  private static final String VM_THREAD = "VM Thread";

  /** CPU share from which on a thread runs without a pause. */
  private static final double RUNS_ON = 0.75;

  /** Fewer stops may have been long by chance, where threads had to wait for a core. */
  private static final int FEWEST_STOPS = 3;

  /** Share of the CPU time below which class loading isn't. */
  private static final double MIN_LOADING = 0.1;

  /**
   * A program that starts loads classes, for longer on a crowded machine; one that does so from
   * beginning to end has a reason.
   */
  private static final double LONGEST_START_SECONDS = 3;

  private static final Set<String> LOADING =
      Set.of(
          "java.lang.ClassLoader.defineClass1",
          "java.lang.ClassLoader.defineClass2",
          "java.lang.ClassLoader.defineClass0",
          "java.lang.ClassLoader.defineClass",
          "java.lang.ClassLoader.loadClass",
          "java.lang.Class.forName0",
          "java.lang.Class.forName",
          // Asks a class that is new for its members: that links it.
          "java.lang.Class.getDeclaredConstructors0",
          "java.lang.invoke.MethodHandles$Lookup.defineClass",
          "java.lang.invoke.MethodHandles$Lookup.defineHiddenClass",
          "java.lang.invoke.MethodHandles$Lookup$ClassDefiner.defineClass",
          "java.lang.invoke.MethodHandleNatives.linkCallSite",
          "java.lang.reflect.Proxy.newProxyInstance");

  /** Classes of the JDK that find and make method handles: what calls one isn't there. */
  private static final Set<String> HANDLES =
      Set.of("java.lang.invoke.MethodHandles", "java.lang.invoke.MethodHandles$Lookup");

  /** Compilers of the JDK and of libraries that make classes of what a program gives them. */
  private static final List<String> MAKERS =
      List.of(
          "com.sun.org.apache.xalan.internal.xsltc.compiler.",
          "com.sun.tools.javac.main.",
          "org.codehaus.groovy.control.",
          "org.codehaus.janino.",
          "org.apache.xalan.xsltc.compiler.",
          "net.bytebuddy.",
          "javassist.",
          "org.springframework.cglib.core.",
          "net.sf.cglib.core.",
          "org.openjdk.nashorn.internal.codegen.",
          "jdk.nashorn.internal.codegen.");

  /** What else belongs to them: a program calls them by that. */
  private static final List<String> MAKERS_OWN =
      List.of("groovy.", "org.codehaus.groovy.", "org.codehaus.commons.compiler.");

  /** Share of the CPU time from which on what they make is loaded, too. */
  private static final double MADE_TO_BE_LOADED = 0.02;

  private RunTimeFindings() {}

  static List<Finding> of(Evidence evidence) {
    List<Finding> result = new ArrayList<>();
    safepoints(evidence).ifPresent(result::add);
    handshakes(evidence).ifPresent(result::add);
    classLoading(evidence).ifPresent(result::add);
    return result;
  }

  private static Optional<Finding> safepoints(Evidence evidence) {
    VmOperations operations = evidence.recording().jvm().operations();
    double nanos = Math.max(1, evidence.recording().durationNanos());
    double stopped = operations.stoppedShare(evidence.recording().durationNanos());
    double reaching = Math.min(stopped, operations.reachingNanos() / nanos);
    // Threads that have no core can't stop: that time is theirs, not the operation's.
    boolean crowded = evidence.threadsWithoutCore() >= evidence.cores().count();
    double worth = crowded ? stopped - reaching : stopped;
    if (operations.operations().isEmpty() || worth < MIN_STOPPED) {
      return Optional.empty();
    }
    VmOperations.VmOperation top = operations.operations().get(0);
    if (top.count() < FEWEST_STOPS) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding.Safepoints(
            top.name(),
            top.caller(),
            top.untilCollection() ? late(evidence) : site(evidence, top.caller()),
            top.count() * 1e9 / nanos,
            worth,
            crowded ? 0 : reaching));
  }

  /** Who asks waits until all threads have been interrupted; others go on in the meantime. */
  private static Optional<Finding> handshakes(Evidence evidence) {
    Recording recording = evidence.recording();
    List<VmOperations.VmOperation> asked = recording.jvm().operations().handshakes();
    double seconds = Math.max(1, recording.durationNanos()) / 1e9;
    double busy = asked.stream().mapToLong(VmOperations.VmOperation::nanos).sum() / 1e9;
    if (evidence.threadsWithoutCore() >= evidence.cores().count()) {
      // Without a core it doesn't do anything.
      busy = Math.min(busy, cpuSeconds(recording, VM_THREAD::equals));
    }
    double share = Math.min(1, busy / seconds);
    if (asked.isEmpty() || share < MIN_STOPPED) {
      return Optional.empty();
    }
    Set<String> callers =
        asked.stream().map(VmOperations.VmOperation::caller).collect(Collectors.toSet());
    Set<String> kept = callers.stream().map(KernelName::cut).collect(Collectors.toSet());
    double theirs = cpuSeconds(recording, name -> kept.contains(KernelName.cut(name)));
    double all = cpuSeconds(recording, name -> !ServiceThreadName.serves(name));
    Predicate<ThreadSample> asks =
        sample -> callers.contains(sample.threadName()) && isInJvm(sample);
    return Optional.of(
        new Finding.Handshakes(
            asked.get(0).caller(),
            callers.size(),
            site(evidence, asks),
            top(evidence, asks, CodeOrigin::call),
            asked.stream().mapToLong(VmOperations.VmOperation::count).sum() / seconds,
            share,
            share / callers.size() * Math.min(1, theirs / Math.max(1e-9, all))));
  }

  /** Whether a method of the JDK without Java code has called the JVM, as far as a stack tells. */
  private static boolean isInJvm(ThreadSample sample) {
    List<Frame> stack = sample.stack();
    return runs(sample)
        && !stack.isEmpty()
        && stack.get(0).file().isEmpty()
        && !CodeOrigin.isApplication(stack.get(0));
  }

  private static double cpuSeconds(Recording recording, Predicate<String> name) {
    return recording.threads().stream()
        .filter(thread -> name.test(thread.name()))
        .mapToDouble(thread -> thread.cpuNanos() / 1e9)
        .sum();
  }

  /** Where threads mostly are that run without a pause: one of them may be late to stop. */
  private static Optional<Frame> late(Evidence evidence) {
    return site(evidence, sample -> runs(sample) && sample.cpuShare() >= RUNS_ON);
  }

  /** Where a thread is most of the time when it runs, or when it was never seen to. */
  private static Optional<Frame> site(Evidence evidence, String thread) {
    return site(evidence, sample -> runs(sample) && sample.threadName().equals(thread))
        .or(() -> site(evidence, sample -> sample.threadName().equals(thread)));
  }

  private static boolean runs(ThreadSample sample) {
    return sample.state() == Thread.State.RUNNABLE;
  }

  private static Optional<Frame> site(Evidence evidence, Predicate<ThreadSample> of) {
    return top(evidence, of, CodeOrigin::site);
  }

  private static Optional<Frame> top(
      Evidence evidence,
      Predicate<ThreadSample> of,
      Function<List<Frame>, Optional<Frame>> frameOf) {
    Map<Frame, Double> sites = new HashMap<>();
    for (Snapshot snapshot : evidence.recording().snapshots()) {
      for (ThreadSample sample : snapshot.threads()) {
        if (of.test(sample)) {
          frameOf
              .apply(sample.stack())
              .ifPresent(at -> sites.merge(at, (double) sample.weight(), Double::sum));
        }
      }
    }
    return top(sites);
  }

  /** CPU time of a kind, in samples, and where. */
  private static final class Use {
    double cpu;
    double late;
    final Map<Frame, Double> sites = new HashMap<>();

    void add(ThreadSample thread, boolean inSecondHalf) {
      double used = thread.cpuShare() * thread.weight();
      cpu += used;
      late += inSecondHalf ? used : 0;
    }

    void addWithCaller(ThreadSample thread, boolean inSecondHalf) {
      add(thread, inSecondHalf);
      double used = thread.cpuShare() * thread.weight();
      caller(thread.stack()).ifPresent(at -> sites.merge(at, used, Double::sum));
    }

    void add(Use other) {
      cpu += other.cpu;
      late += other.late;
      other.sites.forEach((at, used) -> sites.merge(at, used, Double::sum));
    }
  }

  private static Optional<Finding> classLoading(Evidence evidence) {
    Use running = new Use();
    Use loading = new Use();
    Use compiling = new Use();
    Use handles = new Use();
    StackQuestion loads = has(frame -> LOADING.contains(frame.qualifiedMethod()));
    StackQuestion compiles = has(RunTimeFindings::isMaker);
    StackQuestion makesHandles = has(frame -> HANDLES.contains(frame.className()));
    for (Snapshot snapshot : evidence.recording().snapshots()) {
      if (snapshot.atMillis() < LONGEST_START_SECONDS * 1_000) {
        continue;
      }
      boolean late = snapshot.atMillis() >= evidence.runSeconds() * 500;
      for (ThreadSample thread : snapshot.threads()) {
        if (!runs(thread) || thread.cpuShare() <= 0) {
          continue;
        }
        running.add(thread, late);
        if (loads.of(thread.stack())) {
          loading.addWithCaller(thread, late);
        } else if (compiles.of(thread.stack())) {
          compiling.addWithCaller(thread, late);
        } else if (makesHandles.of(thread.stack())) {
          handles.addWithCaller(thread, late);
        }
      }
    }
    boolean ofHandles = handles.cpu > loading.cpu;
    if (loading.cpu >= MADE_TO_BE_LOADED * running.cpu) {
      loading.add(compiling);
    }
    loading.add(handles);
    double share = running.cpu == 0 ? 0 : loading.cpu / running.cpu;
    if (share < MIN_LOADING || loading.late < MIN_LOADING * running.late) {
      return Optional.empty();
    }
    double collected = collectedShare(evidence);
    double saved = Math.min(0.99, share * evidence.cores().busyShare() + collected);
    return Optional.of(
        new Finding.ClassLoading(top(loading.sites), ofHandles, share, collected, saved));
  }

  /** The code that has classes made, or loaded. */
  private static Optional<Frame> caller(List<Frame> stack) {
    int from = stack.size();
    while (from > 0 && !isMaker(stack.get(from - 1))) {
      from--;
    }
    while (from > 0 && from < stack.size() && startsWith(stack.get(from), MAKERS_OWN)) {
      from++;
    }
    return CodeOrigin.site(stack.subList(from, stack.size())).or(() -> CodeOrigin.site(stack));
  }

  private static boolean startsWith(Frame frame, List<String> prefixes) {
    return prefixes.stream().anyMatch(frame.className()::startsWith);
  }

  private static StackQuestion has(Predicate<Frame> frame) {
    return new StackQuestion(stack -> stack.stream().anyMatch(frame));
  }

  private static boolean isMaker(Frame frame) {
    return startsWith(frame, MAKERS);
  }

  /** Share of the time in pauses of collections that make room for classes. */
  private static double collectedShare(Evidence evidence) {
    double nanos =
        evidence.recording().gcs().stream()
            .filter(gc -> Gc.forClasses(gc.cause()))
            .mapToLong(Gc::pauseNanos)
            .sum();
    return nanos / Math.max(1, evidence.recording().durationNanos());
  }

  private static Optional<Frame> top(Map<Frame, Double> weights) {
    return weights.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }
}
