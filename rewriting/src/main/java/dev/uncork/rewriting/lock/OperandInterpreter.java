package dev.uncork.rewriting.lock;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Follows the static types of references through a method, without looking at other classes: where
 * two types meet, the result may be any object. Remembers what is stored into each field.
 */
final class OperandInterpreter extends BasicInterpreter {
  private static final Operand ANY =
      new Operand(Type.getObjectType("java/lang/Object"), false, null);

  /** For each field that is stored to: the exact type of all values, or null when there is none. */
  final Map<String, @Nullable Type> stored = new HashMap<>();

  OperandInterpreter() {
    super(Opcodes.ASM9);
  }

  static String key(FieldInsnNode field) {
    return field.owner + "." + field.name;
  }

  @Override
  public @Nullable BasicValue newValue(@Nullable Type type) {
    if (type != null && (type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY)) {
      return new Operand(type, false, null);
    }
    return super.newValue(type);
  }

  @Override
  public @Nullable BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    BasicValue value = super.newOperation(instruction);
    if (instruction.getOpcode() == Opcodes.NEW && value != null) {
      return new Operand(value.getType(), true, null);
    }
    if (instruction.getOpcode() == Opcodes.GETSTATIC) {
      return ofField((FieldInsnNode) instruction, value);
    }
    return value;
  }

  @Override
  public @Nullable BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
      throws AnalyzerException {
    if (instruction.getOpcode() == Opcodes.PUTSTATIC) {
      store((FieldInsnNode) instruction, value);
    }
    BasicValue result = super.unaryOperation(instruction, value);
    return instruction.getOpcode() == Opcodes.GETFIELD
        ? ofField((FieldInsnNode) instruction, result)
        : result;
  }

  @Override
  public @Nullable BasicValue binaryOperation(
      AbstractInsnNode instruction, BasicValue value1, BasicValue value2) throws AnalyzerException {
    if (instruction.getOpcode() == Opcodes.PUTFIELD) {
      store((FieldInsnNode) instruction, value2);
    }
    if (instruction.getOpcode() == Opcodes.AALOAD && value1 instanceof Operand array) {
      String descriptor = array.getType().getDescriptor();
      return descriptor.startsWith("[") ? newValue(Type.getType(descriptor.substring(1))) : ANY;
    }
    return super.binaryOperation(instruction, value1, value2);
  }

  @Override
  public @Nullable BasicValue naryOperation(
      AbstractInsnNode instruction, List<? extends BasicValue> values) throws AnalyzerException {
    return super.naryOperation(instruction, values);
  }

  @Override
  public BasicValue merge(BasicValue value1, BasicValue value2) {
    if (value1.equals(value2)) {
      return value1;
    }
    if (value1 instanceof Operand && value2 instanceof Operand) {
      return value1.getType().equals(value2.getType())
          ? new Operand(value1.getType(), false, null)
          : ANY;
    }
    return value1.isReference() && value2.isReference() ? ANY : super.merge(value1, value2);
  }

  private static @Nullable BasicValue ofField(FieldInsnNode field, @Nullable BasicValue value) {
    return value instanceof Operand ? new Operand(value.getType(), false, key(field)) : value;
  }

  private void store(FieldInsnNode field, BasicValue value) {
    Type exact = value instanceof Operand operand && operand.exact ? operand.getType() : null;
    String key = key(field);
    if (stored.containsKey(key)) {
      Type before = stored.get(key);
      stored.put(key, before != null && before.equals(exact) ? exact : null);
    } else {
      stored.put(key, exact);
    }
  }
}
