package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.counter.CounterOperation.Kind;
import dev.uncork.rewriting.counter.CounterOperation.Result;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns planned sections into calls of {@code dev.uncork.boot.counter.CounterHooks}, with what
 * these need: the field is volatile, an updater of it and the class's switch are constants of the
 * class.
 */
final class AtomicSections {
  private static final String HOOKS = "dev/uncork/boot/counter/CounterHooks";
  private static final String FACE = "dev/uncork/boot/counter/CounterClass";
  private static final String GROUP = "dev/uncork/boot/counter/CounterGroup";
  private static final String GROUP_DESC = "L" + GROUP + ";";
  private static final String ADDER = "java/util/concurrent/atomic/LongAdder";
  private static final String ADDER_DESC = "L" + ADDER + ";";
  private static final String SWITCH = "uncork$counters";
  private static final int CONSTANT =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
  private static final int HIDDEN =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;

  private final ClassNode type;
  private final CounterPlan plan;
  private final boolean spread;

  AtomicSections(ClassNode type, CounterPlan plan, boolean spread) {
    this.type = type;
    this.plan = plan;
    this.spread = spread;
  }

  void write() {
    for (CounterSection section : plan.sections()) {
      section.replace(code(section.operation()).toArray());
    }
    InsnList constants = new InsnList();
    constants.add(new LdcInsnNode(Type.getObjectType(type.name)));
    constants.add(call(GROUP, "of", "(Ljava/lang/Class;)" + GROUP_DESC));
    constants.add(field(Opcodes.PUTSTATIC, SWITCH, GROUP_DESC));
    type.fields.add(new FieldNode(CONSTANT, SWITCH, GROUP_DESC, null, null));
    for (FieldNode field : plan.fields().values()) {
      field.access |= Opcodes.ACC_VOLATILE;
      String updater = updater(field.desc);
      type.fields.add(new FieldNode(CONSTANT, constant(field.name), desc(updater), null, null));
      constants.add(new LdcInsnNode(Type.getObjectType(type.name)));
      constants.add(new LdcInsnNode(field.name));
      constants.add(
          call(updater, "newUpdater", "(Ljava/lang/Class;Ljava/lang/String;)" + desc(updater)));
      constants.add(field(Opcodes.PUTSTATIC, constant(field.name), desc(updater)));
      if (spread) {
        spread(field);
      }
    }
    initializer(type).instructions.insert(constants);
    type.interfaces.add(FACE);
    accessor();
  }

  private InsnList code(CounterOperation operation) {
    InsnList code = new InsnList();
    boolean isLong = operation.isLong();
    String value = operation.descriptor();
    String updater = desc(updater(value));
    code.add(field(Opcodes.GETSTATIC, SWITCH, GROUP_DESC));
    code.add(field(Opcodes.GETSTATIC, constant(operation.field()), updater));
    String arguments = "(" + GROUP_DESC + updater;
    if (spread) {
      code.add(new VarInsnNode(Opcodes.ALOAD, 0));
      code.add(field(Opcodes.GETFIELD, adder(operation.field()), ADDER_DESC));
      arguments += ADDER_DESC;
    }
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    arguments += "Ljava/lang/Object;";
    if (operation.kind() != Kind.GET) {
      operation.operand().forEach(one -> code.add(one.clone(null)));
      arguments += value;
    }
    boolean nothing = spread && operation.kind() == Kind.ADD;
    code.add(call(HOOKS, hook(operation), arguments + ")" + (nothing ? "V" : value)));
    if (operation.result() == Result.NOTHING && !nothing) {
      code.add(new InsnNode(isLong ? Opcodes.POP2 : Opcodes.POP));
    } else if (operation.local() != CounterOperation.ON_STACK) {
      code.add(new VarInsnNode(isLong ? Opcodes.LSTORE : Opcodes.ISTORE, operation.local()));
    }
    return code;
  }

  private String hook(CounterOperation operation) {
    return switch (operation.kind()) {
      case GET -> spread ? "sum" : "get";
      case SET -> "getAndSet";
      case ADD -> spread ? "add" : operation.result() == Result.AFTER ? "addAndGet" : "getAndAdd";
    };
  }

  /** The class's initializer, made if need be. */
  static MethodNode initializer(ClassNode type) {
    for (MethodNode method : type.methods) {
      if (method.name.equals("<clinit>")) {
        return method;
      }
    }
    MethodNode made = new MethodNode(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    made.instructions.add(new InsnNode(Opcodes.RETURN));
    type.methods.add(made);
    return made;
  }

  private void accessor() {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
    MethodNode accessor = new MethodNode(access, SWITCH, "()" + GROUP_DESC, null, null);
    accessor.instructions.add(field(Opcodes.GETSTATIC, SWITCH, GROUP_DESC));
    accessor.instructions.add(new InsnNode(Opcodes.ARETURN));
    type.methods.add(accessor);
  }

  /** Gives each object an adder, right after its superclass's constructor. */
  private void spread(FieldNode field) {
    type.fields.add(new FieldNode(HIDDEN, adder(field.name), ADDER_DESC, null, null));
    for (MethodNode method : type.methods) {
      AbstractInsnNode above = method.name.equals("<init>") ? superConstructor(method) : null;
      if (above != null) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(new TypeInsnNode(Opcodes.NEW, ADDER));
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, ADDER, "<init>", "()V", false));
        code.add(field(Opcodes.PUTFIELD, adder(field.name), ADDER_DESC));
        method.instructions.insert(above, code);
      }
    }
  }

  /** The call of the superclass's constructor; null where it is left to another constructor. */
  private @Nullable AbstractInsnNode superConstructor(MethodNode constructor) {
    int made = 0;
    for (AbstractInsnNode at : constructor.instructions) {
      if (at.getOpcode() == Opcodes.NEW) {
        made++;
      } else if (at instanceof MethodInsnNode call && call.name.equals("<init>")) {
        if (made == 0) {
          return call.owner.equals(type.superName) ? call : null;
        }
        made--;
      }
    }
    return null;
  }

  private FieldInsnNode field(int opcode, String name, String descriptor) {
    return new FieldInsnNode(opcode, type.name, name, descriptor);
  }

  private static MethodInsnNode call(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  private static String updater(String descriptor) {
    String kind = descriptor.equals("J") ? "Long" : "Integer";
    return "java/util/concurrent/atomic/Atomic" + kind + "FieldUpdater";
  }

  private static String desc(String internalName) {
    return "L" + internalName + ";";
  }

  private static String constant(String field) {
    return "uncork$of$" + field;
  }

  private static String adder(String field) {
    return "uncork$adder$" + field;
  }
}
