package dev.uncork.rewriting.lock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * What lock reservation would do to one class of a whole class path: whether its objects can be
 * reserved, and every other place in the program that uses their monitors.
 *
 * @param className name of the class with dots
 * @param methods its synchronized methods, which would enter by a reservation
 * @param against why its objects can't be reserved; empty when they can
 * @param elsewhere places that use the monitor of an object that may be one of this class: there a
 *     foreign reservation ends, and the stock monitor is taken
 * @param locking subclasses with synchronized methods of their own, by name
 * @param subclasses why objects of its subclasses can't be reserved, by name
 * @param classes how many classes were looked at
 */
public record LockExplanation(
    String className,
    List<Reason> methods,
    List<Reason> against,
    List<Reason> elsewhere,
    List<String> locking,
    Map<String, List<Reason>> subclasses,
    int classes) {
  private static final String OBJECT = "java/lang/Object";

  /** Whether objects of the class can be reserved. */
  public boolean eligible() {
    return against.isEmpty();
  }

  /**
   * Looks at a class and at everything else on the class path.
   *
   * @return null when the class isn't found
   */
  public static @Nullable LockExplanation of(String className, ClassPath path) {
    String name = className.replace('.', '/');
    byte[] bytes = path.bytes(name);
    if (bytes == null) {
      return null;
    }
    return new Search(path, bytes).explain();
  }

  private static ClassNode parse(byte[] bytes) {
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES);
    return type;
  }

  /** One run over the class path. */
  private static final class Search {
    private final ClassPath path;
    private final byte[] wantedFile;
    private final ClassNode wanted;
    private final Eligibility eligibility;
    private final Set<String> above;
    private final Map<String, Boolean> below = new HashMap<>();
    private final List<Reason> elsewhere = new ArrayList<>();
    private final List<String> locking = new ArrayList<>();
    private final Map<String, List<Reason>> subclasses = new TreeMap<>();
    private int classes;

    Search(ClassPath path, byte[] bytes) {
      this.path = path;
      this.wantedFile = bytes;
      this.wanted = parse(bytes);
      this.eligibility = new Eligibility(path, path::contains);
      this.above = supertypes(wanted);
    }

    LockExplanation explain() {
      path.forEach(this::look);
      String name = wanted.name.replace('/', '.');
      List<Reason> methods = new ArrayList<>();
      for (var method : wanted.methods) {
        if (ReservedMethods.isSynchronizedInstance(method)) {
          methods.add(Reason.at(wanted, method, null, "synchronized"));
        }
      }
      return new LockExplanation(
          name, methods, against(wanted, wantedFile), elsewhere, locking, subclasses, classes);
    }

    private List<Reason> against(ClassNode type, byte[] file) {
      List<Reason> reasons = new ArrayList<>(eligibility.against(type));
      reasons.addAll(HookRoom.of(new ClassReader(file), type, false).against());
      return reasons;
    }

    private void look(byte[] bytes) {
      ClassNode type = parse(bytes);
      classes++;
      for (MonitorSite site : LockSites.of(type)) {
        if (concerns(site)) {
          elsewhere.add(new Reason(site.className(), site.method(), site.line(), describe(site)));
        }
      }
      if (!type.name.equals(wanted.name) && isBelow(type.name)) {
        boolean locks = Eligibility.hasSynchronizedMethods(type);
        if (locks) {
          locking.add(type.name.replace('/', '.'));
        }
        List<Reason> reasons = locks ? against(type, bytes) : List.of();
        if (!reasons.isEmpty()) {
          subclasses.put(type.name.replace('/', '.'), reasons);
        }
      }
    }

    private boolean concerns(MonitorSite site) {
      return isBelow(site.type()) || (!site.exact() && above.contains(site.type()));
    }

    private static String describe(MonitorSite site) {
      String type = site.type().replace('/', '.');
      String what =
          switch (site.use()) {
            case ENTER -> "synchronized block";
            case WAIT -> "wait";
            case NOTIFY -> "notify";
            case HOLDS -> "holdsLock";
            case CLONE, NONE -> "use";
          };
      return what + " on " + (site.type().equals(OBJECT) ? "any object" : "a " + type);
    }

    /** Whether a class is the wanted one or extends it. */
    private boolean isBelow(String name) {
      if (name.equals(wanted.name)) {
        return true;
      }
      if (name.equals(OBJECT) || name.startsWith("[")) {
        return false;
      }
      Boolean known = below.get(name);
      if (known == null) {
        byte[] bytes = path.bytes(name);
        String superName = bytes == null ? null : new ClassReader(bytes).getSuperName();
        known = superName != null && isBelow(superName);
        below.put(name, known);
      }
      return known;
    }

    private Set<String> supertypes(ClassNode type) {
      Set<String> all = new HashSet<>(Set.of(OBJECT));
      List<String> open = new ArrayList<>(type.interfaces);
      if (type.superName != null) {
        open.add(type.superName);
      }
      while (!open.isEmpty()) {
        String next = open.remove(open.size() - 1);
        byte[] bytes = all.add(next) ? path.bytes(next) : null;
        if (bytes != null) {
          ClassReader reader = new ClassReader(bytes);
          open.addAll(List.of(reader.getInterfaces()));
          if (reader.getSuperName() != null && (reader.getAccess() & Opcodes.ACC_MODULE) == 0) {
            open.add(reader.getSuperName());
          }
        }
      }
      return all;
    }
  }
}
