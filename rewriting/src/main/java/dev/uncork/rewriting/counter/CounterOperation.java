package dev.uncork.rewriting.counter;

import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * What one critical section does: one read or one update of one field.
 *
 * @param field its name
 * @param descriptor {@code I} or {@code J}
 * @param kind what happens to it
 * @param operand code that computes the delta or the new value from constants and local variables
 * @param result which value goes on
 * @param local the variable that gets the result, or {@link #ON_STACK}
 */
record CounterOperation(
    String field,
    String descriptor,
    Kind kind,
    List<AbstractInsnNode> operand,
    Result result,
    int local) {
  static final int ON_STACK = -1;

  /** What happens to the field. */
  enum Kind {
    GET,
    ADD,
    SET
  }

  /** Which value goes on. */
  enum Result {
    NOTHING,
    BEFORE,
    AFTER
  }

  boolean isLong() {
    return descriptor.equals("J");
  }

  /** As it is shown to the user. */
  String text() {
    return switch (kind) {
      case GET -> "reads " + field;
      case ADD -> "adds to " + field;
      case SET -> "sets " + field;
    };
  }
}
