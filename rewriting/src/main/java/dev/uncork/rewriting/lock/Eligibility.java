package dev.uncork.rewriting.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Whether the objects of a class can be reserved, as far as the class and its superclasses tell.
 *
 * <p>All other code that may use an object's monitor is hooked when it is loaded (see {@link
 * SiteHooks}), so it can't make a class ineligible; it only ends reservations.
 */
final class Eligibility {
  /** Their objects' monitors are used by the JVM itself, which no rewriting reaches. */
  static final Set<String> JVM_LOCKS =
      Set.of(
          "java/lang/Thread",
          "java/lang/ClassLoader",
          "java/lang/Class",
          "java/lang/ref/Reference");

  private static final String OBJECT = "java/lang/Object";
  private static final String CALLER_SENSITIVE = "Ljdk/internal/reflect/CallerSensitive;";

  private final ClassSource source;
  private final ClassFilter reachable;

  /** Which classes are rewritten at all, by name. */
  interface ClassFilter {
    boolean contains(String internalName);
  }

  /**
   * Looks at nothing yet.
   *
   * @param source of superclasses
   * @param reachable the classes that are still rewritten when they are loaded
   */
  Eligibility(ClassSource source, ClassFilter reachable) {
    this.source = source;
    this.reachable = reachable;
  }

  /** What speaks against it; empty when the class is eligible. */
  List<Reason> against(ClassNode type) {
    List<Reason> reasons = new ArrayList<>();
    if (!hasSynchronizedMethods(type)) {
      reasons.add(
          Reason.about(
              type, "it has no synchronized instance methods, so there is nothing to gain"));
      return reasons;
    }
    own(type, reasons);
    String above = type.superName;
    while (above != null && !above.equals(OBJECT)) {
      if (JVM_LOCKS.contains(above)) {
        reasons.add(
            Reason.about(
                type, "it extends " + dots(above) + ", whose monitor the JVM itself uses"));
        break;
      }
      ClassNode superclass = read(above);
      if (superclass == null) {
        reasons.add(
            Reason.about(type, "its superclass " + dots(above) + " is not found; add it to -cp"));
        break;
      }
      inherited(type, superclass, reasons);
      above = superclass.superName;
    }
    return reasons;
  }

  static boolean hasSynchronizedMethods(ClassNode type) {
    return type.methods.stream().anyMatch(ReservedMethods::isSynchronizedInstance);
  }

  private void own(ClassNode type, List<Reason> reasons) {
    if ((type.access & Opcodes.ACC_INTERFACE) != 0) {
      reasons.add(Reason.about(type, "it is an interface"));
    }
    if ((type.version & 0xffff) < Opcodes.V1_6) {
      reasons.add(
          Reason.about(
              type,
              "its class file is of Java 5 or older (version "
                  + (type.version & 0xffff)
                  + "; 50 is needed): recompile it"));
    }
    if (JVM_LOCKS.contains(type.name)) {
      reasons.add(Reason.about(type, "the JVM itself uses the monitors of its objects"));
    }
    for (MethodNode method : type.methods) {
      boolean instance = (method.access & Opcodes.ACC_STATIC) == 0;
      if (instance && (method.access & Opcodes.ACC_NATIVE) != 0) {
        reasons.add(
            Reason.at(type, method, null, "native method, whose code may use the monitor by JNI"));
      }
      if (annotated(method, CALLER_SENSITIVE)) {
        reasons.add(
            Reason.at(type, method, null, "it looks at its caller, which rewriting changes"));
      }
      if (instance) {
        waits(type, method, reasons);
      }
    }
  }

  /** A class that waits on its objects hands them between threads: reserving them only costs. */
  private static void waits(ClassNode type, MethodNode method, List<Reason> reasons) {
    for (AbstractInsnNode instruction : method.instructions) {
      MonitorUse use = MonitorUse.of(instruction);
      if ((use == MonitorUse.WAIT || use == MonitorUse.NOTIFY) && onThis(instruction)) {
        reasons.add(
            Reason.at(
                type,
                method,
                instruction,
                (use == MonitorUse.WAIT ? "wait" : "notify")
                    + " on its own monitor: it hands work between threads"));
      }
    }
  }

  private void inherited(ClassNode type, ClassNode superclass, List<Reason> reasons) {
    if (hasSynchronizedMethods(superclass)) {
      List<Reason> above = new ArrayList<>();
      if (!reachable.contains(superclass.name)) {
        above.add(
            Reason.about(
                superclass,
                "superclass of "
                    + dots(type.name)
                    + " with synchronized methods, which is not rewritten: select it too"));
      }
      own(superclass, above);
      reasons.addAll(above);
    }
    if (!reachable.contains(superclass.name)) {
      for (MonitorSite site : LockSites.of(superclass)) {
        if (!site.exact()) {
          reasons.add(
              new Reason(
                  site.className(),
                  site.method(),
                  site.line(),
                  "superclass of " + dots(type.name) + " that may lock it, and isn't rewritten"));
        }
      }
    }
    boolean definesClone =
        type.methods.stream().anyMatch(m -> m.name.equals("clone") && m.desc.startsWith("()"));
    if (!definesClone && !reachable.contains(superclass.name)) {
      for (MethodNode method : superclass.methods) {
        for (AbstractInsnNode instruction : method.instructions) {
          if (MonitorUse.of(instruction) == MonitorUse.CLONE) {
            reasons.add(
                Reason.at(superclass, method, instruction, "a clone would share its reservation"));
          }
        }
      }
    }
  }

  private static boolean onThis(AbstractInsnNode call) {
    AbstractInsnNode before = call.getPrevious();
    while (before != null) {
      if (before instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD) {
        return load.var == 0;
      }
      if (before.getOpcode() == Opcodes.GETFIELD || before.getOpcode() == Opcodes.GETSTATIC) {
        return false;
      }
      before = before.getPrevious();
    }
    return true;
  }

  private static boolean annotated(MethodNode method, String descriptor) {
    List<AnnotationNode> annotations = method.visibleAnnotations;
    return annotations != null && annotations.stream().anyMatch(a -> a.desc.equals(descriptor));
  }

  private @Nullable ClassNode read(String internalName) {
    byte[] bytes = source.bytes(internalName);
    if (bytes == null) {
      return null;
    }
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES);
    return type;
  }

  private static String dots(String internalName) {
    return internalName.replace('/', '.');
  }
}
