package dev.uncork.agent.remedy.counter;

import dev.uncork.boot.counter.CounterGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The classes whose synchronized methods take the monitors of objects that are also their
 * superclasses': the counters of those go back under the monitor before such a class can run.
 *
 * <p>It goes by names, and each class tells its superclass's when it is about to be loaded, which
 * may be after its subclass is. Classes of one name in several loaders are taken together.
 */
final class LockingSubclasses {
  /** The superclasses of a class that was seen. Guarded by this, like the others. */
  private final Map<String, Set<String>> above = new HashMap<>();

  /** Classes that weren't seen yet and whose superclasses' counters go under the monitor. */
  private final Map<String, String> pending = new HashMap<>();

  /** Looks at a class file of the application that is about to be loaded. */
  void seen(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    String superclass = reader.getSuperName();
    if (superclass == null) {
      return;
    }
    String name = reader.getClassName();
    Map<String, String> found = new HashMap<>();
    synchronized (this) {
      above.computeIfAbsent(name, n -> new HashSet<>(2)).add(superclass);
      String why = pending.get(name);
      if (why == null && hasSynchronizedMethods(reader)) {
        why = "its subclass " + name.replace('/', '.') + " takes the monitor";
      }
      if (why != null) {
        climb(name, why, found);
      }
    }
    // Before the class is loaded, whoever else may know of it: each switches off what it found.
    found.forEach((one, why) -> CounterGroup.named(one.replace('/', '.')).switchOff(why));
  }

  private void climb(String from, String why, Map<String, String> found) {
    List<String> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      String at = open.remove(open.size() - 1);
      Set<String> superclasses = above.get(at);
      // Also where some are known: another class of this name may follow.
      pending.putIfAbsent(at, why);
      for (String one : superclasses == null ? Set.<String>of() : superclasses) {
        if (!isJdks(one) && found.putIfAbsent(one, why) == null) {
          open.add(one);
        }
      }
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
