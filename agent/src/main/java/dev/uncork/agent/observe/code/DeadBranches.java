package dev.uncork.agent.observe.code;

import dev.uncork.agent.jvm.DeclaredField;
import dev.uncork.boot.sample.FieldValues;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Takes code out that never runs, since a {@code static final boolean} says so: a switch of a
 * program that is set as it starts. The compiler leaves such code out as well.
 */
final class DeadBranches {
  private static final String BOOLEAN = "Z";

  private final Function<String, @Nullable Class<?>> classes;
  private final Switches switches;

  /** What switches are set to. */
  interface Switches {
    /** The value of a constant by its class and name; null where it is none, or has none yet. */
    @Nullable Boolean value(Class<?> owner, String name);
  }

  /**
   * Asks for nothing yet.
   *
   * @param classes loaded classes by name
   */
  DeadBranches(Function<String, @Nullable Class<?>> classes) {
    this(classes, DeadBranches::constant);
  }

  /**
   * Asks for nothing yet.
   *
   * @param classes loaded classes by name
   */
  DeadBranches(Function<String, @Nullable Class<?>> classes, Switches switches) {
    this.classes = classes;
    this.switches = switches;
  }

  /** Cuts what its switches rule out off a method. */
  void cut(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction.getOpcode() == Opcodes.GETSTATIC
          && next(instruction) instanceof JumpInsnNode jump
          && (jump.getOpcode() == Opcodes.IFEQ || jump.getOpcode() == Opcodes.IFNE)) {
        Boolean value = value((FieldInsnNode) instruction);
        if (value != null) {
          decide(method.instructions, instruction, jump, value);
        }
      }
    }
  }

  private static void decide(
      InsnList code, AbstractInsnNode read, JumpInsnNode jump, boolean value) {
    boolean jumps = value == (jump.getOpcode() == Opcodes.IFNE);
    code.remove(read);
    if (jumps) {
      jump.setOpcode(Opcodes.GOTO);
    } else {
      code.remove(jump);
    }
  }

  private static @Nullable AbstractInsnNode next(AbstractInsnNode instruction) {
    AbstractInsnNode next = instruction.getNext();
    while (next != null && next.getOpcode() < 0) {
      next = next.getNext();
    }
    return next;
  }

  private @Nullable Boolean value(FieldInsnNode read) {
    Class<?> owner = read.desc.equals(BOOLEAN) ? classes.apply(read.owner.replace('/', '.')) : null;
    return owner == null ? null : switches.value(owner, read.name);
  }

  /** Not by reflection, which would load the classes that the others among its fields are of. */
  private static @Nullable Boolean constant(Class<?> owner, String name) {
    for (DeclaredField field : DeclaredField.of(owner)) {
      if (field.descriptor().equals(BOOLEAN) && field.name().equals(name)) {
        boolean isConstant = field.isStatic() && field.isConstant();
        return isConstant ? FieldValues.boolean0(owner, null, field.number()) : null;
      }
    }
    return null;
  }
}
