package dev.uncork.agent.observe.code;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** Where the values that a method works on come from. */
final class Values {
  /** Locals that are followed back to where a value comes from. */
  private static final int MOST_COPIES = 16;

  private final String owner;
  private final MethodNode method;
  private final Frame<SourceValue>[] frames;

  private Values(String owner, MethodNode method, Frame<SourceValue>[] frames) {
    this.owner = owner;
    this.method = method;
    this.frames = frames;
  }

  /** Null where the method can't be analyzed. */
  static @Nullable Values of(String owner, MethodNode method) {
    try {
      return new Values(owner, method, new Analyzer<>(new Origins()).analyze(owner, method));
    } catch (AnalyzerException | RuntimeException e) {
      return null;
    }
  }

  /** Whether an instruction is ever reached. */
  boolean isReached(AbstractInsnNode instruction) {
    return frames[method.instructions.indexOf(instruction)] != null;
  }

  /**
   * The instruction that made an operand, copies left aside; a load where that isn't one alone, or
   * the operand is a parameter.
   *
   * @param fromTop 0 for the operand on top of the stack
   */
  @Nullable AbstractInsnNode operand(AbstractInsnNode instruction, int fromTop) {
    SourceValue value = onStack(instruction, fromTop);
    return value == null ? null : origin(value, MOST_COPIES);
  }

  /** An operand; null where the instruction isn't reached, or has fewer of them. */
  private @Nullable SourceValue onStack(AbstractInsnNode instruction, int fromTop) {
    Frame<SourceValue> frame = frames[method.instructions.indexOf(instruction)];
    int place = frame == null ? -1 : frame.getStackSize() - 1 - fromTop;
    return place < 0 ? null : frame.getStack(place);
  }

  /** The instruction that made the object whose method is called. */
  @Nullable AbstractInsnNode receiver(MethodInsnNode call) {
    return operand(call, Type.getArgumentTypes(call.desc).length);
  }

  /** The instruction that made an argument, the first one being 0. */
  @Nullable AbstractInsnNode argument(MethodInsnNode call, int index) {
    return operand(call, Type.getArgumentTypes(call.desc).length - 1 - index);
  }

  private @Nullable AbstractInsnNode origin(SourceValue value, int copies) {
    AbstractInsnNode made = only(value.insns);
    Frame<SourceValue> before = made == null ? null : frames[method.instructions.indexOf(made)];
    if (before == null || copies == 0 || !(made instanceof VarInsnNode load)) {
      return made;
    }
    AbstractInsnNode stored = origin(before.getLocal(load.var), copies - 1);
    return stored == null ? made : stored;
  }

  private static @Nullable AbstractInsnNode only(Set<AbstractInsnNode> sources) {
    return sources.size() == 1 ? sources.iterator().next() : null;
  }

  /** All instructions that may have made an operand, what they stored in a local included. */
  Set<AbstractInsnNode> sources(AbstractInsnNode instruction, int fromTop) {
    SourceValue value = onStack(instruction, fromTop);
    Set<AbstractInsnNode> made = value == null ? Set.of() : value.insns;
    AbstractInsnNode only = only(made);
    Frame<SourceValue> before = only == null ? null : frames[method.instructions.indexOf(only)];
    if (before != null && only instanceof VarInsnNode load) {
      Set<AbstractInsnNode> stored = before.getLocal(load.var).insns;
      return stored.isEmpty() ? made : stored;
    }
    return made;
  }

  private static boolean isLoad(AbstractInsnNode instruction) {
    return instruction.getOpcode() >= Opcodes.ILOAD && instruction.getOpcode() <= Opcodes.ALOAD;
  }

  /**
   * Leaves copies aside; a local that may hold one of several values is itself where they are from.
   */
  private static final class Origins extends SourceInterpreter {
    Origins() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode instruction, SourceValue value) {
      return isLoad(instruction) ? new SourceValue(value.size, instruction) : value;
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode instruction, SourceValue value) {
      return instruction.getOpcode() == Opcodes.CHECKCAST
          ? value
          : super.unaryOperation(instruction, value);
    }
  }

  /** Whether a value was made in this method, so that at first no other thread knows it. */
  static boolean isFresh(@Nullable AbstractInsnNode made) {
    if (made instanceof MethodInsnNode call) {
      return call.name.equals("clone") || call.owner.equals("java/util/Arrays");
    }
    int opcode = made == null ? -1 : made.getOpcode();
    return opcode == Opcodes.NEW
        || opcode == Opcodes.NEWARRAY
        || opcode == Opcodes.ANEWARRAY
        || opcode == Opcodes.MULTIANEWARRAY;
  }

  static boolean isConstant(@Nullable AbstractInsnNode made) {
    int opcode = made == null ? -1 : made.getOpcode();
    return opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.LDC;
  }

  static boolean isCurrentThread(@Nullable AbstractInsnNode made) {
    return made instanceof MethodInsnNode call
        && call.owner.equals("java/lang/Thread")
        && call.name.equals("currentThread");
  }

  /** A value in the words of the code: the field, local, array or call that it came from. */
  String words(@Nullable AbstractInsnNode made) {
    return words(made, new HashSet<>());
  }

  /**
   * The same.
   *
   * @param passed what has been seen on the way: what a loop makes from a parameter and then from
   *     itself, as {@code node = node.next()} does, seems to be made from itself only
   */
  private String words(@Nullable AbstractInsnNode made, Set<AbstractInsnNode> passed) {
    if (made == null || !passed.add(made)) {
      return "";
    } else if (made instanceof FieldInsnNode field) {
      return CodeNames.of(field);
    } else if (made instanceof VarInsnNode load) {
      return local(load);
    } else if (made instanceof MethodInsnNode call) {
      return ofCall(call, passed);
    } else if (made instanceof LdcInsnNode constant && constant.cst instanceof Type type) {
      return CodeNames.simple(type) + ".class";
    } else if (made.getOpcode() == Opcodes.AALOAD) {
      String array = words(operand(made, 1), passed);
      return array.isEmpty() ? "" : array + "[]";
    }
    return "";
  }

  private String local(VarInsnNode load) {
    if (load.var == 0 && (method.access & Opcodes.ACC_STATIC) == 0) {
      return CodeNames.simple(owner);
    }
    int at = method.instructions.indexOf(load);
    if (method.localVariables != null) {
      for (LocalVariableNode variable : method.localVariables) {
        if (variable.index == load.var
            && method.instructions.indexOf(variable.start) <= at
            && at < method.instructions.indexOf(variable.end)) {
          return variable.name;
        }
      }
    }
    return "";
  }

  private String ofCall(MethodInsnNode call, Set<AbstractInsnNode> passed) {
    String from = call.getOpcode() == Opcodes.INVOKESTATIC ? "" : words(receiver(call), passed);
    return (from.isEmpty() ? CodeNames.simple(call.owner) : from) + "." + call.name + "()";
  }
}
