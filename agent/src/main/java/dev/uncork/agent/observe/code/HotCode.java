package dev.uncork.agent.observe.code;

import dev.uncork.agent.observe.code.HotStacks.HotStack;
import dev.uncork.recording.event.CodeAccessEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells what the hottest methods of the program do to memory that threads may share, once in each
 * recording. Code of the JDK counts for the line of the program that called it.
 */
public final class HotCode {
  private static final int MOST_HOT = 32;
  private static final int MOST_METHODS = 128;
  private static final int MOST_OF_METHOD = 48;

  /** Frames of the program on a stack that are looked at, from the innermost one on. */
  private static final int MOST_OF_STACK = 3;

  private final ClassCode code;
  private final Set<CodePlace> walked = new HashSet<>();
  private final Set<String> told = new HashSet<>();

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
      List<CodePlace> own = stack.frames().stream().filter(CodePlace::isOfProgram).toList();
      own.subList(0, Math.min(MOST_OF_STACK, own.size())).forEach(methods::add);
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
