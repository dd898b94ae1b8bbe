package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.agent.observe.locks.LockCalls;
import dev.uncork.agent.observe.locks.TakingMethod;
import dev.uncork.rewriting.code.CodeWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts calls of {@code dev.uncork.boot.nopreempt.NonPreemption} around the critical sections of
 * chosen methods: the request before a lock is taken, the withdrawal after it was given back.
 *
 * <p>Only method bodies change, so that a retransformation may do it. A block's own handler, which
 * javac makes, gives the monitor back on exceptions, and the withdrawal with it. A synchronized
 * method holds its lock from the first instruction on until behind the last, so there the request
 * comes right after and the withdrawal right before. Of nested sections only the outermost asks.
 * Where an exception may leave a method with a request, a handler for all of it comes last, so that
 * the method's own are asked first.
 *
 * <p>Before a lock is taken is also where a thread with longer slices may give the processor back.
 * A synchronized method has no such place, so that its callers get one, before the call.
 *
 * <p>What a request returned is kept in a new local variable behind the method's own, 0 while there
 * is none; it is there from the first instruction on, so each stack map frame gets it as a long.
 */
final class RequestRewriter {
  private static final int FIRST_VERSION_WITH_FRAMES = 50;

  /**
   * What became of a class.
   *
   * @param bytes none when nothing was changed
   * @param whole those of the changed methods that hold their lock from the beginning
   */
  record Result(
      byte[] bytes, List<String> changed, List<TakingMethod> whole, List<String> refused) {}

  /** Which calls of a method are calls of one that holds its lock from the beginning. */
  interface Calls {
    boolean contain(TakingMethod caller, String called);
  }

  private final ClassNode type = new ClassNode();
  private final List<String> changed = new ArrayList<>();
  private final List<TakingMethod> wholeOnes = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  private final SectionHooks hooks;

  private RequestRewriter(SectionHooks hooks) {
    this.hooks = hooks;
  }

  /**
   * Rewrites a class.
   *
   * @param chosen tells by the names of class and method which methods
   * @param hooks what they are to call from then on
   */
  static Result rewrite(byte[] original, BiPredicate<String, String> chosen, SectionHooks hooks) {
    return rewrite(original, chosen, hooks, (caller, called) -> false);
  }

  /**
   * Rewrites a class.
   *
   * @param chosen tells by the names of class and method which methods
   * @param hooks what they are to call from then on
   * @param calls before which calls, too, a thread may give the processor back
   */
  static Result rewrite(
      byte[] original, BiPredicate<String, String> chosen, SectionHooks hooks, Calls calls) {
    RequestRewriter rewriter = new RequestRewriter(hooks);
    ClassReader reader = new ClassReader(original);
    reader.accept(rewriter.type, ClassReader.EXPAND_FRAMES);
    for (MethodNode method : rewriter.type.methods) {
      if (method.instructions.size() > 0) {
        if (hooks.endTurns()) {
          rewriter.caller(method, calls);
        }
        if (chosen.test(rewriter.typeName(), method.name)) {
          rewriter.method(method);
        }
      }
    }
    if (rewriter.changed.isEmpty()) {
      return new Result(new byte[0], List.of(), List.of(), rewriter.refused);
    }
    CodeWriter writer = new CodeWriter(reader);
    rewriter.type.accept(writer);
    return new Result(writer.toByteArray(), rewriter.changed, rewriter.wholeOnes, rewriter.refused);
  }

  private String typeName() {
    return type.name.replace('/', '.');
  }

  /** Where it holds a lock of its own, a caller goes on to the call. */
  private void caller(MethodNode method, Calls calls) {
    TakingMethod caller = new TakingMethod(typeName(), method.name);
    List<AbstractInsnNode> found = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof MethodInsnNode call && calls.contain(caller, call.name)) {
        found.add(call);
      }
    }
    if (found.isEmpty() || (method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      return;
    }
    LockBalance held = new LockBalance(method, RequestRewriter::effect);
    found.removeIf(call -> !held.isKept() || !held.holdsNone(call));
    found.forEach(call -> method.instructions.insertBefore(call, MethodSections.between()));
    if (!found.isEmpty()) {
      changed.add("turns in " + caller.type() + "." + caller.name());
    }
  }

  private void method(MethodNode method) {
    boolean whole = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    boolean blocks = has(method, i -> i.getOpcode() == Opcodes.MONITORENTER);
    boolean calls =
        has(method, i -> i instanceof MethodInsnNode call && LockCalls.takesOrGives(call));
    if (!whole && !blocks && !calls) {
      return;
    }
    String name = typeName() + "." + method.name;
    LockBalance held = new LockBalance(method, RequestRewriter::effect);
    String reason = refusal(method, held, whole, calls);
    if (!reason.isEmpty()) {
      refused.add(name + ": " + reason);
      return;
    }
    new MethodSections(method, held, whole, hooks).rewrite();
    changed.add(name);
    if (whole) {
      wholeOnes.add(new TakingMethod(typeName(), method.name));
    }
  }

  private String refusal(MethodNode method, LockBalance held, boolean whole, boolean calls) {
    if (method.name.startsWith("<")) {
      return "a constructor or class initializer";
    }
    if ((type.version & 0xffff) < FIRST_VERSION_WITH_FRAMES) {
      return "a class file older than Java 6";
    }
    if (calls && has(method, i -> i instanceof MethodInsnNode call && LockCalls.tries(call))) {
      return "it may or may not get a lock by tryLock";
    }
    if (!held.isKept()) {
      return "it may return with a lock that it took";
    }
    return !whole && has(method, i -> effect(i) > 0 && held.isUndecided(i))
        ? "where it takes a lock, it may hold one or not"
        : "";
  }

  static int effect(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call && LockCalls.takesOrGives(call)) {
      return call.name.equals("unlock") ? -1 : 1;
    }
    return switch (instruction.getOpcode()) {
      case Opcodes.MONITORENTER -> 1;
      case Opcodes.MONITOREXIT -> -1;
      default -> 0;
    };
  }

  private static boolean has(MethodNode method, Predicate<AbstractInsnNode> wanted) {
    for (AbstractInsnNode instruction : method.instructions) {
      if (wanted.test(instruction)) {
        return true;
      }
    }
    return false;
  }
}
