package dev.uncork.rewriting.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** What the superclasses of a class do with the monitors of its objects. */
public final class InheritedMonitor {
  private static final String OBJECT = "java/lang/Object";

  private InheritedMonitor() {}

  /** Whether a class has methods that take the monitor of their object. */
  public static boolean takenByMethods(ClassNode type) {
    return Eligibility.hasSynchronizedMethods(type);
  }

  /**
   * Why superclasses may take the monitor unseen.
   *
   * @param source of the superclasses
   * @param hooked the classes whose blocks are hooked when they are loaded, by internal name
   */
  public static List<Reason> uses(ClassNode type, ClassSource source, Predicate<String> hooked) {
    List<Reason> reasons = new ArrayList<>();
    String above = type.superName;
    while (above != null && !above.equals(OBJECT)) {
      String name = above.replace('/', '.');
      if (Eligibility.JVM_LOCKS.contains(above)) {
        reasons.add(
            Reason.about(type, "it extends " + name + ", whose monitor the JVM itself uses"));
        break;
      }
      byte[] bytes = source.bytes(above);
      if (bytes == null) {
        reasons.add(Reason.about(type, "its superclass " + name + " is not found; add it to -cp"));
        break;
      }
      ClassNode superclass = new ClassNode();
      new ClassReader(bytes).accept(superclass, ClassReader.SKIP_FRAMES);
      if (takenByMethods(superclass)) {
        reasons.add(
            Reason.about(type, "its superclass " + name + " has synchronized methods as well"));
      }
      if (!hooked.test(above)) {
        blocks(superclass, reasons);
      }
      above = superclass.superName;
    }
    return reasons;
  }

  private static void blocks(ClassNode superclass, List<Reason> reasons) {
    for (MonitorSite site : LockSites.of(superclass)) {
      if (!site.exact()) {
        reasons.add(
            new Reason(
                site.className(),
                site.method(),
                site.line(),
                "a superclass that may lock its objects, and isn't rewritten"));
      }
    }
  }
}
