package dev.uncork.agent.jvm;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * A private field of a class of the JDK, read by reflection: its getters may be overridden or take
 * a lock. Where a JDK hasn't got it, it holds nothing.
 */
public final class JdkField {
  private final @Nullable Field field;

  /** A field, {@code CLASS#FIELD}; its package must have been opened. */
  public JdkField(String name) {
    int hash = name.indexOf('#');
    this.field = find(name.substring(0, hash), name.substring(hash + 1));
  }

  private static @Nullable Field find(String className, String name) {
    try {
      Field found = Class.forName(className, false, null).getDeclaredField(name);
      found.setAccessible(true);
      return found;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null; // Another JDK's internals.
    }
  }

  /** Whether this JDK has it. */
  public boolean exists() {
    return field != null;
  }

  /** Whether an object has this field. */
  public boolean isIn(@Nullable Object holder) {
    return field != null && field.getDeclaringClass().isInstance(holder);
  }

  /** What it holds; null where the object hasn't got it. */
  public @Nullable Object get(@Nullable Object holder) {
    try {
      return field == null || !isIn(holder) ? null : field.get(holder);
    } catch (IllegalAccessException e) {
      return null;
    }
  }

  /** The number that it holds, or another where the object hasn't got it. */
  public int getInt(@Nullable Object holder, int otherwise) {
    return get(holder) instanceof Integer number ? number : otherwise;
  }

  /** The number that it holds, or another where the object hasn't got it. */
  public long getLong(@Nullable Object holder, long otherwise) {
    return get(holder) instanceof Long number ? number : otherwise;
  }
}
