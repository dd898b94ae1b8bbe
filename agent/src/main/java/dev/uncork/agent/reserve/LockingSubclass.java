package dev.uncork.agent.reserve;

import dev.uncork.boot.CounterGroup;
import dev.uncork.rewriting.lock.ClassSource;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class about to be loaded whose synchronized methods take the monitors of objects that are also
 * its superclasses': the counters of those go back under the monitor, before the class can run.
 */
final class LockingSubclass {
  private LockingSubclass() {}

  /** Looks at a class file. */
  static void found(byte[] bytes, ClassSource source) {
    ClassReader reader = new ClassReader(bytes);
    String above = reader.getSuperName();
    if (above == null || isJdks(above) || !hasSynchronizedMethods(reader)) {
      return;
    }
    String why = "its subclass " + reader.getClassName().replace('/', '.') + " takes the monitor";
    while (above != null && !isJdks(above)) {
      CounterGroup.named(above.replace('/', '.')).switchOff(why);
      byte[] superclass = source.bytes(above);
      above = superclass == null ? null : new ClassReader(superclass).getSuperName();
    }
  }

  /** Counters are rewritten in classes of the application only. */
  private static boolean isJdks(String internalName) {
    return internalName.startsWith("java/");
  }

  private static boolean hasSynchronizedMethods(ClassReader reader) {
    boolean[] found = {false};
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            int instance = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC;
            found[0] |= (access & instance) == Opcodes.ACC_SYNCHRONIZED;
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found[0];
  }
}
