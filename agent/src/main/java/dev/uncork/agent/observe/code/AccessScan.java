package dev.uncork.agent.observe.code;

import dev.uncork.protocol.CodeAccess;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds what one method does to memory that threads may share. */
final class AccessScan {
  private static final String[] ELEMENTS = {
    "int", "long", "float", "double", "Object", "byte", "char", "short"
  };

  /** Leaves what was there before: a flag that it sets was taken already, if that isn't 0. */
  private static final String SWAP = "getAndSet";

  private final ClassFileCode type;
  private final MethodNode method;
  private final CodeSource source;
  private final CodeNames names;
  private final Values values;
  private final CodeLoops loops;
  private final Set<SharedAccess> found = new LinkedHashSet<>();

  private AccessScan(ClassFileCode type, MethodNode method, CodeSource source, Values values) {
    this.type = type;
    this.method = method;
    this.source = source;
    this.names = new CodeNames(source);
    this.values = values;
    this.loops = new CodeLoops(method);
  }

  private static @Nullable AccessScan scan(
      ClassFileCode type, MethodNode method, CodeSource source) {
    Values values = method.instructions.size() == 0 ? null : Values.of(type.name(), method);
    return values == null ? null : new AccessScan(type, method, source, values);
  }

  /** What the methods of a name do; nothing where that can't be told. */
  static List<SharedAccess> of(CodePlace place, CodeSource source) {
    ClassFileCode type = source.of(place.type());
    List<SharedAccess> found = new ArrayList<>();
    if (type != null) {
      source.methods(place).forEach(method -> found.addAll(of(type, method, source)));
    }
    return found;
  }

  /** What a method does, in the order of its code; nothing where that can't be told. */
  static List<SharedAccess> of(ClassFileCode type, MethodNode method, CodeSource source) {
    AccessScan scan = scan(type, method, source);
    if (scan == null) {
      return List.of();
    }
    scan.scan();
    return List.copyOf(scan.found);
  }

