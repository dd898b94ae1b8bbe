package dev.uncork.agent.observe.code;

import dev.uncork.agent.observe.code.HotStacks.HotStack;
import dev.uncork.recording.event.CodeAccessEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Tells what the hottest methods of the program do to memory that threads may share, once in each
 * recording. Code of the JDK counts for the line of the program that called it.
 */
public final class HotCode {
  private static final int MOST_HOT = 32;
  private static final int MOST_METHODS = 128;
  private static final int MOST_OF_METHOD = 48;

  /** Share of the CPU time from which on a stack counts for what all code does. */
  private static final double MUCH = 0.05;

  /** Methods of the program on a stack that are looked at, from the innermost one on. */
  private static final int MOST_OF_STACK = 4;

  /** In the names of classes that the JVM makes, which have no file. */
  private static final String LAMBDA = "$$Lambda";

  private final ClassCode code;
  private final Set<CodePlace> walked = new HashSet<>();
  private final Set<String> told = new HashSet<>();
  private volatile boolean sharesNothing;

  /** Tells nothing yet. */
  public HotCode(ClassCode code) {
    this.code = code;
  }

  /** What is recorded from now on is to be understood without what was before. */
  public void recordingBegins() {
    walked.clear();
    told.clear();
  }

  /** Tells of the methods on these stacks, the hottest one first, that weren't told of. */
  public void tell(List<HotStack> hottest) {
    Set<CodePlace> methods = new LinkedHashSet<>();
    List<HotCall> calls = new ArrayList<>();
    for (HotStack stack : hottest) {
      methods.addAll(own(stack));
      HotCall.of(stack.frames()).ifPresent(calls::add);
    }
    List<CodePlace> hot =
        methods.stream().map(CodePlace::anywhere).limit(MOST_HOT).filter(walked::add).toList();
    for (CodePlace place : Callees.with(hot, code, MOST_METHODS)) {
      if (told.add(place.name())) {
        tell(place);
      }
    }
    for (HotCall call : calls) {
      if (told.add(call.key())) {
        call.accesses(code).forEach(access -> emit(call.caller().name(), access));
      }
    }
    List<HotStack> much = hottest.stream().filter(stack -> stack.share() >= MUCH).toList();
    sharesNothing =
        !much.isEmpty()
            && much.stream().allMatch(stack -> sharesNothing(stack, code, code::accesses));
  }

  /**
   * Whether what uses the CPU time, as of the last call of {@link #tell(List)}, is code of the
   * program's own that touches no memory which threads may share: how fast it is then depends on
   * the number of cores alone. On any thread.
   */
  public boolean sharesNothing() {
    return sharesNothing;
  }

  static boolean sharesNothing(
      HotStack stack, CodeSource code, Function<CodePlace, List<SharedAccess>> accesses) {
    List<CodePlace> own = own(stack);
    return !own.isEmpty()
        && own.get(0).equals(stack.frames().get(0))
        && Callees.with(own, code, MOST_METHODS).stream()
            .filter(HotCode::hasCode)
            .allMatch(place -> code.of(place.type()) != null && accesses.apply(place).isEmpty());
  }

  private static List<CodePlace> own(HotStack stack) {
    return stack.frames().stream()
        .filter(CodePlace::isOfProgram)
        .filter(HotCode::hasCode)
        .limit(MOST_OF_STACK)
        .toList();
  }

  /** Whether it is more than the class of a lambda, which only calls on. */
  private static boolean hasCode(CodePlace place) {
    return !place.type().contains(LAMBDA);
  }

  private void tell(CodePlace place) {
    List<SharedAccess> accesses = code.accesses(place);
    accesses
        .subList(0, Math.min(MOST_OF_METHOD, accesses.size()))
        .forEach(access -> emit(place.name(), access));
  }

  private static void emit(String method, SharedAccess access) {
    CodeAccessEvent event = new CodeAccessEvent();
    event.method = method;
    event.line = access.line();
    event.access = access.access().label();
    event.target = access.target();
    event.commit();
  }
}
