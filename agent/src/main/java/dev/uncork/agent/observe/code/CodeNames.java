package dev.uncork.agent.observe.code;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What names in bytecode stand for: the declaration of a field, the class of the JDK that a method
 * comes from, and the field that a {@code VarHandle}, an updater or an offset is for.
 */
final class CodeNames {
  private static final int MOST_SUPERCLASSES = 8;

  /** Methods of the JDK that look a field up by its name. */
  private static final Set<String> LOOKUPS =
      Set.of(
          "findVarHandle",
          "findStaticVarHandle",
          "newUpdater",
          "objectFieldOffset",
          "staticFieldOffset",
          "getDeclaredField");

  private final CodeSource source;
  private final Map<String, Map<String, String>> handles = new HashMap<>();

  CodeNames(CodeSource source) {
    this.source = source;
  }

  /** The class and field, without the package: {@code Cache.size}. */
  static String of(FieldInsnNode field) {
    return simple(field.owner) + "." + field.name;
  }

  /** {@code Map.Entry} of {@code java/util/Map$Entry}. */
  static String simple(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
  }

  /** The type of a value as code writes it, without packages. */
  static String simple(Type type) {
    return type.getSort() == Type.ARRAY
        ? simple(type.getElementType()) + "[]".repeat(type.getDimensions())
        : type.getSort() == Type.OBJECT ? simple(type.getInternalName()) : type.getClassName();
  }

  boolean isVolatile(FieldInsnNode field) {
    Integer flags = flagsOf(field.owner, field.name);
    return flags != null && (flags & Opcodes.ACC_VOLATILE) != 0;
  }

  private @Nullable Integer flagsOf(String owner, String name) {
    String type = owner;
    for (int i = 0; i < MOST_SUPERCLASSES && type != null; i++) {
      ClassFileCode code = source.of(type.replace('/', '.'));
      if (code == null) {
        return null;
      }
      Integer flags = code.flagsOf(name);
      if (flags != null) {
        return flags;
      }
      type = code.superName();
    }
    return null;
  }

  /** The class of the JDK that a class is or extends; the class itself where that isn't known. */
  String ofJdk(String owner) {
    String type = owner;
    for (int i = 0; i < MOST_SUPERCLASSES && CodePlace.isOfProgram(type.replace('/', '.')); i++) {
      ClassFileCode code = source.of(type.replace('/', '.'));
      String parent = code == null ? null : code.superName();
      if (parent == null) {
        return owner;
      }
      type = parent;
    }
    return type.equals("java/lang/Object") ? owner : type;
  }

  /** The field that a static field is the handle of; empty where that isn't known. */
  String ofHandle(FieldInsnNode handle) {
    return handles.computeIfAbsent(handle.owner, this::handlesOf).getOrDefault(handle.name, "");
  }

  private Map<String, String> handlesOf(String owner) {
    Map<String, String> found = new HashMap<>();
    ClassFileCode type = source.of(owner.replace('/', '.'));
    if (type != null) {
      for (MethodNode method : type.methods("<clinit>")) {
        readHandles(type, method, found);
      }
    }
    return found;
  }

  /** Between two stores to static fields a lookup and its constants belong to the second. */
  private static void readHandles(
      ClassFileCode type, MethodNode method, Map<String, String> found) {
    String owner = type.name();
    String name = "";
    Set<String> calls = new HashSet<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LdcInsnNode constant) {
        if (constant.cst instanceof Type of && name.isEmpty() && of.getSort() == Type.OBJECT) {
          owner = of.getInternalName();
        } else if (constant.cst instanceof String text) {
          name = text;
        }
      } else if (instruction instanceof MethodInsnNode call) {
        calls.add(call.name);
      } else if (instruction.getOpcode() == Opcodes.PUTSTATIC) {
        calls.retainAll(LOOKUPS);
        if (!calls.isEmpty() && !name.isEmpty()) {
          found.put(((FieldInsnNode) instruction).name, simple(owner) + "." + name);
        }
        owner = type.name();
        name = "";
        calls.clear();
      }
    }
  }
}
