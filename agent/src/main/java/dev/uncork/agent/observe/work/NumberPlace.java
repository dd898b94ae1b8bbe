package dev.uncork.agent.observe.work;

import dev.uncork.agent.jvm.DeclaredField;
import dev.uncork.boot.sample.FieldValues;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A field of a class or of one object that holds a number, or an object of the JDK's that does.
 *
 * <p>Keeps neither class nor object alive. When they are gone it says what it said last, so that a
 * sum over several never falls for it.
 */
final class NumberPlace {
  /** Elements of an array up to which their sum is taken. */
  private static final int MOST_ELEMENTS = 1024;

  private static final String ATOMIC = "Ljava/util/concurrent/atomic/";

  private enum Sort {
    LONG,
    INT,
    OBJECT
  }

  private static final Map<String, Sort> SORTS =
      Map.of(
          "J",
          Sort.LONG,
          "I",
          Sort.INT,
          "[J",
          Sort.OBJECT,
          ATOMIC + "LongAdder;",
          Sort.OBJECT,
          ATOMIC + "AtomicLong;",
          Sort.OBJECT,
          ATOMIC + "AtomicInteger;",
          Sort.OBJECT,
          ATOMIC + "AtomicLongArray;",
          Sort.OBJECT,
          ATOMIC + "AtomicIntegerArray;",
          Sort.OBJECT,
          "[" + ATOMIC + "LongAdder;",
          Sort.OBJECT,
          "[" + ATOMIC + "AtomicLong;",
          Sort.OBJECT);

  private final WeakReference<Class<?>> type;
  private final @Nullable WeakReference<Object> holder;
  private final long field;
  private final Sort sort;
  private long last;

  private NumberPlace(Class<?> type, @Nullable Object holder, long field, Sort sort) {
    this.type = new WeakReference<>(type);
    this.holder = holder == null ? null : new WeakReference<>(holder);
    this.field = field;
    this.sort = sort;
  }

  /**
   * A field.
   *
   * @param holder the object that has it; null for a static one
   * @return null where it is of another type
   */
  static @Nullable NumberPlace of(DeclaredField field, @Nullable Object holder) {
    Sort sort = SORTS.get(field.descriptor());
    Class<?> type = field.type().get();
    return sort == null || type == null
        ? null
        : new NumberPlace(type, holder, field.number(), sort);
  }

  /** The object that holds the number now, which others may have, too; null where none does. */
  @Nullable Object object() {
    Class<?> declaring = type.get();
    Object from = holder == null ? null : holder.get();
    return sort != Sort.OBJECT || declaring == null || holder != null && from == null
        ? null
        : FieldValues.object0(declaring, from, field);
  }

  /** The number that is there now. */
  long read() {
    Class<?> declaring = type.get();
    Object from = holder == null ? null : holder.get();
    if (declaring != null && (holder == null || from != null)) {
      last =
          switch (sort) {
            case LONG -> FieldValues.long0(declaring, from, field);
            case INT -> FieldValues.int0(declaring, from, field);
            case OBJECT -> sum(FieldValues.object0(declaring, from, field));
          };
    }
    return last;
  }

  /** Runs nothing that the program might have overridden. */
  private static long sum(@Nullable Object number) {
    if (number == null) {
      return 0;
    } else if (number.getClass() == LongAdder.class) {
      return ((LongAdder) number).sum();
    } else if (number instanceof AtomicLong atomic) {
      return atomic.get();
    } else if (number instanceof AtomicInteger atomic) {
      return atomic.get();
    } else if (number instanceof AtomicLongArray array) {
      return sum(array.length(), array::get);
    } else if (number instanceof AtomicIntegerArray array) {
      return sum(array.length(), array::get);
    } else if (number instanceof long[] array) {
      return sum(array.length, place -> array[place]);
    } else if (number instanceof Object[] array) {
      return sum(array.length, place -> sum(array[place]));
    }
    return 0;
  }

  private static long sum(int length, IntToLongFunction element) {
    long sum = 0;
    for (int i = 0; i < Math.min(MOST_ELEMENTS, length); i++) {
      sum += element.applyAsLong(i);
    }
    return sum;
  }
}
