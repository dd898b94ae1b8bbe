package dev.uncork.rewriting.lock;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * One reason for or against, with the place in the program that it comes from.
 *
 * @param className name of the class with dots
 * @param method name of the method, or empty when it is about the class
 * @param line line in the source, or 0 when unknown
 * @param text what is the matter there
 */
public record Reason(String className, String method, int line, String text) {

  /** One about a class as a whole. */
  public static Reason about(ClassNode type, String text) {
    return new Reason(type.name.replace('/', '.'), "", 0, text);
  }

  /** One about a method, or an instruction of it. */
  public static Reason at(
      ClassNode type, MethodNode method, @Nullable AbstractInsnNode place, String text) {
    return new Reason(
        type.name.replace('/', '.'),
        method.name,
        place == null ? firstLine(method) : LockSites.line(place),
        text);
  }

  /** The first line of a method's code, or 0. */
  private static int firstLine(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof LineNumberNode number) {
        return number.line;
      }
    }
    return 0;
  }

  /** The place as a stack trace writes it, then the text. */
  @Override
  public String toString() {
    StringBuilder place = new StringBuilder(className);
    if (!method.isEmpty()) {
      place.append('.').append(method);
    }
    if (line > 0) {
      place.append(':').append(line);
    }
    return place + ": " + text;
  }
}
