package dev.uncork.rewriting.stream;

import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces the buffered data streams that a class makes for itself by streams without locks.
 *
 * <p>Their methods are still synchronized in JDK 25, once for each row of a Spark shuffle. A stream
 * may do without when nobody but the object that made it can reach it, and that object is used by
 * one thread at a time. The second is what the caller promises for the class's superclass, as its
 * documentation does; the first is shown here: the stream goes straight into a final field that is
 * private, or was in Scala, and all that the classes that can reach it do with the field is to call
 * the stream's methods, or to pass it to methods that keep nothing.
 *
 * <p>Only code within methods changes, so classes that were loaded before can be rewritten too.
 */
public final class ConfinedStreams {
  private ConfinedStreams() {}

  /**
   * What became of a class.
   *
   * @param bytes the rewritten class, or null when it stays as it is
   * @param streams how many places make streams without locks now
   * @param against why it stays although it makes such streams
   */
  public record Result(byte @Nullable [] bytes, int streams, List<Reason> against) {}

  /**
   * Rewrites a class; the input is not changed.
   *
   * @param source of the classes inside of it
   * @param oneThread superclasses whose objects are used by one thread at a time, by internal name
   */
  public static Result rewrite(byte[] original, ClassSource source, Predicate<String> oneThread) {
    ClassReader reader = new ClassReader(original);
    ClassNode type = new ClassNode();
    reader.accept(type, 0);
    List<StreamSite> sites = StreamSite.in(type);
    if (sites.isEmpty()) {
      return new Result(null, 0, List.of());
    }
    List<Reason> against = against(type, sites, source, oneThread);
    if (!against.isEmpty()) {
      return new Result(null, 0, against);
    }
    sites.forEach(StreamSite::replace);
    ClassWriter writer = new ClassWriter(reader, 0);
    type.accept(writer);
    return new Result(writer.toByteArray(), sites.size(), List.of());
  }

  private static List<Reason> against(
      ClassNode type, List<StreamSite> sites, ClassSource source, Predicate<String> oneThread) {
    List<Reason> reasons = new ArrayList<>();
    if (!oneThread.test(type.superName)) {
      reasons.add(Reason.about(type, "nothing says that one thread at a time uses its objects"));
    }
    Set<String> fields = new HashSet<>();
    sites.forEach(site -> fields.add(site.field()));
    for (FieldNode field : type.fields) {
      if (fields.contains(field.name) && !isHidden(field)) {
        reasons.add(Reason.about(type, "its field " + field.name + " is not private and final"));
      }
    }
    otherStores(type, sites, fields, reasons);
    reasons.addAll(StreamUses.escapes(type, type.name, fields));
    for (String name : seeingPrivate(type, source)) {
      ClassNode other = read(name, source);
      if (other == null) {
        reasons.add(Reason.about(type, "the class " + name + ", which may use it, is missing"));
      } else {
        reasons.addAll(StreamUses.escapes(other, type.name, fields));
      }
    }
    return reasons;
  }

  /** The other classes that can reach private fields: the nest, and in Scala what is inside. */
  private static Set<String> seeingPrivate(ClassNode type, ClassSource source) {
    Set<String> names = new HashSet<>();
    for (InnerClassNode inner : type.innerClasses) {
      if (inner.name.startsWith(type.name + "$")) {
        names.add(inner.name);
      }
    }
    String hostName = type.nestHostClass == null ? type.name : type.nestHostClass;
    ClassNode host = type.nestHostClass == null ? type : read(hostName, source);
    names.add(hostName);
    if (host != null && host.nestMembers != null) {
      names.addAll(host.nestMembers);
    }
    names.remove(type.name);
    return names;
  }

  private static @Nullable ClassNode read(String internalName, ClassSource source) {
    byte[] bytes = source.bytes(internalName);
    if (bytes == null) {
      return null;
    }
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, 0);
    return type;
  }

  /** Scala makes what inner classes use public, under a name that has the class's in it. */
  private static boolean isHidden(FieldNode field) {
    boolean isPrivate = (field.access & Opcodes.ACC_PRIVATE) != 0 || field.name.contains("$$");
    return isPrivate && (field.access & Opcodes.ACC_FINAL) != 0;
  }

  private static void otherStores(
      ClassNode type, List<StreamSite> sites, Set<String> fields, List<Reason> reasons) {
    Set<AbstractInsnNode> known = new HashSet<>();
    sites.forEach(site -> known.add(site.store()));
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction.getOpcode() == Opcodes.PUTFIELD
            && instruction instanceof FieldInsnNode store
            && store.owner.equals(type.name)
            && fields.contains(store.name)
            && !known.contains(store)) {
          reasons.add(
              Reason.at(type, method, store, "field " + store.name + " gets another stream"));
        }
      }
    }
  }
}
