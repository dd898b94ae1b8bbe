package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.agent.observe.locks.LockCalls;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
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
import org.objectweb.asm.tree.VarInsnNode;

/** The sections of one method that is being rewritten; see {@link RequestRewriter}. */
final class MethodSections {
  private static final String HOOKS = "dev/uncork/boot/nopreempt/NonPreemption";

  private final MethodNode method;
  private final LockBalance held;
  private final boolean whole;
  private final SectionHooks hooks;

  /** The local variable that keeps what the request returned. */
  private final int kept;

  /**
   * Changes nothing yet.
   *
   * @param held of the method as it is
   * @param whole whether the method is synchronized
   * @param hooks what they are to call
   */
  MethodSections(MethodNode method, LockBalance held, boolean whole, SectionHooks hooks) {
    this.method = method;
    this.hooks = hooks;
    this.held = held;
    this.whole = whole;
    this.kept = method.maxLocals;
  }

  void rewrite() {
    if (hooks.ask()) {
      ask();
    } else if (whole) {
      method.instructions.insert(hook("counted", "()V"));
    } else {
      onlyEndTurns();
    }
  }

  private void onlyEndTurns() {
    List<AbstractInsnNode> acquisitions = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (RequestRewriter.effect(instruction) > 0 && held.holdsNone(instruction)) {
        acquisitions.add(instruction);
      }
    }
    acquisitions.forEach(a -> method.instructions.insertBefore(a, hook("turn", "()V")));
  }

  private void ask() {
    AbstractInsnNode[] code = method.instructions.toArray();
    Set<LabelNode> targets = jumpTargets();
    List<Runnable> changes = new ArrayList<>();
    boolean calls = false;
    for (AbstractInsnNode instruction : code) {
      int effect = RequestRewriter.effect(instruction);
      boolean call = instruction instanceof MethodInsnNode;
      calls |= call && effect != 0;
      // Which is the outermost is known of the code as it is: decided before any is changed.
      if (effect > 0 && !whole && held.holdsNone(instruction)) {
        changes.add(call ? () -> called((MethodInsnNode) instruction) : () -> before(instruction));
      } else if (effect < 0 && !whole && held.mayHoldOne(instruction)) {
        changes.add(() -> behind(instruction, targets));
      } else if (call && LockCalls.waits((MethodInsnNode) instruction)) {
        changes.add(() -> waits(instruction));
      }
    }
    changes.forEach(Runnable::run);
    widenFrames();
    LabelNode begun = whole ? wholeMethod(code) : keepNothing();
    if (whole || calls) {
      handler(begun, whole ? "leaving" : "leave");
    }
    method.maxLocals = kept + 2;
  }

  /** A call that may be interrupted has no lock then, and the method's own handler may go on. */
  private void called(MethodInsnNode call) {
    if (call.name.equals("lock")) {
      before(call);
    } else {
      if (hooks.endTurns()) {
        method.instructions.insertBefore(call, between());
      }
      method.instructions.insert(call, taken());
    }
  }

  /** Where a thread may give the processor back. */
  static MethodInsnNode between() {
    return hook("between", "()V");
  }

  private void before(AbstractInsnNode acquisition) {
    InsnList request = new InsnList();
    request.add(new InsnNode(Opcodes.DUP));
    request.add(request(hooks.endTurns() ? "enter" : "extend", "(Ljava/lang/Object;)J"));
    method.instructions.insertBefore(acquisition, request);
  }

  private InsnList taken() {
    return request(hooks.endTurns() ? "entered" : "extend", "()J");
  }

  private InsnList request(String hook, String descriptor) {
    InsnList request = new InsnList();
    request.add(hook(hook, descriptor));
    request.add(new VarInsnNode(Opcodes.LSTORE, kept));
    return request;
  }

  /** Behind the end of the protected range, or an error in the call would release once more. */
  private void behind(AbstractInsnNode release, Set<LabelNode> targets) {
    AbstractInsnNode place = release;
    if (release.getNext() instanceof LabelNode label
        && !(release instanceof MethodInsnNode)
        && !targets.contains(label)) {
      place = label;
    }
    method.instructions.insert(place, withdrawal("leave"));
  }

  /** Keeps nothing any more, so that the request can't be withdrawn twice. */
  private InsnList withdrawal(String hook) {
    InsnList withdrawal = new InsnList();
    withdrawal.add(new VarInsnNode(Opcodes.LLOAD, kept));
    withdrawal.add(new InsnNode(Opcodes.LCONST_0));
    withdrawal.add(new VarInsnNode(Opcodes.LSTORE, kept));
    withdrawal.add(hook(hook, "(J)V"));
    return withdrawal;
  }

  private void waits(AbstractInsnNode call) {
    method.instructions.insertBefore(call, exchange("pause"));
    method.instructions.insert(call, exchange("resume"));
  }

  private InsnList exchange(String hook) {
    InsnList exchange = new InsnList();
    exchange.add(new VarInsnNode(Opcodes.LLOAD, kept));
    exchange.add(hook(hook, "(J)J"));
    exchange.add(new VarInsnNode(Opcodes.LSTORE, kept));
    return exchange;
  }

  /** Returns the label behind which the request may be set. */
  private LabelNode wholeMethod(AbstractInsnNode[] code) {
    for (AbstractInsnNode instruction : code) {
      int opcode = instruction.getOpcode();
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        method.instructions.insertBefore(instruction, withdrawal("leaving"));
      }
    }
    LabelNode begun = new LabelNode();
    method.instructions.insert(begun);
    method.instructions.insert(taken());
    return begun;
  }

  private LabelNode keepNothing() {
    LabelNode begun = new LabelNode();
    InsnList nothing = new InsnList();
    nothing.add(new InsnNode(Opcodes.LCONST_0));
    nothing.add(new VarInsnNode(Opcodes.LSTORE, kept));
    nothing.add(begun);
    method.instructions.insert(nothing);
    return begun;
  }

  private void handler(LabelNode start, String hook) {
    LabelNode end = new LabelNode();
    LabelNode catcher = new LabelNode();
    method.instructions.add(end);
    method.instructions.add(catcher);
    method.instructions.add(
        new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}));
    widen((FrameNode) method.instructions.getLast());
    method.instructions.add(withdrawal(hook));
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, catcher, null));
  }

  private void widenFrames() {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof FrameNode frame) {
        widen(frame);
      }
    }
  }

  /** Adds the variable, behind slots of which nothing is known. */
  private void widen(FrameNode frame) {
    List<Object> locals = new ArrayList<>(frame.local);
    int slots = 0;
    for (Object local : locals) {
      slots += local.equals(Opcodes.LONG) || local.equals(Opcodes.DOUBLE) ? 2 : 1;
    }
    for (; slots < kept; slots++) {
      locals.add(Opcodes.TOP);
    }
    locals.add(Opcodes.LONG);
    frame.local = locals;
  }

  private Set<LabelNode> jumpTargets() {
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
