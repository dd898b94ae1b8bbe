package dev.uncork.agent.observe.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * The code of one class. Of its methods only those are read that are asked for: the classes in
 * which threads are found are large, and few of their methods are hot.
 */
final class ClassFileCode {
  private final ClassReader reader;
  private final Consumer<MethodNode> reduce;
  private final Map<String, Integer> fields = new HashMap<>();
  private final Map<String, List<MethodNode>> methods = new HashMap<>();

  /**
   * Reads all but the methods' code.
   *
   * @param bytes the class file
   * @param reduce takes out of a method's code what never runs
   * @throws RuntimeException if it is broken, or of a later JDK than ASM knows
   */
  ClassFileCode(byte[] bytes, Consumer<MethodNode> reduce) {
    this.reader = new ClassReader(bytes);
    this.reduce = reduce;
    reader.accept(new Fields(fields), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
  }

  /** With slashes. */
  String name() {
    return reader.getClassName();
  }

  /** The class that it extends, with slashes; null for {@code Object}. */
  @Nullable String superName() {
    return reader.getSuperName();
  }

  /** The flags of a field that the class itself declares; null where it doesn't. */
  @Nullable Integer flagsOf(String field) {
    return fields.get(field);
  }

  /** The methods of a name that the class itself has, with their code; none if it is broken. */
  List<MethodNode> methods(String name) {
    return methods.computeIfAbsent(name, this::read);
  }

  private List<MethodNode> read(String name) {
    List<MethodNode> found = new ArrayList<>();
    try {
      reader.accept(new Reading(name, found), ClassReader.SKIP_FRAMES);
      found.forEach(reduce);
      return List.copyOf(found);
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  /** Notes the flags of fields, and goes past methods. */
  private static final class Fields extends ClassVisitor {
    private final Map<String, Integer> flags;

    Fields(Map<String, Integer> flags) {
      super(Opcodes.ASM9);
      this.flags = flags;
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      flags.putIfAbsent(name, access);
      return null;
    }
  }

  /** Goes past all methods but those of a name. */
  private static final class Reading extends ClassVisitor {
    private final String wanted;
    private final List<MethodNode> found;

    Reading(String wanted, List<MethodNode> found) {
      super(Opcodes.ASM9);
      this.wanted = wanted;
      this.found = found;
    }

    @Override
    public @Nullable MethodNode visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if (!name.equals(wanted)) {
        return null;
      }
      MethodNode method = new MethodNode(access, name, descriptor, signature, exceptions);
      found.add(method);
      return method;
    }
  }
}