  private void scan() {
    if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
      add(
          firstLine(),
          CodeAccess.MONITOR,
          CodeNames.simple(type.name()) + (isStatic ? ".class" : ""));
    }
    for (AbstractInsnNode instruction : method.instructions) {
      if (!values.isReached(instruction)) {
        continue;
      }
      int opcode = instruction.getOpcode();
      if (instruction instanceof FieldInsnNode field) {
        field(field);
      } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
        element(instruction, CodeAccess.ARRAY_STORE, 2, opcode - Opcodes.IASTORE);
      } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
        element(instruction, CodeAccess.ARRAY_LOAD, 1, opcode - Opcodes.IALOAD);
      } else if (opcode == Opcodes.MONITORENTER) {
        add(instruction, CodeAccess.MONITOR, values.words(values.operand(instruction, 0)));
      } else if (instruction instanceof MethodInsnNode call) {
        call(call);
      }
    }
    new WaitLoops(type, method, names, values, loops).find(this::add);
  }

  private void field(FieldInsnNode field) {
    boolean ofObject = field.getOpcode() == Opcodes.PUTFIELD;
    if (!ofObject && field.getOpcode() != Opcodes.PUTSTATIC) {
      return;
    }
    boolean isNew =
        ofObject && (Values.isFresh(values.operand(field, 1)) || isInConstructor(field));
    if (!isNew) {
      add(
          field,
          names.isVolatile(field) ? CodeAccess.VOLATILE_STORE : CodeAccess.FIELD_STORE,
          CodeNames.of(field));
    }
  }

  private boolean isInConstructor(FieldInsnNode field) {
    return method.name.equals("<init>") && field.owner.equals(type.name());
  }

  private void element(AbstractInsnNode at, CodeAccess access, int fromTop, int sort) {
    AbstractInsnNode array = values.operand(at, fromTop);
    if (!Values.isFresh(array)) {
      String typed =
          array instanceof FieldInsnNode field ? CodeNames.simple(Type.getType(field.desc)) : "";
      String elements = typed.endsWith("[]") ? typed : ELEMENTS[sort] + "[]";
      add(at, access, (elements + " " + values.words(array)).strip());
    }
  }

  private void call(MethodInsnNode call) {
    AtomicCall kind = AtomicCall.of(call, names.ofJdk(call.owner));
    switch (kind) {
      case UPDATE -> add(call, update(call, CodeAccess.ATOMIC_UPDATE), atomicTarget(call));
      case RETRYING -> add(call, CodeAccess.RETRY_LOOP, atomicTarget(call));
      case COMPARE_AND_SET -> add(call, update(call, CodeAccess.RETRY_LOOP), atomicTarget(call));
      case STORE -> add(call, CodeAccess.VOLATILE_STORE, atomicTarget(call));
      default -> {
        if (LockTaking.takes(call)) {
          boolean again = LockTaking.tries(call) && triesAgain(call);
          add(
              call,
              again ? CodeAccess.LOCK_ATTEMPT : CodeAccess.LOCK,
              values.words(values.receiver(call)));
        } else if (LockTaking.validates(call) && triesAgain(call)) {
          String lock = values.words(values.receiver(call));
          String read = CodeAccess.OPTIMISTIC_READ;
          add(call, CodeAccess.RETRY_LOOP, lock.isEmpty() ? read : lock + "." + read);
        } else {
          attempts(call);
        }
      }
    }
  }

  /** A method of the program's own that tries an update once, and is called until it succeeds. */
  private void attempts(MethodInsnNode call) {
    CodePlace callee = new CodePlace(call.owner.replace('/', '.'), call.name, 0);
    ClassFileCode owner =
        call.desc.endsWith(")Z") && callee.isOfProgram() ? source.of(callee.type()) : null;
    if (owner == null || !triesAgain(call)) {
      return;
    }
    for (MethodNode called : owner.methods(call.name)) {
      AccessScan scan = called.desc.equals(call.desc) ? scan(owner, called, source) : null;
      if (scan != null) {
        scan.onlyAttempt().ifPresent(again -> add(call, again.access(), again.target()));
      }
    }
  }

  /** What it is to call this method again and again, if it tries an update, and only once. */
  private Optional<SharedAccess> onlyAttempt() {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof MethodInsnNode call
          && values.isReached(call)
          && AtomicCall.of(call, names.ofJdk(call.owner)) == AtomicCall.COMPARE_AND_SET
          && loops.around(call).isEmpty()) {
        CodeAccess again = takesFlag(call) ? CodeAccess.LOCK_ATTEMPT : CodeAccess.RETRY_LOOP;
        return Optional.of(new SharedAccess(0, again, atomicTarget(call)));
      }
    }
    return Optional.empty();
  }

  /** What an atomic update is, which may be something else where it is tried again. */
  private CodeAccess update(MethodInsnNode call, CodeAccess again) {
    CodeAccess inLoop = takesFlag(call) ? CodeAccess.LOCK_ATTEMPT : again;
    return inLoop != CodeAccess.ATOMIC_UPDATE && triesAgain(call)
        ? inLoop
        : CodeAccess.ATOMIC_UPDATE;
  }

  /**
   * Whether a call sets a flag that somebody else has to clear first, as locks of one's own making
   * do: no value that was read goes into it, as into an optimistic update.
   */
  private boolean takesFlag(MethodInsnNode call) {
    if (call.name.startsWith(SWAP)) {
      return Values.isConstant(values.operand(call, 0));
    }
    return call.name.contains("ompareAnd")
        && Values.isConstant(values.operand(call, 1))
        && (Values.isConstant(values.operand(call, 0))
            || Values.isCurrentThread(values.operand(call, 0)));
  }

  private String atomicTarget(MethodInsnNode call) {
    return AtomicTarget.of(call, names, values);
  }

  private boolean triesAgain(MethodInsnNode attempt) {
    boolean tellsValue = attempt.name.startsWith("compareAndExchange");
    boolean tellsFlag = attempt.name.startsWith(SWAP);
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof JumpInsnNode jump && values.isReached(jump)) {
        int opcode = jump.getOpcode();
        boolean onOutcome =
            (opcode == Opcodes.IFEQ || opcode == Opcodes.IFNE) && isOutcome(jump, 0, attempt);
        if (onOutcome && loops.triesAgain(attempt, jump, !tellsFlag)) {
          return true;
        }
        if (tellsValue
            && opcode >= Opcodes.IFEQ
            && opcode <= Opcodes.IF_ACMPNE
            && (isOutcome(jump, 0, attempt) || isOutcome(jump, 1, attempt))
            && loops.around(attempt).isPresent()) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isOutcome(JumpInsnNode jump, int fromTop, MethodInsnNode attempt) {
    return values.sources(jump, fromTop).contains(attempt);
  }

  private int firstLine() {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LineNumberNode number) {
        return number.line;
      }
    }
    return 0;
  }

  /**
   * A method with loops spends its time there: what it stores once, before or after them, is
   * nothing beside.
   */
  private boolean isBesideLoops(AbstractInsnNode at, CodeAccess access) {
    return switch (access) {
      case ATOMIC_UPDATE, VOLATILE_STORE, FIELD_STORE, ARRAY_STORE ->
          !loops.all().isEmpty() && loops.around(at).isEmpty();
      default -> false;
    };
  }

  private void add(AbstractInsnNode at, CodeAccess access, String target) {
    if (isBesideLoops(at, access)) {
      return;
    }
    @Nullable AbstractInsnNode before = at;
    while (before != null && !(before instanceof LineNumberNode)) {
      before = before.getPrevious();
    }
    add(before instanceof LineNumberNode number ? number.line : 0, access, target);
  }

  private void add(int line, CodeAccess access, String target) {
    found.add(new SharedAccess(line, access, target));
  }
}
