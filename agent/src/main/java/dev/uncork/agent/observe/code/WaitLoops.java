package dev.uncork.agent.observe.code;

import dev.uncork.protocol.CodeAccess;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Loops in which a thread waits for another without giving its core away. */
final class WaitLoops {
  private static final String THREAD = "java/lang/Thread";
  private static final Set<String> SPINNING = Set.of("onSpinWait", "yield");

  /** Methods, in the JDK, that tell what another thread may change, and do nothing else. */
  private static final Set<String> ASKING =
      Set.of(
          "isDone",
          "isCancelled",
          "isEmpty",
          "isAlive",
          "isInterrupted",
          "isShutdown",
          "isTerminated",
          "peek",
          "poll",
          "getState",
          "getCount",
          "isLocked");

  /** Methods of the JDK that a loop may call and still do nothing. */
  private static final Set<String> HARMLESS =
      Set.of(
          "onSpinWait", "yield", "nanoTime", "currentTimeMillis", "currentThread", "interrupted");

  /** What goes through those that a loop asks, one after the other. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/util/Iterator",
          "java/lang/Iterable",
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/ArrayList");

  private static final Set<String> ITERATING = Set.of("iterator", "hasNext", "next", "size");

  /** Instructions that make a value which nobody could have asked for, as generators do. */
  private static final Set<Integer> MIXING =
      Set.of(Opcodes.ISHL, Opcodes.LSHL, Opcodes.IXOR, Opcodes.LXOR);

  /** Instructions of a method up to which it is taken for one that only reads a field. */
  private static final int MOST_OF_GETTER = 12;

  private final ClassFileCode type;
  private final MethodNode method;
  private final CodeNames names;
  private final Values values;
  private final CodeLoops loops;

  /** Is told what is found. */
  interface Finder {
    void found(AbstractInsnNode at, CodeAccess access, String target);
  }

  WaitLoops(
      ClassFileCode type, MethodNode method, CodeNames names, Values values, CodeLoops loops) {
    this.type = type;
    this.method = method;
    this.names = names;
    this.values = values;
    this.loops = loops;
  }

  void find(Finder finder) {
    for (AbstractInsnNode instruction : method.instructions) {
      if (spins(instruction) && values.isReached(instruction)) {
        loops
            .around(instruction)
            .ifPresent(loop -> finder.found(instruction, CodeAccess.SPIN_WAIT, polledIn(loop)));
      }
    }
    for (CodeLoops.Loop loop : loops.all()) {
      AbstractInsnNode asked = doesNothing(loop) ? asked(loop, this::mayChange) : null;
      if (asked != null && !spins(loop)) {
        finder.found(asked, CodeAccess.POLLING_LOOP, words(asked));
      }
    }
  }

  /** What such a loop asks again and again; what only ends it, such as a flag, is asked too. */
  private String polledIn(CodeLoops.Loop loop) {
    AbstractInsnNode asked = asked(loop, WaitLoops::asksByName);
    if (asked == null) {
      asked = asked(loop, this::mayChange);
    }
    return asked == null ? "" : words(asked);
  }

