package dev.uncork.agent.observe.code;

import dev.uncork.protocol.CodeAccess;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A call of the JDK by the program that was under way.
 *
 * @param caller the program's method, and the line of the call
 * @param callee the method of the JDK
 * @param inner where in the JDK the thread was, the same as {@code callee} or called by it
 */
record HotCall(CodePlace caller, CodePlace callee, CodePlace inner) {
  /**
   * What a method of the JDK does that its caller should know. Where the JDK spins, it does so for
   * a moment only, before it parks the thread.
   */
  private static final Set<CodeAccess> TOLD =
      EnumSet.of(
          CodeAccess.ATOMIC_UPDATE, CodeAccess.RETRY_LOOP, CodeAccess.MONITOR, CodeAccess.LOCK);

  /** The call at the end of a stack; none where the program's own code is there. */
  static Optional<HotCall> of(List<CodePlace> frames) {
    int place = 0;
    while (place < frames.size() && !frames.get(place).isOfProgram()) {
      place++;
    }
    return place == 0 || place == frames.size() || isAdder(frames.get(place - 1))
        ? Optional.empty()
        : Optional.of(new HotCall(frames.get(place), frames.get(place - 1), frames.get(0)));
  }

  /** They are made for many threads. */
  private static boolean isAdder(CodePlace callee) {
    return callee.type().endsWith("Adder") || callee.type().endsWith("Accumulator");
  }

  /** Tells one from others. */
  String key() {
    return caller.name() + ":" + caller.line() + " " + callee.name() + " " + inner.name();
  }

  /** What the JDK's methods do, at the line of the call and with what they were called on. */
  List<SharedAccess> accesses(ClassCode code) {
    String target = target(code);
    Set<CodeAccess> kinds = EnumSet.noneOf(CodeAccess.class);
    kinds(code, callee, kinds);
    kinds(code, inner, kinds);
    kinds.removeAll(toldByCaller(code));
    return kinds.stream().map(kind -> new SharedAccess(caller.line(), kind, target)).toList();
  }

  private static void kinds(ClassCode code, CodePlace place, Set<CodeAccess> kinds) {
    code.accesses(place).forEach(access -> kinds.add(access.access()));
    kinds.retainAll(TOLD);
  }

  /** What the line of the call tells by itself. */
  private Set<CodeAccess> toldByCaller(ClassCode code) {
    Set<CodeAccess> told = EnumSet.noneOf(CodeAccess.class);
    code.accesses(caller).stream()
        .filter(access -> access.line() == caller.line())
        .forEach(access -> told.add(access.access()));
    return told;
  }

  private String target(ClassCode code) {
    String of = CodeNames.simple(callee.type().replace('.', '/'));
    return code.methods(caller).stream()
        .map(method -> target(method, of))
        .filter(target -> !target.isEmpty())
        .findFirst()
        .orElse(of);
  }

  /** Class and receiver of the call, or the static method; empty where the code doesn't tell. */
  private String target(MethodNode method, String of) {
    String owner = caller.type().replace('.', '/');
    Values values = method.instructions.size() == 0 ? null : Values.of(owner, method);
    int line = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LineNumberNode number) {
        line = number.line;
      } else if (instruction instanceof MethodInsnNode call
          && values != null
          && line == caller.line()
          && call.name.equals(callee.method())
          && values.isReached(call)) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
          return of + "." + call.name + "()";
        }
        String words = values.words(values.receiver(call));
        return words.isEmpty() ? "" : of + " " + words;
      }
    }
    return "";
  }
}
