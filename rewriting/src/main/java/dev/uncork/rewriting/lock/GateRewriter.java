package dev.uncork.rewriting.lock;

import dev.uncork.rewriting.code.CodeWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites a class so that threads pass a gate of the object's before its synchronized methods,
 * which stay synchronized: a wrapper, which goes through the gate, takes the method's name.
 *
 * <p>Since the object's own monitor still excludes, nothing else needs to be rewritten with it.
 */
public final class GateRewriter {
  private static final String GATED = "dev/uncork/boot/tick/Gated";
  private static final String GATES = "dev/uncork/boot/tick/TickGates";
  private static final String GATE = "dev/uncork/boot/tick/TickGate";
  private static final String GATE_DESC = "L" + GATE + ";";
  private static final String FIELD = "uncork$gate";
  private static final String SUFFIX = "$gated";

  private final ClassSource source;
  private final Predicate<String> selected;

  /**
   * Rewrites nothing yet.
   *
   * @param source of superclasses
   * @param selected which classes, by internal name
   */
  public GateRewriter(ClassSource source, Predicate<String> selected) {
    this.source = source;
    this.selected = selected;
  }

  /**
   * What became of a class.
   *
   * @param bytes the rewritten class, or null when it stays as it is
   * @param against why it has none although it was selected
   */
  public record Result(byte @Nullable [] bytes, List<Reason> against) {}

  /** Rewrites a class; the input is not changed. */
  public Result rewrite(byte[] original) {
    ClassReader reader = new ClassReader(original);
    ClassNode type = new ClassNode();
    reader.accept(type, ClassReader.EXPAND_FRAMES);
    if (!selected.test(type.name) || !Eligibility.hasSynchronizedMethods(type)) {
      return new Result(null, List.of());
    }
    List<Reason> against = new Eligibility(source, name -> true).against(type);
    if (!against.isEmpty()) {
      return new Result(null, against);
    }
    type = SerialForm.keep(reader, type, source);
    List<MethodNode> wrappers = new ArrayList<>();
    for (MethodNode method : type.methods) {
      if (ReservedMethods.isSynchronizedInstance(method)) {
        wrappers.add(wrapper(type, method));
      }
    }
    type.methods.addAll(wrappers);
    type.interfaces.add(GATED);
    ReservedMethods.addField(type, FIELD, "Ljava/lang/Object;");
    CodeWriter writer = new CodeWriter();
    type.accept(writer);
    return new Result(writer.toByteArray(), against);
  }

  /** Gives the method another name, and makes the one that takes its place. */
  private static MethodNode wrapper(ClassNode type, MethodNode method) {
    MethodNode wrapper = ReservedMethods.movedAside(method, SUFFIX);
    method.access |= Opcodes.ACC_SYNCHRONIZED;
    Type result = Type.getReturnType(wrapper.desc);
    Object[] locals = ReservedMethods.parameters(type, wrapper);
    int gate = Type.getArgumentsAndReturnSizes(wrapper.desc) >> 2;
    Label from = new Label();
    Label to = new Label();
    Label handler = new Label();
    wrapper.visitTryCatchBlock(from, to, handler, null);
    wrapper.visitVarInsn(Opcodes.ALOAD, 0);
    wrapper.visitMethodInsn(
        Opcodes.INVOKESTATIC, GATES, "enter", "(L" + GATED + ";)" + GATE_DESC, false);
    wrapper.visitVarInsn(Opcodes.ASTORE, gate);
    wrapper.visitLabel(from);
    ReservedMethods.callOwn(wrapper, type, method.name);
    wrapper.visitLabel(to);
    exit(wrapper, gate);
    wrapper.visitInsn(result.getOpcode(Opcodes.IRETURN));
    wrapper.visitLabel(handler);
    Object[] withGate = ReservedMethods.with(locals, GATE);
    wrapper.visitFrame(
        Opcodes.F_NEW, withGate.length, withGate, 1, new Object[] {"java/lang/Throwable"});
    exit(wrapper, gate);
    wrapper.visitInsn(Opcodes.ATHROW);
    wrapper.visitMaxs(gate + 3, gate + 1); // The writer computes them anew.
    return wrapper;
  }

  private static void exit(MethodNode wrapper, int gate) {
    wrapper.visitVarInsn(Opcodes.ALOAD, gate);
    wrapper.visitMethodInsn(Opcodes.INVOKESTATIC, GATES, "exit", "(" + GATE_DESC + ")V", false);
  }
}
