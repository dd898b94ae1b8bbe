package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.counter.CounterOperation.Kind;
import dev.uncork.rewriting.counter.CounterOperation.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Reads the instructions of a critical section one by one, keeping track of what each value is in
 * terms of the field's value before, and recognises the operation that they amount to.
 *
 * <p>It knows straight-line code only: any branch, call, division (which may throw between two
 * effects) or other object ends it.
 */
final class SectionReader {
  private enum What {
    THIS,
    /** The field's value before. */
    BEFORE,
    /** That plus what the code computes. */
    SUM,
    /** What the code computes, from constants and local variables. */
    PURE
  }

  private static final class Value {
    final What what;
    final boolean isLong;
    final List<AbstractInsnNode> code;

    Value(What what, boolean isLong, List<AbstractInsnNode> code) {
      this.what = what;
      this.isLong = isLong;
      this.code = code;
    }
  }

  private static final Value THIS = new Value(What.THIS, false, List.of());

  private final String owner;
  private final boolean statics;
  private final List<Value> stack = new ArrayList<>();
  private final Map<Integer, Value> stored = new HashMap<>();
  private @Nullable String field;
  private String descriptor = "";
  private @Nullable Value before;
  private @Nullable Value written;

  /**
   * At the begin of a section of a class.
   *
   * @param statics whether it is about the class's static fields
   */
  SectionReader(String owner, boolean statics) {
    this.owner = owner;
    this.statics = statics;
  }

