package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Modifier;

/**
 * Atomic updates of a counter field where it stands, in place of a lock around it.
 *
 * <p>The field stays what it was, an {@code int} or {@code long}, so debuggers, serialization and
 * reflection still find it. Keep the counter in a constant, which lets the compiler reduce each
 * call to one instruction:
 *
 * <pre>{@code
 * private long generated;
 * private static final InPlaceCounter<Checker> GENERATED =
 *     InPlaceCounter.of(MethodHandles.lookup(), Checker.class, "generated");
 * void found(int n) { GENERATED.add(this, n); }       // was: synchronized
 * }</pre>
 *
 * <p>All operations are linearizable and volatile: they order the memory accesses around them as
 * the lock did for its own users. Each takes constant time: one atomic instruction, or on a
 * processor without fetch-and-add a loop that some thread always leaves.
 *
 * <p><b>Don't use it</b> if one access to the field stays outside (it would race), if the lock also
 * kept another field in step, if {@code wait} or {@code notify} uses the lock, or if more than a
 * few processors write all the time: they still meet on one cache line, which {@link
 * StripedCounter} avoids.
 *
 * @param <T> the class that declares the field
 * @param field the field's handle; made by {@link #of}
 */
public record InPlaceCounter<T>(VarHandle field) {

  /** Accepts a handle of an {@code int} or {@code long} field that isn't static or final. */
  public InPlaceCounter {
    boolean number = field.varType() == long.class || field.varType() == int.class;
    boolean writable = field.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD);
    if (!number || !writable || field.coordinateTypes().size() != 1) {
      throw new IllegalArgumentException(
          "handle is " + field + ", expected one of a non-final int or long instance field");
    }
  }

  /**
   * The counter that is a field of a class.
   *
   * @param lookup one that may access the field: {@code MethodHandles.lookup()} in its class
   * @param owner the class that declares the field
   * @param name the field's name
   */
  public static <T> InPlaceCounter<T> of(MethodHandles.Lookup lookup, Class<T> owner, String name) {
    try {
      var declared = owner.getDeclaredField(name);
      int modifiers = declared.getModifiers();
      if (Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
        throw new IllegalArgumentException(
            owner.getName() + "." + name + " is static or final, expected an instance variable");
      }
      return new InPlaceCounter<>(lookup.unreflectVarHandle(declared));
    } catch (NoSuchFieldException e) {
      throw new IllegalArgumentException(
          owner.getName() + " declares no field " + name + ", expected an int or long field", e);
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "the lookup of "
              + lookup.lookupClass().getName()
              + " may not access "
              + owner.getName()
              + "."
              + name
              + "; make the counter inside the class that declares the field",
          e);
    }
  }

  /** Adds a delta and returns the value after it; an {@code int} field wraps around at 32 bits. */
  public long add(T target, long delta) {
    if (field.varType() == int.class) {
      return (int) field.getAndAdd(target, (int) delta) + (int) delta;
    }
    return (long) field.getAndAdd(target, delta) + delta;
  }

  /** Adds one and returns the value after it. */
  public long increment(T target) {
    return add(target, 1);
  }

  /** The value now. */
  public long get(T target) {
    return field.varType() == int.class
        ? (int) field.getVolatile(target)
        : (long) field.getVolatile(target);
  }

  /** Sets the value and returns the one before. */
  public long set(T target, long value) {
    return field.varType() == int.class
        ? (int) field.getAndSet(target, (int) value)
        : (long) field.getAndSet(target, value);
  }
}
