package dev.uncork.agent.observe.code;

import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** What a call does by which code reads or changes memory atomically. */
enum AtomicCall {
  /** Reads and changes in one step that can't fail. */
  UPDATE,
  /** Changes if nobody else did, and tells whether. */
  COMPARE_AND_SET,
  /** The same again and again in the JDK's own code, until it succeeds. */
  RETRYING,
  STORE,
  LOAD,
  NONE;

  private static final String ATOMIC = "java/util/concurrent/atomic/Atomic";
  static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
  private static final Set<String> UNSAFE = Set.of("sun/misc/Unsafe", "jdk/internal/misc/Unsafe");
  private static final Set<String> RETRYING_NAMES =
      Set.of("getAndUpdate", "updateAndGet", "getAndAccumulate", "accumulateAndGet");

  /**
   * What a call is one of. Adders aren't: they are made for many threads.
   *
   * @param owner the class of the JDK whose method it is, also where a subclass is named
   */
  static AtomicCall of(MethodInsnNode call, String owner) {
    String name = call.name;
    if (!owner.startsWith(ATOMIC) && !owner.equals(VAR_HANDLE) && !isUnsafe(call)) {
      return NONE;
    } else if (name.startsWith("compareAnd") || name.startsWith("weakCompareAnd")) {
      return COMPARE_AND_SET;
    } else if (RETRYING_NAMES.contains(name)) {
      return RETRYING;
    } else if (name.startsWith("getAnd") || name.endsWith("AndGet")) {
      return UPDATE;
    } else if (isUnsafe(call)) {
      return ofUnsafe(name);
    } else if (name.startsWith("set") || name.equals("lazySet")) {
      return STORE;
    }
    return name.startsWith("get") ? LOAD : NONE;
  }

  private static AtomicCall ofUnsafe(String name) {
    boolean ordered = name.endsWith("Volatile") || name.endsWith("Release");
    if (name.startsWith("putOrdered") || name.startsWith("put") && ordered) {
      return STORE;
    }
    return name.startsWith("get") && name.endsWith("Volatile") || name.endsWith("Acquire")
        ? LOAD
        : NONE;
  }

  static boolean isUnsafe(MethodInsnNode call) {
    return UNSAFE.contains(call.owner);
  }

  /** Whether a call is by way of an object that stands for a field of others. */
  static boolean isUpdater(MethodInsnNode call) {
    return call.owner.startsWith(ATOMIC) && call.owner.endsWith("FieldUpdater");
  }
}
