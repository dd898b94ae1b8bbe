package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.protocol.CodeAccess;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What hot code does to shared memory, by method.
 *
 * <p>Compiled code has debug information at few places, so the cost of an access may be told of a
 * line or an inlined method beside it: a method is taken as a whole, and then its caller.
 */
final class CodeFacts {
  /** What burns time, the surest sign first. */
  private static final List<CodeAccess> SIGNS =
      List.of(
          CodeAccess.SPIN_WAIT,
          CodeAccess.POLLING_LOOP,
          CodeAccess.RETRY_LOOP,
          CodeAccess.LOCK_ATTEMPT,
          CodeAccess.LOCK,
          CodeAccess.MONITOR,
          CodeAccess.ATOMIC_UPDATE,
          CodeAccess.VOLATILE_STORE);

  /** Loops in which what was done is done again, where it was in vain. */
  private static final List<CodeAccess> AGAIN =
      List.of(CodeAccess.RETRY_LOOP, CodeAccess.LOCK_ATTEMPT);

  /** Loops that only wait. */
  private static final Set<CodeAccess> WAITING =
      Set.of(CodeAccess.SPIN_WAIT, CodeAccess.POLLING_LOOP);

  /** Loops that wait for a flag by trying to take it. */
  private static final Set<CodeAccess> TAKING = Set.of(CodeAccess.LOCK_ATTEMPT);

  private static final List<CodeAccess> PLAIN =
      List.of(CodeAccess.ARRAY_STORE, CodeAccess.FIELD_STORE, CodeAccess.ARRAY_LOAD);

  private static final int NEAR_LINES = 3;

  /** Share of its caller's time from which on code that is called there has part in all of it. */
  private static final double TELLING = 0.05;

  /** The same, where the caller itself touches nothing that threads may share. */
  private static final double HINT = 0.01;

  /** Frames above code that may try it again: a lambda's, the JDK's that calls it, its caller's. */
  private static final int TRYING = 3;

  /** Methods of the JDK by which a loop asks whether it may go on, one or several others. */
  private static final Set<String> ASKING =
      Set.of(
          "poll",
          "peek",
          "isEmpty",
          "isDone",
          "isAlive",
          "isTerminated",
          "getCount",
          "get",
          "iterator",
          "hasNext",
          "next");

  /** Methods of the JDK that take a lock or a permit if nobody else has it. */
  private static final Set<String> ATTEMPTS =
      Set.of("tryLock", "tryReadLock", "tryWriteLock", "tryAcquire");

  private final Map<String, List<Experiment.Access>> byMethod = new HashMap<>();

  /**
   * An access, where it is, and to what.
   *
   * @param object in the words of the code; else the class; empty where unknown
   * @param type class of the JDK that does it; empty where it is the program's own code
   */
  record Access(CodeAccess access, String object, String type, Frame at) {
    /** Whether it stores what all cores see, without waiting for anything but that. */
    boolean stores() {
      return access == CodeAccess.ATOMIC_UPDATE || access == CodeAccess.VOLATILE_STORE;
    }
  }

  CodeFacts(List<Experiment.Access> sites) {
    sites.forEach(
        site -> byMethod.computeIfAbsent(site.method(), key -> new ArrayList<>()).add(site));
  }

  /** Sure signs of contention: in the JDK's methods that a stack is in, else in its own code. */
  Optional<Access> sharing(List<Frame> stack) {
    Optional<Access> sign = sign(stack);
    return sign.filter(CodeFacts::spins).flatMap(spin -> pausesBeforeRetry(stack)).or(() -> sign);
  }

  private Optional<Access> sign(List<Frame> stack) {
    Optional<Access> jdk = jdk(stack);
    if (jdk.isEmpty()) {
      return own(stack).flatMap(site -> of(site, SIGNS));
    }
    Access access = jdk.get();
    boolean once =
        access.access() == CodeAccess.ATOMIC_UPDATE || access.access() == CodeAccess.LOCK;
    CodeAccess kind =
        site(stack)
            .filter(site -> once)
            .flatMap(site -> of(site, AGAIN))
            .map(Access::access)
            .orElse(access.access());
    String object = site(stack).map(site -> target(site, kind)).orElse("");
    if (object.isEmpty() && kind == CodeAccess.LOCK) {
      object = site(stack).map(site -> onlyLock(site.className())).orElse("");
    }
    if (object.isEmpty() && (kind != CodeAccess.SPIN_WAIT || JdkAccess.handsOver(access.type()))) {
      object = access.object(); // Who spins by the JDK's hint doesn't wait for that.
    }
    return Optional.of(new Access(kind, object, access.type(), access.at()));
  }

