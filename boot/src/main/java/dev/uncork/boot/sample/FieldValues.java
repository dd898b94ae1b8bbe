package dev.uncork.boot.sample;

import org.jspecify.annotations.Nullable;

/**
 * Fields of any class and what they hold, from the native library. Unlike reflection it loads no
 * class, and it initializes none: no code of the program runs.
 *
 * <p>A field is a number that {@link #fields0} gives, good for as long as its class is loaded.
 */
public final class FieldValues {
  private FieldValues() {}

  /** The fields that a class declares itself; none while it isn't initialized. */
  public static native long[] fields0(Class<?> type);

  /** Modifiers, descriptor and name of a field: {@code 8 J operations}; null when unknown. */
  public static native @Nullable String describe0(Class<?> type, long field);

  /**
   * What a field of type {@code long} holds.
   *
   * @param type the class that declares it
   * @param holder an instance of that class; null for a static field
   */
  public static native long long0(Class<?> type, @Nullable Object holder, long field);

  /** As {@link #long0}, of a field of type {@code int}. */
  public static native int int0(Class<?> type, @Nullable Object holder, long field);

  /** As {@link #long0}, of a field of type {@code boolean}. */
  public static native boolean boolean0(Class<?> type, @Nullable Object holder, long field);

  /** As {@link #long0}, of a field that holds a reference. */
  public static native @Nullable Object object0(Class<?> type, @Nullable Object holder, long field);
}
