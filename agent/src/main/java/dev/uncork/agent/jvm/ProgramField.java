package dev.uncork.agent.jvm;

import dev.uncork.boot.sample.FieldValues;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A field of a class of the program, known by names alone, and read without loading a class or
 * running any of its code. Used by one thread at a time.
 */
public final class ProgramField {
  private static final int WORDS = 3;
  private static final int DESCRIPTOR = 1;
  private static final int NAME = 2;

  private final String declaring;
  private final String name;

  /** The class in which it was found last, and its number there. */
  private WeakReference<Class<?>> type = new WeakReference<>(null);

  private long number;
  private char kind;

  /** A field, {@code CLASS#FIELD}; the class may be a subclass of the one that declares it. */
  public ProgramField(String name) {
    int hash = name.indexOf('#');
    this.declaring = name.substring(0, hash);
    this.name = name.substring(hash + 1);
  }

  /** The object around which one of an inner class was made; null where it doesn't hold any. */
  public static @Nullable Object outer(Object inner) {
    Class<?> type = inner.getClass();
    for (long field : FieldValues.fields0(type)) {
      if (words(type, field)[NAME].startsWith("this$")) {
        return FieldValues.object0(type, inner, field);
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
    Class<?> found = find(holder);
    boolean reference = kind == 'L' || kind == '[';
    return found == null || !reference ? null : FieldValues.object0(found, holder, number);
  }

  /** The number that it holds, or another where the object hasn't got it. */
  public long getLong(@Nullable Object holder, long otherwise) {
    Class<?> found = find(holder);
    if (found == null) {
      return otherwise;
    }
    return switch (kind) {
      case 'J' -> FieldValues.long0(found, holder, number);
      case 'I' -> FieldValues.int0(found, holder, number);
      default -> otherwise;
    };
  }

  private @Nullable Class<?> ofClass(@Nullable Object holder) {
    Class<?> at = holder == null ? null : holder.getClass();
    while (at != null && !at.getName().equals(declaring)) {
      at = at.getSuperclass();
    }
    return at;
  }

  /** What {@link FieldValues#describe0} tells of a field, each by itself; empty where unknown. */
  private static String[] words(Class<?> type, long field) {
    String text = FieldValues.describe0(type, field);
    String[] words = text == null ? new String[0] : text.split(" ", WORDS);
    return words.length == WORDS ? words : new String[] {"", "", ""};
  }

  /** The class that declares it, of an object. */
  private @Nullable Class<?> find(@Nullable Object holder) {
    Class<?> known = type.get();
    if (known != null && known.isInstance(holder)) {
      return known;
    }
    for (Class<?> at = ofClass(holder); at != null; at = at.getSuperclass()) {
      for (long field : FieldValues.fields0(at)) {
        String[] words = words(at, field);
        if (words[NAME].equals(name)) {
          type = new WeakReference<>(at);
          number = field;
          kind = words[DESCRIPTOR].charAt(0);
          return at;
        }
      }
    }
    return null;
  }
}
