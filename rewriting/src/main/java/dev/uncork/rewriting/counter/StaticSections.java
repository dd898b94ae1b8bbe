package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.counter.CounterOperation.Kind;
import dev.uncork.rewriting.counter.CounterOperation.Result;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns planned sections of static counters into calls of {@code
 * dev.uncork.boot.counter.StaticCounterHooks}, with what these need: a handle of the field and the
 * switch are constants of the class.
 */
final class StaticSections {
  private static final String HOOKS = "dev/uncork/boot/counter/StaticCounterHooks";
  private static final String FACE = "dev/uncork/boot/counter/StaticCounters";
  private static final String GROUP = "dev/uncork/boot/counter/CounterGroup";
  private static final String GROUP_DESC = "L" + GROUP + ";";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
  private static final String HANDLE_DESC = "Ljava/lang/invoke/VarHandle;";
  private static final String CLASS_DESC = "Ljava/lang/Class;";
  private static final String SWITCH = "uncork$statics";
  private static final int CONSTANT =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;

  private final ClassNode type;
  private final CounterPlan plan;

  StaticSections(ClassNode type, CounterPlan plan) {
    this.type = type;
    this.plan = plan;
  }

  void write() {
    for (CounterSection section : plan.sections()) {
      section.replace(code(section.operation()).toArray());
    }
    InsnList constants = new InsnList();
    constants.add(new LdcInsnNode(Type.getObjectType(type.name)));
    constants.add(call(GROUP, "ofStatics", "(" + CLASS_DESC + ")" + GROUP_DESC));
    constants.add(field(Opcodes.PUTSTATIC, SWITCH, GROUP_DESC));
    type.fields.add(new FieldNode(CONSTANT, SWITCH, GROUP_DESC, null, null));
    for (FieldNode counter : plan.fields().values()) {
      type.fields.add(new FieldNode(CONSTANT, constant(counter.name), HANDLE_DESC, null, null));
      String box = counter.desc.equals("J") ? "java/lang/Long" : "java/lang/Integer";
      constants.add(call("java/lang/invoke/MethodHandles", "lookup", "()L" + LOOKUP + ";"));
      constants.add(new LdcInsnNode(Type.getObjectType(type.name)));
      constants.add(new LdcInsnNode(counter.name));
      constants.add(new FieldInsnNode(Opcodes.GETSTATIC, box, "TYPE", CLASS_DESC));
      constants.add(
          new MethodInsnNode(
              Opcodes.INVOKEVIRTUAL,
              LOOKUP,
              "findStaticVarHandle",
              "(" + CLASS_DESC + "Ljava/lang/String;" + CLASS_DESC + ")" + HANDLE_DESC,
              false));
      constants.add(field(Opcodes.PUTSTATIC, constant(counter.name), HANDLE_DESC));
    }
    AtomicSections.initializer(type).instructions.insert(constants);
    type.interfaces.add(FACE);
  }

  private InsnList code(CounterOperation operation) {
    InsnList code = new InsnList();
    boolean isLong = operation.isLong();
    String value = operation.descriptor();
    code.add(field(Opcodes.GETSTATIC, SWITCH, GROUP_DESC));
    code.add(field(Opcodes.GETSTATIC, constant(operation.field()), HANDLE_DESC));
    code.add(new LdcInsnNode(Type.getObjectType(type.name)));
    String arguments = "(" + GROUP_DESC + HANDLE_DESC + CLASS_DESC;
    boolean get = operation.kind() == Kind.GET;
    if (!get) {
      operation.operand().forEach(one -> code.add(one.clone(null)));
      arguments += value;
    }
    code.add(call(HOOKS, hook(operation), arguments + ")" + value));
    if (operation.result() == Result.NOTHING) {
      code.add(new InsnNode(isLong ? Opcodes.POP2 : Opcodes.POP));
    } else if (operation.local() != CounterOperation.ON_STACK) {
      code.add(new VarInsnNode(isLong ? Opcodes.LSTORE : Opcodes.ISTORE, operation.local()));
    }
    return code;
  }

  /** A read of an int and one of a long differ in their result only, so in their names too. */
  private static String hook(CounterOperation operation) {
    return switch (operation.kind()) {
      case GET -> operation.isLong() ? "getLong" : "getInt";
      case SET -> "getAndSet";
      case ADD -> operation.result() == Result.AFTER ? "addAndGet" : "getAndAdd";
    };
  }

  private FieldInsnNode field(int opcode, String name, String descriptor) {
    return new FieldInsnNode(opcode, type.name, name, descriptor);
  }

  private static MethodInsnNode call(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  private static String constant(String field) {
    return "uncork$of$" + field;
  }
}
