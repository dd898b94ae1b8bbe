package dev.uncork.agent.observe.code;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What an atomic call reads or changes, in the words of the code. */
final class AtomicTarget {
  private AtomicTarget() {}

  static String of(MethodInsnNode call, CodeNames names, Values values) {
    AbstractInsnNode by =
        AtomicCall.isUnsafe(call) ? values.argument(call, 1) : values.receiver(call);
    boolean indirect =
        AtomicCall.isUnsafe(call)
            || AtomicCall.isUpdater(call)
            || call.owner.equals(AtomicCall.VAR_HANDLE);
    if (!indirect) {
      String words = values.words(by);
      boolean isArray = call.owner.endsWith("Array");
      return isArray ? (CodeNames.simple(call.owner) + " " + words).strip() : words;
    }
    String field = by instanceof FieldInsnNode handle ? names.ofHandle(handle) : "";
    return field.isEmpty() ? element(call, by, values) : field;
  }

  /** An element of an array that is the first argument, or else what is known of the handle. */
  private static String element(MethodInsnNode call, @Nullable AbstractInsnNode by, Values values) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    if (arguments.length > 0 && arguments[0].getSort() == Type.ARRAY) {
      AbstractInsnNode array = values.argument(call, 0);
      return (CodeNames.simple(arguments[0]) + " " + values.words(array)).strip();
    }
    return by != null && by.getOpcode() == Opcodes.GETSTATIC ? values.words(by) : "";
  }
}
