package dev.uncork.spark.shuffle.write;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.spark.ShuffleDependency;
import org.jspecify.annotations.Nullable;

/**
 * Checksums over the rows of each partition, whatever their order, by which the driver finds out
 * that a map task that ran again made other rows (SPARK-51756, since Spark 4.1; on by default in
 * 4.3 for SQL). Spark's own objects compute them. For one thread.
 */
public final class RowChecksums {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
  private static final String CLASS = "org.apache.spark.shuffle.checksum.RowBasedChecksum";

  /** Of a dependency; null before 4.1. */
  private static final @Nullable MethodHandle OF;

  /** One's, with a key and a value; null also where this version's isn't known. */
  private static final @Nullable MethodHandle UPDATE;

  /** The sum over all partitions. */
  private static final @Nullable MethodHandle TOTAL;

  static {
    MethodHandle of = null;
    MethodHandle update = null;
    MethodHandle total = null;
    try {
      ClassLoader loader = ShuffleDependency.class.getClassLoader();
      Class<?> one = Class.forName(CLASS, false, loader);
      Class<?> all = one.arrayType();
      of =
          LOOKUP
              .findVirtual(ShuffleDependency.class, "rowBasedChecksums", MethodType.methodType(all))
              .asType(MethodType.methodType(Object[].class, ShuffleDependency.class));
      MethodType rows = MethodType.methodType(void.class, Object.class, Object.class);
      update =
          LOOKUP
              .findVirtual(one, "update", rows)
              .asType(rows.insertParameterTypes(0, Object.class));
      total =
          LOOKUP
              .findStatic(one, "getAggregatedChecksumValue", MethodType.methodType(long.class, all))
              .asType(MethodType.methodType(long.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      // What is missing stays null.
    }
    OF = of;
    UPDATE = update;
    TOTAL = total;
  }

  private final Object[] sums;

  private RowChecksums(Object[] sums) {
    this.sums = sums;
  }

  /** Those that a dependency wants: none, or one for each partition. */
  public static RowChecksums of(ShuffleDependency<?, ?, ?> dependency) {
    if (OF == null) {
      return new RowChecksums(new Object[0]);
    }
    try {
      Object[] sums = (Object[]) OF.invokeExact(dependency);
      return new RowChecksums(sums == null ? new Object[0] : sums);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  public boolean wanted() {
    return sums.length > 0;
  }

  /** Whether this version's can be computed here. */
  public static boolean known() {
    return UPDATE != null && TOTAL != null;
  }

  /** A row has been written. */
  void add(int partition, Object key, Object value) {
    if (sums.length > 0 && UPDATE != null) {
      try {
        UPDATE.invokeExact(sums[partition], key, value);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Of all rows; 0 if none are wanted. */
  long total() {
    if (sums.length == 0 || TOTAL == null) {
      return 0;
    }
    try {
      return (long) TOTAL.invokeExact(sums);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
