package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.InheritedMonitor;
import dev.uncork.rewriting.lock.Reason;
import dev.uncork.rewriting.lock.SerialForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which synchronized methods and blocks of a class are operations on counters, and what speaks
 * against making them atomic.
 *
 * <p>What must hold is about the monitor: each critical section on {@code this} in the class and
 * its superclasses is one operation on one field. Then no two of them ever needed each other's
 * exclusion for more than the operation itself. Accesses to the field outside of critical sections
 * raced before and race as before. Code elsewhere that takes the monitor is noticed when it is
 * loaded or run, and switches the class back: see {@code dev.uncork.boot.counter.CounterGroup}.
 *
 * <p>A counter spread over an adder has its value in two places, so there all accesses must be
 * known: the field is private, and only the sections and constructors' stores touch it.
 */
final class CounterPlan {
  private static final int FIRST_WITH_CLASS_CONSTANTS = Opcodes.V1_5;

  private final ClassNode type;
  private final ClassSource source;
  private final boolean statics;
  private final List<CounterSection> sections = new ArrayList<>();
  private final List<Reason> against = new ArrayList<>();
  private final Map<String, FieldNode> fields = new LinkedHashMap<>();

  private CounterPlan(ClassNode type, ClassSource source, boolean statics) {
    this.type = type;
    this.source = source;
    this.statics = statics;
  }

  /**
   * Looks at a class; it isn't changed.
   *
   * @param hooked the classes whose blocks are hooked when they are loaded, by internal name
   * @param spread whether adders are to be used
   */
  static CounterPlan of(
      ClassNode type, ClassSource source, Predicate<String> hooked, boolean spread) {
    CounterPlan plan = new CounterPlan(type, source, false);
    if (!plan.found()) {
      return plan;
    }
    plan.against.addAll(InheritedMonitor.uses(type, source, hooked));
    if (spread) {
      plan.checkSpread();
    }
    return plan;
  }

  /**
   * Looks at a class's static counters, which its own monitor guards; it isn't changed. That nobody
   * else locks it is noticed where somebody does.
   */
  static CounterPlan ofStatics(ClassNode type, ClassSource source) {
    CounterPlan plan = new CounterPlan(type, source, true);
    plan.found();
    return plan;
  }

  /** Finds the critical sections; whether there are any of counters. */
  private boolean found() {
    for (MethodNode method : type.methods) {
      CounterSection.find(type, method, statics, sections, against);
    }
    if (sections.stream().noneMatch(s -> s.operation().kind() != CounterOperation.Kind.GET)) {
      against.add(0, Reason.about(type, "it has no synchronized counter"));
      sections.clear();
      return false;
    }
    if ((type.version & 0xffff) < FIRST_WITH_CLASS_CONSTANTS) {
      against.add(Reason.about(type, "its class file is older than Java 5: recompile it"));
    }
    sections.forEach(this::checkField);
    checkInitialization();
    return true;
  }

  /**
   * What counters need is made when the class is initialized. A superclass is initialized before,
   * and could use them then.
   */
  private void checkInitialization() {
    String above = type.superName;
    while (above != null && !above.startsWith("java/")) {
      ClassNode superclass = read(above);
      if (superclass == null) {
        against.add(
            Reason.about(type, "its superclass " + above.replace('/', '.') + " is not found"));
        return;
      }
      for (MethodNode method : superclass.methods) {
        if (method.name.equals("<clinit>")) {
          against.add(
              Reason.at(superclass, method, null, "a superclass may use it while it's not ready"));
        }
      }
      above = superclass.superName;
    }
  }

  /** The operations, in the order of the code; empty when the class has no counter. */
  List<CounterSection> sections() {
    return sections;
  }

  /** What speaks against it. */
  List<Reason> against() {
    return against;
  }

  /** The counters, by name. */
  Map<String, FieldNode> fields() {
    return fields;
  }

  private void checkField(CounterSection section) {
    String name = section.operation().field();
    FieldNode field =
        type.fields.stream()
            .filter(f -> f.name.equals(name) && f.desc.equals(section.operation().descriptor()))
            .findAny()
            .orElse(null);
    int wanted = statics ? Opcodes.ACC_STATIC : 0;
    if (field == null || (field.access & (Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)) != wanted) {
      refuse(section.method(), null, name + " is not a variable that the class itself declares");
    } else {
      fields.put(name, field);
    }
  }

  private void checkSpread() {
    for (CounterSection section : sections) {
      CounterOperation operation = section.operation();
      if (operation.kind() == CounterOperation.Kind.SET
          || operation.kind() == CounterOperation.Kind.ADD
              && operation.result() != CounterOperation.Result.NOTHING) {
        refuse(
            section.method(),
            section.code().get(0),
            operation.text() + " and needs its exact value, which an adder doesn't have");
      }
    }
    for (FieldNode field : fields.values()) {
      if ((field.access & Opcodes.ACC_PRIVATE) == 0) {
        against.add(Reason.about(type, field.name + " is not private: an adder can't replace it"));
      }
    }
    for (String face : Set.of("java/io/Serializable", "java/lang/Cloneable")) {
      if (SerialForm.mayBe(type, face, source)) {
        against.add(Reason.about(type, "it is " + face.replace('/', '.') + ", adders are not"));
      }
    }
    type.methods.forEach(this::checkAccesses);
    nest();
  }

  private void checkAccesses(MethodNode method) {
    for (AbstractInsnNode at : method.instructions) {
      if (at instanceof FieldInsnNode access
          && access.owner.equals(type.name)
          && fields.containsKey(access.name)
          && !(method.name.equals("<init>") && access.getOpcode() == Opcodes.PUTFIELD)
          && sections.stream().noneMatch(s -> s.code().contains(at))) {
        refuse(method, at, "uses " + access.name + " without the monitor");
      }
    }
  }

  /** Nested classes may use a private field. */
  private void nest() {
    String host = type.nestHostClass == null ? type.name : type.nestHostClass;
    ClassNode hostNode = host.equals(type.name) ? type : read(host);
    List<String> nest = new ArrayList<>(List.of(host));
    if (hostNode == null) {
      against.add(Reason.about(type, "its outer class is not found; add it to -cp"));
    } else if (hostNode.nestMembers != null) {
      nest.addAll(hostNode.nestMembers);
    }
    for (String name : nest) {
      ClassNode member = name.equals(type.name) ? null : read(name);
      if (member != null) {
        member.methods.forEach(method -> checkNested(member, method));
      }
    }
  }

  private void checkNested(ClassNode member, MethodNode method) {
    for (AbstractInsnNode at : method.instructions) {
      if (at instanceof FieldInsnNode access
          && access.owner.equals(type.name)
          && fields.containsKey(access.name)) {
        against.add(Reason.at(member, method, at, "uses " + access.name + " without the monitor"));
      }
    }
  }

  private @Nullable ClassNode read(String name) {
    byte[] bytes = source.bytes(name);
    if (bytes == null) {
      return null;
    }
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
    return node;
  }

  private void refuse(MethodNode method, @Nullable AbstractInsnNode at, String text) {
    Reason reason = Reason.at(type, method, at, text);
    if (!against.contains(reason)) {
      against.add(reason);
    }
  }
}
