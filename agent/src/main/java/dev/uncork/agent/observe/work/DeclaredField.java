package dev.uncork.agent.observe.work;

import dev.uncork.boot.sample.FieldValues;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of a class that is initialized.
 *
 * @param number as {@link FieldValues#fields0} has it
 */
record DeclaredField(
    WeakReference<Class<?>> type, long number, boolean isStatic, String descriptor, String name) {
  /** The fields that a class declares itself, but constants. */
  static List<DeclaredField> of(Class<?> type) {
    List<DeclaredField> fields = new ArrayList<>();
    WeakReference<Class<?>> reference = new WeakReference<>(type);
    for (long number : FieldValues.fields0(type)) {
      String text = FieldValues.describe0(type, number);
      DeclaredField field = text == null ? null : of(reference, number, text.split(" ", 3));
      if (field != null) {
        fields.add(field);
      }
    }
    return fields;
  }

  private static @Nullable DeclaredField of(
      WeakReference<Class<?>> type, long number, String[] words) {
    int modifiers = Integer.parseInt(words[0]);
    boolean isPrimitive = words[1].length() == 1;
    return isPrimitive && Modifier.isFinal(modifiers)
        ? null
        : new DeclaredField(type, number, Modifier.isStatic(modifiers), words[1], words[2]);
  }

  /** Whether it may hold an object of the program or an array of them, by its declared type. */
  boolean mayHoldObjects() {
    return descriptor.startsWith("L") || descriptor.startsWith("[L");
  }

  /** What it holds; null where it holds no reference or its class is gone. */
  @Nullable Object value(@Nullable Object holder) {
    Class<?> declaring = type.get();
    return declaring == null || !mayHoldObjects()
        ? null
        : FieldValues.object0(declaring, holder, number);
  }
}