  /** The same of those that called the code, the nearest first. */
  Optional<Access> sharingAbove(List<Frame> stack, int frames) {
    return above(stack, frames, SIGNS);
  }

  private Optional<Access> above(List<Frame> stack, int frames, List<CodeAccess> order) {
    int from = own(stack).map(stack::indexOf).orElse(stack.size()) + 1;
    for (int i = from; i < Math.min(stack.size(), from + frames); i++) {
      if (CodeOrigin.isApplication(stack.get(i))) {
        Optional<Access> access = of(stack.get(i), order);
        if (access.isPresent()) {
          return access;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The loop in which what the code does is done again, where it was in vain: one near above it, or
   * one of the JDK's that was given the code, however far down.
   */
  Optional<Access> triedAgain(List<Frame> stack) {
    return above(stack, TRYING, AGAIN).or(() -> given(stack));
  }

  private Optional<Access> given(List<Frame> stack) {
    int own = own(stack).map(stack::indexOf).orElse(stack.size());
    for (int i = own + 1; i < stack.size(); i++) {
      boolean retries =
          JdkAccess.of(stack.get(i - 1))
              .filter(jdk -> jdk.access() == CodeAccess.RETRY_LOOP)
              .isPresent();
      if (retries && CodeOrigin.isApplication(stack.get(i))) {
        return of(stack.get(i), AGAIN);
      }
    }
    return Optional.empty();
  }

  /** Plain loads and stores of the code that a stack is in. */
  Optional<Access> plain(List<Frame> stack) {
    return own(stack).flatMap(site -> of(site, PLAIN));
  }

  /** Share of the time of a caller from which on code that it calls has part in all of it. */
  double tellingShare(List<Frame> caller) {
    return plain(caller).isEmpty() ? HINT : TELLING;
  }

  /** Whether a thread tries there to get a lock, in a loop that does nothing else. */
  boolean triesLock(List<Frame> stack) {
    Optional<Frame> called = called(stack);
    boolean attempts =
        called.filter(method -> ATTEMPTS.contains(method.method()) || updates(method)).isPresent();
    return attempts && spins(stack);
  }

  /** The JDK's method that the program's code called; empty where that runs itself. */
  private static Optional<Frame> called(List<Frame> stack) {
    int called = site(stack).map(stack::indexOf).orElse(0) - 1;
    while (called > 0 && CodeOrigin.isAdapter(stack.get(called))) {
      called--;
    }
    return called >= 0 ? Optional.of(stack.get(called)) : Optional.empty();
  }

  /** Whether a method of the JDK updates an atomic once, as taking a flag does. */
  private static boolean updates(Frame called) {
    return JdkAccess.of(called).filter(jdk -> jdk.access() == CodeAccess.ATOMIC_UPDATE).isPresent();
  }

  /** Whether a thread spins there: it is in a loop that only waits. */
  boolean spins(List<Frame> stack) {
    for (Frame frame : stack) {
      if (CodeOrigin.isApplication(frame)) {
        break;
      }
      if (JdkAccess.of(frame).filter(jdk -> jdk.access() == CodeAccess.SPIN_WAIT).isPresent()) {
        return true;
      }
    }
    Optional<Frame> own = site(stack);
    if (own.isEmpty()) {
      return false;
    }
    Frame leaf = own.get();
    Optional<Frame> called = called(stack);
    boolean takesFlag = called.filter(CodeFacts::updates).isPresent();
    boolean onlyAsks =
        called.map(Frame::method).map(m -> ASKING.contains(m) || ATTEMPTS.contains(m)).orElse(true);
    if (!takesFlag && !onlyAsks) {
      return false;
    }
    Set<CodeAccess> loops = takesFlag ? TAKING : WAITING;
    return byMethod.getOrDefault(leaf.qualifiedMethod(), List.of()).stream()
        .filter(site -> loops.contains(site.access()))
        .anyMatch(site -> Math.abs(site.line() - leaf.line()) <= NEAR_LINES);
  }

  /**
   * The update that a thread tries again, where its loop gives way first, after an attempt in vain;
   * empty where it waits for a lock or a flag.
   */
  private Optional<Access> pausesBeforeRetry(List<Frame> stack) {
    return site(stack)
        .filter(site -> of(site, List.of(CodeAccess.LOCK_ATTEMPT)).isEmpty())
        .flatMap(site -> of(site, List.of(CodeAccess.RETRY_LOOP)));
  }

  /** The program's method that called the innermost one of its methods on a stack. */
  static Optional<String> caller(List<Frame> stack) {
    return callers(stack, 1).findFirst();
  }

  /** The program's methods that called it, and each other, the nearest first, so many at most. */
  static Stream<String> callers(List<Frame> stack, int most) {
    return stack.stream()
        .filter(CodeOrigin::isApplication)
        .skip(1)
        .limit(most)
        .map(Frame::qualifiedMethod);
  }

  private static Optional<Frame> site(List<Frame> stack) {
    return CodeOrigin.site(stack).filter(CodeOrigin::isApplication);
  }

  /** The code whose cost a stack tells; empty where that is the system's, which it called. */
  private static Optional<Frame> own(List<Frame> stack) {
    return JdkWaits.inSystem(stack) ? Optional.empty() : site(stack);
  }

  /** What the outermost known method of the JDK does that a stack is in. */
  private static Optional<Access> jdk(List<Frame> stack) {
    Optional<JdkAccess> found = Optional.empty();
    for (Frame frame : stack) {
      if (CodeOrigin.isApplication(frame)) {
        Frame at = site(stack).orElse(frame);
        return found.map(jdk -> new Access(jdk.access(), jdk.object(), jdk.object(), at));
      }
      Optional<JdkAccess> here = JdkAccess.of(frame);
      if (JdkAccess.handsOver(frame.className())) {
        here = found.filter(CodeFacts::spins).map(spin -> handsOver(spin, frame));
      }
      found = here.isPresent() ? here : found;
    }
    return Optional.empty();
  }

  private static boolean spins(Access access) {
    return access.access() == CodeAccess.SPIN_WAIT && !JdkAccess.handsOver(access.type());
  }

  private static boolean spins(JdkAccess jdk) {
    return jdk.access() == CodeAccess.SPIN_WAIT;
  }

  private static JdkAccess handsOver(JdkAccess spin, Frame frame) {
    return new JdkAccess(spin.access(), CodeOrigin.outermost(frame.className()));
  }

  /** The first of some accesses that a method has, the one nearest to the line. */
  private Optional<Access> of(Frame frame, List<CodeAccess> order) {
    List<Experiment.Access> sites = byMethod.getOrDefault(frame.qualifiedMethod(), List.of());
    for (CodeAccess access : order) {
      Optional<Experiment.Access> nearest =
          sites.stream()
              .filter(site -> site.access() == access)
              .min(
                  (a, b) ->
                      Integer.compare(
                          Math.abs(a.line() - frame.line()), Math.abs(b.line() - frame.line())));
      if (nearest.isPresent()) {
        String target = nearest.get().target();
        // Who waits in a loop for a flag does so for what the loop tries to take.
        String object =
            target.isEmpty() && access == CodeAccess.SPIN_WAIT
                ? target(frame, CodeAccess.LOCK_ATTEMPT)
                : target;
        return Optional.of(new Access(access, object, "", at(frame, nearest.get().line())));
      }
    }
    return Optional.empty();
  }

  /** What code of a class that gives a lock back took before, if it has one lock only. */
  private String onlyLock(String className) {
    Set<String> locks = new HashSet<>();
    byMethod.forEach(
        (method, sites) -> {
          if (method.substring(0, Math.max(0, method.lastIndexOf('.'))).equals(className)) {
            sites.stream()
                .filter(site -> site.access() == CodeAccess.LOCK)
                .forEach(site -> locks.add(site.target()));
          }
        });
    return locks.size() == 1 ? locks.iterator().next() : "";
  }

  private String target(Frame frame, CodeAccess access) {
    return of(frame, List.of(access)).map(Access::object).orElse("");
  }

  private static Frame at(Frame frame, int line) {
    return line > 0 ? new Frame(frame.className(), frame.method(), frame.file(), line) : frame;
  }
}