  private boolean spins(CodeLoops.Loop loop) {
    for (int i = loop.first(); i <= loop.last(); i++) {
      if (spins(method.instructions.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Libraries that run on old JDKs, too, give the hint by way of a method with its name. */
  private static boolean spins(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call
        && (call.owner.equals(THREAD) ? SPINNING.contains(call.name) : isHint(call));
  }

  private static boolean isHint(MethodInsnNode call) {
    return call.getOpcode() == Opcodes.INVOKESTATIC
        && call.name.equals("onSpinWait")
        && call.desc.equals("()V");
  }

  /** What the outcome of a jump out of a loop depends on, if it is what is looked for. */
  private @Nullable AbstractInsnNode asked(
      CodeLoops.Loop loop, Predicate<AbstractInsnNode> wanted) {
    for (int i = loop.first(); i <= loop.last(); i++) {
      if (method.instructions.get(i) instanceof JumpInsnNode jump
          && jump.getOpcode() != Opcodes.GOTO
          && values.isReached(jump)
          && leaves(jump, loop)) {
        AbstractInsnNode asked = asked(jump, loop, wanted, new HashSet<>());
        if (asked != null) {
          return asked;
        }
      }
    }
    return null;
  }

  /**
   * The same of any instruction, by way of what is computed and compared.
   *
   * @param passed what has been seen on the way: a loop may compute a value from itself
   */
  private @Nullable AbstractInsnNode asked(
      AbstractInsnNode instruction,
      CodeLoops.Loop loop,
      Predicate<AbstractInsnNode> wanted,
      Set<AbstractInsnNode> passed) {
    for (int operand = 0; operand < operands(instruction.getOpcode()); operand++) {
      for (AbstractInsnNode made : values.sources(instruction, operand)) {
        if (loop.has(method.instructions.indexOf(made)) && passed.add(made)) {
          AbstractInsnNode asked = wanted.test(made) ? made : asked(made, loop, wanted, passed);
          if (asked != null) {
            return asked;
          }
        }
      }
    }
    return null;
  }

  /** How many operands a jump, comparison, computation or cast has; 0 for all else. */
  private static int operands(int opcode) {
    boolean negates = opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
    boolean converts = opcode >= Opcodes.I2L && opcode <= Opcodes.I2S;
    boolean tests = opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE;
    boolean testsNull = opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
    if (negates || converts || tests || testsNull || opcode == Opcodes.CHECKCAST) {
      return 1;
    }
    boolean computes = opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR;
    boolean compares = opcode >= Opcodes.LCMP && opcode <= Opcodes.IF_ACMPNE;
    return computes || compares ? 2 : 0;
  }

  private boolean leaves(JumpInsnNode jump, CodeLoops.Loop loop) {
    int place = method.instructions.indexOf(jump);
    return place == loop.last()
        || !loop.has(method.instructions.indexOf(jump.label))
        || returns(jump);
  }

  /** Whether the method ends there unless a jump is taken. */
  private static boolean returns(JumpInsnNode jump) {
    AbstractInsnNode next = jump.getNext();
    while (next != null && next != jump.label && !(next instanceof JumpInsnNode)) {
      if (next.getOpcode() >= Opcodes.IRETURN && next.getOpcode() <= Opcodes.RETURN) {
        return true;
      }
      next = next.getNext();
    }
    return false;
  }

  /** Whether it asks for what another thread does, whoever wrote it, as far as its name tells. */
  private static boolean asksByName(AbstractInsnNode made) {
    return made instanceof MethodInsnNode call && ASKING.contains(call.name);
  }

  private boolean mayChange(AbstractInsnNode made) {
    if (made instanceof FieldInsnNode field) {
      return names.isVolatile(field);
    }
    return made instanceof MethodInsnNode call && asks(call);
  }

  private boolean asks(MethodInsnNode call) {
    return AtomicCall.of(call, names.ofJdk(call.owner)) == AtomicCall.LOAD
        || triesLock(call)
        || !CodePlace.isOfProgram(call.owner.replace('/', '.')) && ASKING.contains(call.name)
        || readField(call) != null;
  }

  /** What fails as long as another thread has the lock. */
  private static boolean triesLock(MethodInsnNode call) {
    return LockTaking.takes(call) && LockTaking.tries(call);
  }

  private String words(AbstractInsnNode made) {
    if (made instanceof MethodInsnNode call) {
      if (AtomicCall.of(call, names.ofJdk(call.owner)) == AtomicCall.LOAD) {
        return AtomicTarget.of(call, names, values);
      }
      if (triesLock(call)) {
        return values.words(values.receiver(call));
      }
      FieldInsnNode read = readField(call);
      if (read != null) {
        return CodeNames.of(read);
      }
    }
    return values.words(made);
  }

  /** The volatile field that a method of this class reads, if it does nothing else. */
  private @Nullable FieldInsnNode readField(MethodInsnNode call) {
    if (!call.owner.equals(type.name())) {
      return null;
    }
    for (MethodNode other : type.methods(call.name)) {
      if (other.desc.equals(call.desc)) {
        return onlyRead(other);
      }
    }
    return null;
  }

  private @Nullable FieldInsnNode onlyRead(MethodNode getter) {
    FieldInsnNode read = null;
    int size = 0;
    for (AbstractInsnNode instruction : getter.instructions) {
      size += instruction.getOpcode() >= 0 ? 1 : 0;
      if (instruction instanceof MethodInsnNode || stores(instruction)) {
        return null;
      }
      if (instruction instanceof FieldInsnNode field && names.isVolatile(field)) {
        read = field;
      }
    }
    return size <= MOST_OF_GETTER ? read : null;
  }

  private static boolean stores(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return opcode == Opcodes.PUTFIELD
        || opcode == Opcodes.PUTSTATIC
        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Whether a loop but reads and compares, and counts at most. */
  private boolean doesNothing(CodeLoops.Loop loop) {
    for (int i = loop.first(); i <= loop.last(); i++) {
      AbstractInsnNode instruction = method.instructions.get(i);
      int opcode = instruction.getOpcode();
      if (!values.isReached(instruction)) {
        continue;
      }
      boolean calls = instruction instanceof MethodInsnNode call && !isHarmless(call);
      boolean works =
          stores(instruction)
              || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
              || opcode == Opcodes.INVOKEDYNAMIC
              || opcode == Opcodes.MONITORENTER
              || opcode == Opcodes.NEW
              || opcode >= Opcodes.IMUL && opcode <= Opcodes.DREM
              || MIXING.contains(opcode);
      if (calls || works) {
        return false;
      }
    }
    return true;
  }

  private boolean isHarmless(MethodInsnNode call) {
    boolean ofJdk = !CodePlace.isOfProgram(call.owner.replace('/', '.'));
    boolean iterates = COLLECTIONS.contains(call.owner) && ITERATING.contains(call.name);
    return iterates || ofJdk && HARMLESS.contains(call.name) || asks(call);
  }
}
