package dev.uncork.agent.observe.demand;

import dev.uncork.agent.observe.locks.LockCalls;
import dev.uncork.rewriting.code.CodeWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts calls of {@code dev.uncork.boot.demand.DemandHooks} behind each acquisition and before each
 * release of a lock in a class.
 *
 * <p>Nothing but method bodies changes, so that a retransformation may do it, and the frames stay
 * right, since straight-line code is inserted. The call behind a {@code monitorenter} is put under
 * the handler that gives the monitor back: otherwise HotSpot takes the monitors for unbalanced and
 * doesn't compile the method. The same goes for the call within that handler. As javac makes it, it
 * handles itself, with which C1 doesn't compile calls; so the call gets a handler of its own.
 */
final class SectionRewriter {
  private static final String HOOKS = "dev/uncork/boot/demand/DemandHooks";
  private static final int FIRST_VERSION_WITH_CLASS_CONSTANTS = 49;

  /** The sites of one method, by the lock they are about: a range of numbers. */
  interface Sites {
    /** Allots numbers for a method; {first, last}, or nothing when there are no more. */
    int[] allot(String type, String method);
  }

  private final ClassNode type = new ClassNode();
  private final Sites sites;
  private boolean changed;
  private int first;
  private int last;

  private SectionRewriter(Sites sites) {
    this.sites = sites;
  }

  /** The rewritten class file, or an empty array if there is no lock in it. */
  static byte[] rewrite(byte[] original, Sites sites) {
    SectionRewriter rewriter = new SectionRewriter(sites);
    ClassReader reader = new ClassReader(original);
    reader.accept(rewriter.type, 0);
    rewriter.type.methods.forEach(rewriter::method);
    if (!rewriter.changed) {
      return new byte[0];
    }
    CodeWriter writer = new CodeWriter(reader);
    rewriter.type.accept(writer);
    return writer.toByteArray();
  }

  /** Whether there is a lock in a class. */
  static boolean concerns(byte[] classFile) {
    SectionRewriter rewriter = new SectionRewriter((type, method) -> new int[0]);
    new ClassReader(classFile).accept(rewriter.type, ClassReader.SKIP_DEBUG);
    return rewriter.type.methods.stream().anyMatch(rewriter::locks);
  }

  private void method(MethodNode method) {
    if (!locks(method)) {
      return;
    }
    int[] allotted = sites.allot(type.name.replace('/', '.'), method.name);
    if (allotted.length == 0) {
      return;
    }
    first = allotted[0];
    last = allotted[1];
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      switch (instruction.getOpcode()) {
        case Opcodes.MONITORENTER -> entered(method, instruction);
        case Opcodes.MONITOREXIT -> beforeRelease(method, instruction);
        default -> {
          if (instruction instanceof MethodInsnNode call) {
            called(method, call);
          }
        }
      }
    }
    if (isSynchronized(method)) {
      wholeMethod(method);
    }
    for (TryCatchBlockNode block : List.copyOf(method.tryCatchBlocks)) {
      if (block.start == block.handler) {
        SelfHandling.takeCallOut(method, block, HOOKS);
      }
    }
    changed = true;
  }

  private boolean isSynchronized(MethodNode method) {
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0
        && !(isStatic && (type.version & 0xffff) < FIRST_VERSION_WITH_CLASS_CONSTANTS);
  }

  private boolean locks(MethodNode method) {
    if (method.instructions.size() == 0) {
      return false;
    }
    if (isSynchronized(method)) {
      return true;
    }
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == Opcodes.MONITORENTER
          || (instruction instanceof MethodInsnNode call && isLockCall(call))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLockCall(MethodInsnNode call) {
    return LockCalls.takesOrGives(call) || (LockCalls.tries(call) && call.desc.equals("()Z"));
  }

  private void entered(MethodNode method, AbstractInsnNode enter) {
    method.instructions.insertBefore(enter, new InsnNode(Opcodes.DUP));
    LabelNode label = new LabelNode();
    InsnList hook = new InsnList();
    hook.add(label);
    hook.add(siteRange());
    hook.add(hook("acquired", "(Ljava/lang/Object;II)V"));
    LabelNode behind = labelBehind(enter);
    method.instructions.insert(enter, hook);
    if (behind != null) {
      for (TryCatchBlockNode block : method.tryCatchBlocks) {
        if (block.start == behind && block.type == null) {
          block.start = label;
        }
      }
    }
  }

  /** The label right behind an instruction, from which javac protects the section. */
  private static @Nullable LabelNode labelBehind(AbstractInsnNode enter) {
    for (AbstractInsnNode next = enter.getNext(); next != null; next = next.getNext()) {
      if (next instanceof LabelNode label) {
        return label;
      }
      if (next.getOpcode() >= 0) {
        return null;
      }
    }
    return null;
  }

  private void beforeRelease(MethodNode method, AbstractInsnNode release) {
    InsnList hook = new InsnList();
    hook.add(new InsnNode(Opcodes.DUP));
    hook.add(siteRange());
    hook.add(hook("releasing", "(Ljava/lang/Object;II)V"));
    method.instructions.insertBefore(release, hook);
  }

  private void called(MethodNode method, MethodInsnNode call) {
    if (isLockCall(call)) {
      switch (call.name) {
        case "unlock" -> beforeRelease(method, call);
        case "tryLock" -> behind(method, call, "tried", "(Ljava/lang/Object;ZII)Z");
        default -> behind(method, call, "acquired", "(Ljava/lang/Object;II)V");
      }
    } else if (LockCalls.waits(call)) {
      InsnList hook = siteRange();
      hook.add(hook("waiting", "(II)V"));
      method.instructions.insertBefore(call, hook);
    }
  }

  private void behind(MethodNode method, MethodInsnNode call, String name, String descriptor) {
    method.instructions.insertBefore(call, new InsnNode(Opcodes.DUP));
    InsnList hook = siteRange();
    hook.add(hook(name, descriptor));
    method.instructions.insert(call, hook);
  }

  /** A synchronized method holds its lock from its first to its last instruction. */
  private void wholeMethod(MethodNode method) {
    List<AbstractInsnNode> returns = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      int opcode = instruction.getOpcode();
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        returns.add(instruction);
      }
    }
    for (AbstractInsnNode instruction : returns) {
      InsnList hook = lockOf(method);
      hook.add(siteRange());
      hook.add(hook("releasing", "(Ljava/lang/Object;II)V"));
      method.instructions.insertBefore(instruction, hook);
    }
    InsnList hook = lockOf(method);
    hook.add(siteRange());
    hook.add(hook("acquired", "(Ljava/lang/Object;II)V"));
    method.instructions.insert(hook);
  }

  private InsnList lockOf(MethodNode method) {
    InsnList load = new InsnList();
    load.add(
        (method.access & Opcodes.ACC_STATIC) != 0
            ? new LdcInsnNode(Type.getObjectType(type.name))
            : new VarInsnNode(Opcodes.ALOAD, 0));
    return load;
  }

  private InsnList siteRange() {
    InsnList range = new InsnList();
    range.add(new LdcInsnNode(first));
    range.add(new LdcInsnNode(last));
    return range;
  }

  private static MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
