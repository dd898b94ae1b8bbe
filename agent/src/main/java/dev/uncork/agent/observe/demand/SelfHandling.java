package dev.uncork.agent.observe.demand;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Handlers that give a monitor back and handle themselves, as compilers make them for blocks.
 *
 * <p>C1 compiles these only where nothing in them can throw but the release itself (jdk-17 to 25,
 * c1_GraphBuilder.cpp: "exception handler covers itself", and "error while joining with exception
 * handler" where a jump is in between). C2 compiles all.
 */
final class SelfHandling {
  /** All that compilers put into them, with what the rewriter did. */
  private static final Set<Integer> KNOWN =
      Set.of(Opcodes.ASTORE, Opcodes.ALOAD, Opcodes.DUP, Opcodes.LDC, Opcodes.MONITOREXIT);

  private SelfHandling() {}

  /**
   * Gives the call before the release a handler of its own, which gives the monitor back as well.
   * It is there, since a call that no handler covers would be one that may end the method with the
   * monitor. A handler of unknown shape stays as it is.
   *
   * @param block what the handler handles of itself, its first instruction included
   * @param hooks the class whose method is called with the monitor and two constants
   */
  static void takeCallOut(MethodNode method, TryCatchBlockNode block, String hooks) {
    FrameNode frame = null;
    MethodInsnNode call = null;
    boolean ended = false;
    AbstractInsnNode end = block.handler;
    for (; end != null && end.getOpcode() != Opcodes.ATHROW; end = end.getNext()) {
      ended |= end == block.end;
      if (end instanceof FrameNode found && frame == null) {
        frame = found;
      } else if (end instanceof MethodInsnNode found
          && found.owner.equals(hooks)
          && call == null
          && !ended) {
        call = found;
      } else if (end instanceof FrameNode || isUnknown(end)) {
        return;
      }
    }
    AbstractInsnNode dup = call == null ? null : before(before(before(call)));
    if (end == null
        || !(before(dup) instanceof VarInsnNode lock)
        || lock.getOpcode() != Opcodes.ALOAD) {
      return;
    }
    LabelNode from = new LabelNode();
    LabelNode to = new LabelNode();
    LabelNode handler = new LabelNode();
    method.instructions.insertBefore(dup, from);
    method.instructions.insert(call, to);
    InsnList release = new InsnList();
    release.add(handler);
    if (frame != null) { // None in class files of Java 5.
      release.add(new FrameNode(Opcodes.F_SAME1, 0, null, 1, new Object[] {frame.stack.get(0)}));
    }
    release.add(new VarInsnNode(Opcodes.ALOAD, lock.var));
    release.add(new InsnNode(Opcodes.MONITOREXIT));
    release.add(new InsnNode(Opcodes.ATHROW));
    method.instructions.insert(end, release);
    int place = method.tryCatchBlocks.indexOf(block);
    method.tryCatchBlocks.remove(place);
    method.tryCatchBlocks.addAll(
        place,
        List.of(
            new TryCatchBlockNode(block.start, from, block.handler, block.type),
            new TryCatchBlockNode(from, to, handler, block.type),
            new TryCatchBlockNode(to, block.end, block.handler, block.type)));
  }

  private static boolean isUnknown(AbstractInsnNode instruction) {
    return instruction.getOpcode() >= 0 && !KNOWN.contains(instruction.getOpcode());
  }

  private static @Nullable AbstractInsnNode before(@Nullable AbstractInsnNode instruction) {
    AbstractInsnNode found = instruction == null ? null : instruction.getPrevious();
    while (found != null && found.getOpcode() < 0) {
      found = found.getPrevious();
    }
    return found;
  }
}
