package dev.uncork.agent.observe.code;

import dev.uncork.boot.jvm.Fence;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Takes code out that never runs, since a {@code static final boolean} says so: a switch of a
 * program that is set as it starts. The compiler leaves such code out as well.
 */
final class DeadBranches {
  private final Function<String, @Nullable Class<?>> classes;
  private final Predicate<Class<?>> initialized;

  /**
   * Asks for nothing yet.
   *
   * @param classes loaded classes by name
   */
  DeadBranches(Function<String, @Nullable Class<?>> classes) {
    this(classes, Fence::initialized0);
  }

  /**
   * Asks for nothing yet.
   *
   * @param initialized whether a class's static fields have their values
   */
  DeadBranches(Function<String, @Nullable Class<?>> classes, Predicate<Class<?>> initialized) {
    this.classes = classes;
    this.initialized = initialized;
  }

  /** Cuts what its switches rule out off a class's methods. */
  void cut(ClassNode type) {
    for (MethodNode method : type.methods) {
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

  /** The value of a switch; null where it is none, or not to be read. */
  private @Nullable Boolean value(FieldInsnNode read) {
    Class<?> owner = read.desc.equals("Z") ? classes.apply(read.owner.replace('/', '.')) : null;
    if (owner == null || !initialized.test(owner)) {
      return null;
    }
    try {
      Field field = owner.getDeclaredField(read.name);
      int fixed = Modifier.STATIC | Modifier.FINAL;
      if ((field.getModifiers() & fixed) != fixed || !field.trySetAccessible()) {
        return null;
      }
      return field.getBoolean(null);
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }
}
