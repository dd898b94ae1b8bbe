package dev.uncork.rewriting.stream;

import dev.uncork.rewriting.lock.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * What a class does with the streams in some fields: methods may be called on them, and they may be
 * passed to a few methods that keep nothing; whatever else happens to one lets it escape.
 */
final class StreamUses {
  /** They tell of, or need, what the streams without locks can't do. */
  private static final Set<String> REFUSED_METHODS = Set.of("mark", "reset", "markSupported");

  private final String owner;
  private final Set<String> fields;
  private final List<Reason> escapes = new ArrayList<>();

  private StreamUses(String owner, Set<String> fields) {
    this.owner = owner;
    this.fields = fields;
  }

  /**
   * Where streams escape.
   *
   * @param type the class that is looked at
   * @param owner the class whose fields hold streams, by internal name
   * @param fields their names
   */
  static List<Reason> escapes(ClassNode type, String owner, Set<String> fields) {
    StreamUses uses = new StreamUses(owner, fields);
    for (MethodNode method : type.methods) {
      uses.look(type, method);
    }
    return uses.escapes;
  }

  private void look(ClassNode type, MethodNode method) {
    boolean reads = false;
    for (AbstractInsnNode instruction : method.instructions) {
      reads |= isRead(instruction);
    }
    if (!reads) {
      return;
    }
    try {
      Frame<SourceValue>[] frames =
          new Analyzer<>(new SourceInterpreter()).analyze(type.name, method);
      for (int i = 0; i < frames.length; i++) {
        AbstractInsnNode instruction = method.instructions.get(i);
        if (frames[i] != null && letsEscape(instruction, frames[i])) {
          escapes.add(
              Reason.at(type, method, instruction, "the stream may get elsewhere from here"));
        }
      }
    } catch (AnalyzerException e) {
      escapes.add(Reason.at(type, method, null, "its code is not understood"));
    }
  }

  private boolean isRead(AbstractInsnNode instruction) {
    return instruction.getOpcode() == Opcodes.GETFIELD
        && instruction instanceof FieldInsnNode field
        && field.owner.equals(owner)
        && fields.contains(field.name);
  }

  private boolean letsEscape(AbstractInsnNode instruction, Frame<SourceValue> frame) {
    if (instruction instanceof MethodInsnNode call) {
      return passedOn(call, frame);
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return anyOnTop(frame, Type.getArgumentTypes(call.desc).length);
    }
    return switch (instruction.getOpcode()) {
      case Opcodes.ASTORE,
          Opcodes.ARETURN,
          Opcodes.PUTFIELD,
          Opcodes.PUTSTATIC,
          Opcodes.AASTORE,
          Opcodes.CHECKCAST,
          Opcodes.MONITORENTER,
          Opcodes.ATHROW ->
          anyOnTop(frame, 1);
      case Opcodes.SWAP -> anyOnTop(frame, 2);
      case Opcodes.DUP,
          Opcodes.DUP_X1,
          Opcodes.DUP_X2,
          Opcodes.DUP2,
          Opcodes.DUP2_X1,
          Opcodes.DUP2_X2 ->
          anyOnTop(frame, 4);
      default -> false;
    };
  }

  private boolean passedOn(MethodInsnNode call, Frame<SourceValue> frame) {
    int arguments = Type.getArgumentTypes(call.desc).length;
    if (!keepsNothing(call) && anyOnTop(frame, arguments)) {
      return true;
    }
    if (call.getOpcode() == Opcodes.INVOKESTATIC) {
      return false;
    }
    SourceValue receiver = frame.getStack(frame.getStackSize() - arguments - 1);
    return isStream(receiver) && REFUSED_METHODS.contains(call.name);
  }

  /** Methods that read from, or write to, the stream that they are given, and forget it. */
  private static boolean keepsNothing(MethodInsnNode call) {
    return switch (call.name) {
      case "readFully" ->
          call.owner.endsWith("/io/ByteStreams") // Guava's, wherever it was moved.
              || call.owner.equals(
                  "org/apache/spark/util/Utils$"); // Spark's own, in newer releases
      case "writeToStream" ->
          call.owner.equals("org/apache/spark/sql/catalyst/expressions/UnsafeRow");
      default -> false;
    };
  }

  private boolean anyOnTop(Frame<SourceValue> frame, int values) {
    for (int i = Math.max(0, frame.getStackSize() - values); i < frame.getStackSize(); i++) {
      if (isStream(frame.getStack(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isStream(SourceValue value) {
    return value.insns.stream().anyMatch(this::isRead);
  }
}
