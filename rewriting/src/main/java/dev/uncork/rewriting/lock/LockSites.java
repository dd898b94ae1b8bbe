package dev.uncork.rewriting.lock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds the places in one class that use an object's monitor, and what type the object has there.
 *
 * <p>A field that is private to the class (and to its nest, whose other classes then store nothing
 * to it that matters: they are looked at by their own) and only ever stores objects made on the
 * spot has exactly their type; that is how {@code private final Object lock = new Object()} is told
 * from a lock that came from outside.
 */
final class LockSites {
  private static final String OBJECT = "java/lang/Object";

  private LockSites() {}

  /** The places, in the order of the code. */
  static List<MonitorSite> of(ClassNode type) {
    return List.copyOf(places(type).values());
  }

  /** The instructions that use the monitor of an object that is exactly an {@code Object}. */
  static Set<AbstractInsnNode> onPlainObjects(ClassNode type) {
    Set<AbstractInsnNode> plain = new HashSet<>();
    places(type)
        .forEach(
            (at, site) -> {
              if (site.exact() && site.type().equals(OBJECT)) {
                plain.add(at);
              }
            });
    return plain;
  }

  private static Map<AbstractInsnNode, MonitorSite> places(ClassNode type) {
    List<Found> found = new ArrayList<>();
    OperandInterpreter interpreter = new OperandInterpreter();
    if (type.methods.stream().noneMatch(LockSites::usesMonitors)) {
      return Map.of();
    }
    for (MethodNode method : type.methods) {
      try {
        scan(type, method, interpreter, found);
      } catch (AnalyzerException | RuntimeException e) {
        unknown(method, found);
      }
    }
    Set<String> own = privateFields(type);
    Map<AbstractInsnNode, MonitorSite> sites = new LinkedHashMap<>();
    for (Found one : found) {
      sites.put(one.at, one.site(type, own, interpreter.stored));
    }
    return sites;
  }

  private record Found(MethodNode method, AbstractInsnNode at, MonitorUse use, BasicValue lock) {
    MonitorSite site(ClassNode type, Set<String> own, Map<String, @Nullable Type> stored) {
      Type seen = lock instanceof Operand operand ? operand.getType() : null;
      boolean exact = lock instanceof Operand operand && operand.exact;
      if (lock instanceof Operand operand && operand.field != null && own.contains(operand.field)) {
        Type only = stored.get(operand.field);
        if (only != null) {
          seen = only;
          exact = true;
        }
      }
      return new MonitorSite(
          type.name.replace('/', '.'),
          method.name,
          line(at),
          use,
          seen == null || seen.getSort() != Type.OBJECT ? OBJECT : seen.getInternalName(),
          exact);
    }
  }

  private static boolean usesMonitors(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions) {
      MonitorUse use = MonitorUse.of(instruction);
      if (use != MonitorUse.NONE && use != MonitorUse.CLONE) {
        return true;
      }
    }
    return false;
  }

  private static void scan(
      ClassNode type, MethodNode method, OperandInterpreter interpreter, List<Found> found)
      throws AnalyzerException {
    Frame<BasicValue>[] frames = new Analyzer<>(interpreter).analyze(type.name, method);
    AbstractInsnNode[] instructions = method.instructions.toArray();
    for (int i = 0; i < instructions.length; i++) {
      MonitorUse use = MonitorUse.of(instructions[i]);
      Frame<BasicValue> frame = frames[i];
      if (use == MonitorUse.NONE || use == MonitorUse.CLONE || frame == null) {
        continue;
      }
      int below = 0;
      if (use == MonitorUse.WAIT && instructions[i] instanceof MethodInsnNode call) {
        below = Type.getArgumentTypes(call.desc).length;
      }
      BasicValue lock = frame.getStack(frame.getStackSize() - 1 - below);
      found.add(new Found(method, instructions[i], use, lock));
    }
  }

  /** Of code that can't be followed (JSR, odd bytecode) each place may concern any object. */
  private static void unknown(MethodNode method, List<Found> found) {
    found.removeIf(one -> one.method() == method);
    for (AbstractInsnNode instruction : method.instructions) {
      MonitorUse use = MonitorUse.of(instruction);
      if (use != MonitorUse.NONE && use != MonitorUse.CLONE) {
        found.add(new Found(method, instruction, use, BasicValue.REFERENCE_VALUE));
      }
    }
  }

  private static Set<String> privateFields(ClassNode type) {
    Set<String> own = new HashSet<>();
    boolean nest = type.nestMembers != null || type.nestHostClass != null;
    for (FieldNode field : type.fields) {
      boolean written = (field.access & Opcodes.ACC_FINAL) != 0 || !nest;
      if ((field.access & Opcodes.ACC_PRIVATE) != 0 && written) {
        own.add(type.name + "." + field.name);
      } else if ((field.access & Opcodes.ACC_FINAL) != 0) {
        own.add(type.name + "." + field.name); // Stored to by this class only.
      }
    }
    return own;
  }

  static int line(AbstractInsnNode instruction) {
    for (AbstractInsnNode at = instruction; at != null; at = at.getPrevious()) {
      if (at instanceof LineNumberNode number) {
        return number.line;
      }
    }
    return 0;
  }
}