  /** Reads one instruction; false when a counter's section has no such. */
  boolean read(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof FieldInsnNode access) {
      return opcode == (statics ? Opcodes.GETSTATIC : Opcodes.GETFIELD)
          ? get(access)
          : opcode == (statics ? Opcodes.PUTSTATIC : Opcodes.PUTFIELD) && put(access);
    }
    if (instruction instanceof VarInsnNode variable) {
      return variable(variable);
    }
    if (isConstant(opcode)) {
      boolean isLong =
          opcode == Opcodes.LCONST_0
              || opcode == Opcodes.LCONST_1
              || opcode == Opcodes.LDC && Constants.isLong(instruction);
      if (opcode == Opcodes.LDC && !isLong && !Constants.isInt(instruction)) {
        return false;
      }
      push(new Value(What.PURE, isLong, List.of(instruction)));
      return true;
    }
    return switch (opcode) {
      case Opcodes.IADD, Opcodes.LADD -> add(instruction);
      case Opcodes.ISUB, Opcodes.LSUB -> subtract(instruction);
      case Opcodes.IMUL,
          Opcodes.LMUL,
          Opcodes.IAND,
          Opcodes.LAND,
          Opcodes.IOR,
          Opcodes.LOR,
          Opcodes.IXOR,
          Opcodes.LXOR,
          Opcodes.ISHL,
          Opcodes.ISHR,
          Opcodes.IUSHR,
          Opcodes.LSHL,
          Opcodes.LSHR,
          Opcodes.LUSHR ->
          binary(instruction);
      case Opcodes.INEG, Opcodes.LNEG, Opcodes.I2B, Opcodes.I2C, Opcodes.I2S ->
          unary(instruction, opcode == Opcodes.LNEG);
      case Opcodes.I2L -> unary(instruction, true);
      case Opcodes.L2I -> unary(instruction, false);
      case Opcodes.DUP, Opcodes.DUP2 -> duplicate(opcode == Opcodes.DUP2, 0);
      case Opcodes.DUP_X1, Opcodes.DUP2_X1 -> duplicate(opcode == Opcodes.DUP2_X1, 1);
      case Opcodes.POP -> stackHolds(false) && pop() != null;
      case Opcodes.POP2 -> stackHolds(true) && pop() != null;
      default -> false;
    };
  }

  /** The operation of a method that returns now, or null when it is none. */
  @Nullable CounterOperation returned(boolean withResult) {
    if (stack.size() != (withResult ? 1 : 0)) {
      return null;
    }
    Result result = withResult ? result(stack.get(0)) : Result.NOTHING;
    return result == null ? null : operation(result, CounterOperation.ON_STACK);
  }

  /** The operation of a block that ends now, or null when it is none. */
  @Nullable CounterOperation ended() {
    if (stored.isEmpty() || !stack.isEmpty()) {
      return stored.isEmpty() ? returned(!stack.isEmpty()) : null;
    }
    if (stored.size() != 1) {
      return null;
    }
    Map.Entry<Integer, Value> only = stored.entrySet().iterator().next();
    Result result = result(only.getValue());
    return result == null ? null : operation(result, only.getKey());
  }

  private @Nullable Result result(Value value) {
    if (value.what == What.BEFORE) {
      return Result.BEFORE;
    }
    return value == written && value.what == What.SUM ? Result.AFTER : null;
  }

  private @Nullable CounterOperation operation(Result result, int local) {
    if (field == null) {
      return null;
    }
    if (written == null) {
      return result == Result.BEFORE
          ? new CounterOperation(field, descriptor, Kind.GET, List.of(), result, local)
          : null;
    }
    Kind kind = written.what == What.SUM ? Kind.ADD : Kind.SET;
    return new CounterOperation(field, descriptor, kind, written.code, result, local);
  }

  private boolean get(FieldInsnNode access) {
    if (!ofOwner(access, 0)) {
      return false;
    }
    popObject();
    Value value = written != null ? written : before;
    if (value == null) {
      value = new Value(What.BEFORE, access.desc.equals("J"), List.of());
      before = value;
    }
    push(value);
    return true;
  }

  private boolean put(FieldInsnNode access) {
    if (written != null || stack.isEmpty() || !ofOwner(access, 1)) {
      return false;
    }
    Value value = pop();
    popObject();
    written = value;
    return value.what == What.SUM || value.what == What.PURE;
  }

  private void popObject() {
    if (!statics) {
      pop();
    }
  }

  private boolean ofOwner(FieldInsnNode access, int below) {
    boolean right =
        access.owner.equals(owner)
            && (access.desc.equals("J") || access.desc.equals("I"))
            && (field == null || field.equals(access.name))
            && (statics || stack.size() > below && peek(below).what == What.THIS);
    if (right) {
      field = access.name;
      descriptor = access.desc;
    }
    return right;
  }

  private boolean variable(VarInsnNode variable) {
    switch (variable.getOpcode()) {
      case Opcodes.ALOAD -> {
        push(THIS);
        return !statics && variable.var == 0 && !stored.containsKey(0);
      }
      case Opcodes.ILOAD, Opcodes.LLOAD -> {
        boolean isLong = variable.getOpcode() == Opcodes.LLOAD;
        Value known = stored.get(variable.var);
        push(known != null ? known : new Value(What.PURE, isLong, List.of(variable)));
        return true;
      }
      case Opcodes.ISTORE, Opcodes.LSTORE -> {
        if (stack.isEmpty()) {
          return false;
        }
        stored.put(variable.var, pop());
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  private boolean add(AbstractInsnNode instruction) {
    if (stack.size() < 2) {
      return false;
    }
    if (peek(1).what == What.PURE && peek(0).what != What.PURE) {
      Value top = pop();
      Value below = pop();
      push(top);
      push(below);
    }
    return sum(instruction, null);
  }

  private boolean subtract(AbstractInsnNode instruction) {
    boolean isLong = instruction.getOpcode() == Opcodes.LSUB;
    return stack.size() >= 2
        && sum(instruction, new InsnNode(isLong ? Opcodes.LNEG : Opcodes.INEG));
  }

  private boolean sum(AbstractInsnNode instruction, @Nullable AbstractInsnNode negation) {
    if (peek(1).what == What.PURE) {
      return binary(instruction);
    }
    Value right = pop();
    Value left = pop();
    if (right.what != What.PURE || left == written || left.what == What.THIS) {
      return false;
    }
    List<AbstractInsnNode> code = new ArrayList<>(left.code);
    code.addAll(right.code);
    if (negation != null) {
      code.add(negation);
    }
    if (left.what == What.SUM) {
      code.add(new InsnNode(left.isLong ? Opcodes.LADD : Opcodes.IADD));
    }
    push(new Value(What.SUM, left.isLong, code));
    return true;
  }

  private boolean binary(AbstractInsnNode instruction) {
    if (stack.size() < 2 || peek(0).what != What.PURE || peek(1).what != What.PURE) {
      return false;
    }
    Value right = pop();
    Value left = pop();
    List<AbstractInsnNode> code = new ArrayList<>(left.code);
    code.addAll(right.code);
    code.add(instruction);
    push(new Value(What.PURE, left.isLong, code));
    return true;
  }

  private boolean unary(AbstractInsnNode instruction, boolean isLong) {
    if (stack.isEmpty() || peek(0).what != What.PURE) {
      return false;
    }
    List<AbstractInsnNode> code = new ArrayList<>(pop().code);
    code.add(instruction);
    push(new Value(What.PURE, isLong, code));
    return true;
  }

  private boolean duplicate(boolean isLong, int below) {
    if (stack.size() <= below || !stackHolds(isLong)) {
      return false;
    }
    stack.add(stack.size() - 1 - below, peek(0));
    return true;
  }

  private boolean stackHolds(boolean isLong) {
    return !stack.isEmpty() && peek(0).isLong == isLong;
  }

  private Value peek(int below) {
    return stack.get(stack.size() - 1 - below);
  }

  private void push(Value value) {
    stack.add(value);
  }

  private Value pop() {
    return stack.remove(stack.size() - 1);
  }

  private static boolean isConstant(int opcode) {
    return opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.LCONST_1
        || opcode == Opcodes.BIPUSH
        || opcode == Opcodes.SIPUSH
        || opcode == Opcodes.LDC;
  }

  /** Constants of the pool. */
  private static final class Constants {
    private Constants() {}

    static boolean isLong(AbstractInsnNode instruction) {
      return instruction instanceof LdcInsnNode ldc && ldc.cst instanceof Long;
    }

    static boolean isInt(AbstractInsnNode instruction) {
      return instruction instanceof LdcInsnNode ldc && ldc.cst instanceof Integer;
    }
  }
}
