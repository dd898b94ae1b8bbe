package dev.uncork.agent.jvm;

import org.jspecify.annotations.Nullable;

/**
 * A field of a class of the program, known by names alone, and read without loading a class or
 * running any of its code. Used by one thread at a time.
 */
public final class ProgramField {
  private final String declaring;
  private final String name;

  /** The field as it was found last; null before that. */
  private @Nullable DeclaredField known;

  /** A field, {@code CLASS#FIELD}; the class may be a subclass of the one that declares it. */
  public ProgramField(String name) {
    int hash = name.indexOf('#');
    this.declaring = name.substring(0, hash);
    this.name = name.substring(hash + 1);
  }

  /** The object around which one of an inner class was made; null where it doesn't hold any. */
  public static @Nullable Object outer(Object inner) {
    for (DeclaredField field : DeclaredField.of(inner.getClass())) {
      if (field.name().startsWith("this$")) {
        return field.reference(inner);
      }
    }
    return null;
  }

  /** Whether an object is of its class. */
  public boolean isIn(@Nullable Object holder) {
    return ofClass(holder) != null;
  }

  /** The reference that it holds; null where the object hasn't got it. */
  public @Nullable Object get(@Nullable Object holder) {
    DeclaredField found = find(holder);
    return found == null ? null : found.reference(holder);
  }

  /** The number that it holds, or another where the object hasn't got it. */
  public long getLong(@Nullable Object holder, long otherwise) {
    DeclaredField found = find(holder);
    return found == null ? otherwise : found.number(holder, otherwise);
  }

  private @Nullable Class<?> ofClass(@Nullable Object holder) {
    Class<?> at = holder == null ? null : holder.getClass();
    while (at != null && !at.getName().equals(declaring)) {
      at = at.getSuperclass();
    }
    return at;
  }

  /** The field of an object. */
  private @Nullable DeclaredField find(@Nullable Object holder) {
    Class<?> last = known == null ? null : known.type().get();
    if (last != null && last.isInstance(holder)) {
      return known;
    }
    for (Class<?> at = ofClass(holder); at != null; at = at.getSuperclass()) {
      for (DeclaredField field : DeclaredField.of(at)) {
        if (field.name().equals(name)) {
          known = field;
          return field;
        }
      }
    }
    return null;
  }
}
