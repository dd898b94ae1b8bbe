package dev.uncork.agent.jvm;

import dev.uncork.boot.sample.FieldValues;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of a class that is initialized, read without loading a class or running any code of it.
 *
 * @param number as {@link FieldValues#fields0} has it
 * @param modifiers as {@link Modifier} has them
 */
public record DeclaredField(
    WeakReference<Class<?>> type, long number, int modifiers, String descriptor, String name) {
  /** The fields that a class declares itself. */
  public static List<DeclaredField> of(Class<?> type) {
    List<DeclaredField> fields = new ArrayList<>();
    WeakReference<Class<?>> reference = new WeakReference<>(type);
    for (long number : FieldValues.fields0(type)) {
      String text = FieldValues.describe0(type, number);
      if (text != null) {
        String[] words = text.split(" ", 3);
        int modifiers = Integer.parseInt(words[0]);
        fields.add(new DeclaredField(reference, number, modifiers, words[1], words[2]));
      }
    }
    return fields;
  }

  /** Whether it belongs to the class, and not to each of its objects. */
  public boolean isStatic() {
    return Modifier.isStatic(modifiers);
  }

  /** Whether it holds a number or a boolean that never changes. */
  public boolean isConstant() {
    return descriptor.length() == 1 && Modifier.isFinal(modifiers);
  }

  /** Whether it may hold an object of the program or an array of them, by its declared type. */
  public boolean mayHoldObjects() {
    return descriptor.startsWith("L") || descriptor.startsWith("[L");
  }

  /** What it holds; null where it holds no reference or its class is gone. */
  public @Nullable Object reference(@Nullable Object holder) {
    Class<?> declaring = type.get();
    boolean isReference = descriptor.startsWith("L") || descriptor.startsWith("[");
    return declaring == null || !isReference
        ? null
        : FieldValues.object0(declaring, holder, number);
  }

  /** The number that it holds, or another where it holds none or its class is gone. */
  public long number(@Nullable Object holder, long otherwise) {
    Class<?> declaring = type.get();
    if (declaring == null) {
      return otherwise;
    }
    return switch (descriptor) {
      case "J" -> FieldValues.long0(declaring, holder, number);
      case "I" -> FieldValues.int0(declaring, holder, number);
      default -> otherwise;
    };
  }
}
