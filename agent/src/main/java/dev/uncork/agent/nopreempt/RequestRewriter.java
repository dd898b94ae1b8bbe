package dev.uncork.agent.nopreempt;

import dev.uncork.agent.locks.LockCalls;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Puts calls of {@code dev.uncork.boot.NonPreemption} around the critical sections of chosen
 * methods: the request before a lock is taken, the withdrawal after it was given back.
 *
 * <p>Only method bodies change, so that a retransformation may do it. A block's own handler, which
 * javac makes, gives the monitor back on exceptions, and the withdrawal with it. A synchronized
 * method holds its lock from the first instruction on until behind the last, so there the request
 * comes right after and the withdrawal right before. Where an exception may leave a method with a
 * request, a handler for all of it comes last, so that the method's own are asked first; its frame
 * knows no local variables, which fits all instructions before.
 */
final class RequestRewriter {
  private static final String HOOKS = "dev/uncork/boot/NonPreemption";
  private static final int FIRST_VERSION_WITH_FRAMES = 50;

  /** What became of a class; no bytes when nothing was changed. */
  record Result(byte[] bytes, List<String> changed, List<String> refused) {}

  private final ClassNode type = new ClassNode();
  private final List<String> changed = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  private RequestRewriter() {}

  /**
   * Rewrites a class.
   *
   * @param chosen tells by the names of class and method which methods
   */
  static Result rewrite(byte[] original, BiPredicate<String, String> chosen) {
    RequestRewriter rewriter = new RequestRewriter();
    ClassReader reader = new ClassReader(original);
    reader.accept(rewriter.type, 0);
    for (MethodNode method : rewriter.type.methods) {
      if (chosen.test(rewriter.type.name.replace('/', '.'), method.name)
          && method.instructions.size() > 0) {
        rewriter.method(method);
      }
    }
    if (rewriter.changed.isEmpty()) {
      return new Result(new byte[0], List.of(), rewriter.refused);
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    rewriter.type.accept(writer);
    return new Result(writer.toByteArray(), rewriter.changed, rewriter.refused);
  }

  private void method(MethodNode method) {
    boolean whole = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    boolean blocks = has(method, i -> i.getOpcode() == Opcodes.MONITORENTER);
    boolean calls =
        has(method, i -> i instanceof MethodInsnNode call && LockCalls.takesOrGives(call));
    if (!whole && !blocks && !calls) {
      return;
    }
    String name = type.name.replace('/', '.') + "." + method.name;
    String reason = refusal(method, calls);
    if (!reason.isEmpty()) {
      refused.add(name + ": " + reason);
      return;
    }
    Set<LabelNode> targets = jumpTargets(method);
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      switch (instruction.getOpcode()) {
        case Opcodes.MONITORENTER -> beforeAcquisition(method, instruction);
        case Opcodes.MONITOREXIT -> behindRelease(method, instruction, targets);
        default -> {
          if (instruction instanceof MethodInsnNode call) {
            called(method, call);
          }
        }
      }
    }
    if (whole) {
      wholeMethod(method);
    }
    if (whole || calls) {
      handler(method, calls ? "escape" : "leaving");
    }
    changed.add(name);
  }

  private String refusal(MethodNode method, boolean calls) {
    if (method.name.startsWith("<")) {
      return "a constructor or class initializer";
    }
    if ((type.version & 0xffff) < FIRST_VERSION_WITH_FRAMES) {
      return "a class file older than Java 6";
    }
    if (calls && has(method, i -> i instanceof MethodInsnNode call && LockCalls.tries(call))) {
      return "it may or may not get a lock by tryLock";
    }
    return calls && !LockBalance.isKept(method, RequestRewriter::effect)
        ? "it may return with a lock that it took"
        : "";
  }

  private static int effect(AbstractInsnNode instruction) {
    if (!(instruction instanceof MethodInsnNode call) || !LockCalls.takesOrGives(call)) {
      return 0;
    }
    return call.name.equals("unlock") ? -1 : 1;
  }

  private static boolean has(MethodNode method, Predicate<AbstractInsnNode> wanted) {
    for (AbstractInsnNode instruction : method.instructions) {
      if (wanted.test(instruction)) {
        return true;
      }
    }
    return false;
  }

  private static void beforeAcquisition(MethodNode method, AbstractInsnNode acquisition) {
    InsnList request = new InsnList();
    request.add(new InsnNode(Opcodes.DUP));
    request.add(hook("enter", "(Ljava/lang/Object;)V"));
    method.instructions.insertBefore(acquisition, request);
  }

  /** Behind the end of the protected range, or an error in the call would release once more. */
  private static void behindRelease(
      MethodNode method, AbstractInsnNode release, Set<LabelNode> targets) {
    AbstractInsnNode place = release;
    AbstractInsnNode next = release.getNext();
    if (next instanceof LabelNode label && !targets.contains(label)) {
      place = label;
    }
    method.instructions.insert(place, hook("leave", "()V"));
  }

  private static void called(MethodNode method, MethodInsnNode call) {
    if (LockCalls.takesOrGives(call)) {
      switch (call.name) {
        case "lock" -> beforeAcquisition(method, call);
        case "unlock" -> method.instructions.insert(call, hook("leave", "()V"));
        // Interrupted, it has not got the lock, and its own handler may go on.
        default -> method.instructions.insert(call, hook("enter", "()V"));
      }
    } else if (LockCalls.waits(call)) {
      method.instructions.insertBefore(call, hook("pause", "()V"));
      method.instructions.insert(call, hook("resume", "()V"));
    }
  }

  private static void wholeMethod(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      int opcode = instruction.getOpcode();
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        method.instructions.insertBefore(instruction, hook("leaving", "()V"));
      }
    }
    method.instructions.insert(hook("enter", "()V"));
  }

  private static void handler(MethodNode method, String hook) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    AbstractInsnNode first = method.instructions.getFirst();
    boolean requested = first instanceof MethodInsnNode call && call.owner.equals(HOOKS);
    if (requested) {
      method.instructions.insert(first, start);
    } else {
      method.instructions.insert(start);
    }
    LabelNode catcher = new LabelNode();
    method.instructions.add(end);
    method.instructions.add(catcher);
    method.instructions.add(
        new FrameNode(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}));
    method.instructions.add(hook(hook, "()V"));
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, catcher, null));
  }

  private static Set<LabelNode> jumpTargets(MethodNode method) {
    Set<LabelNode> targets = new HashSet<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof JumpInsnNode jump) {
        targets.add(jump.label);
      } else if (instruction instanceof TableSwitchInsnNode table) {
        targets.addAll(table.labels);
        targets.add(table.dflt);
      } else if (instruction instanceof LookupSwitchInsnNode lookup) {
        targets.addAll(lookup.labels);
        targets.add(lookup.dflt);
      }
    }
    method.tryCatchBlocks.forEach(block -> targets.add(block.handler));
    return targets;
  }

  private static MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
