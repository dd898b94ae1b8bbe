package dev.uncork.spark.shuffle.route;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.TaskContext;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.scheduler.MapStatus$;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.util.collection.ExternalSorter;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** What differs between Spark 4.0 and 4.3, found out once. */
public final class SparkVersions {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

  /** Since 4.1 with a checksum of all rows as the last argument (SPARK-51756). */
  private static final @Nullable MethodHandle STATUS_WITH_CHECKSUM = statusOf(long.class);

  private static final @Nullable MethodHandle STATUS = statusOf();

  private SparkVersions() {}

  private static @Nullable MethodHandle statusOf(Class<?>... more) {
    MethodType type =
        MethodType.methodType(MapStatus.class, BlockManagerId.class, long[].class, long.class)
            .appendParameterTypes(more);
    try {
      return LOOKUP.findVirtual(MapStatus$.class, "apply", type).bindTo(MapStatus$.MODULE$);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Whether this Spark has what {@link #status} needs. */
  public static boolean canTellStatus() {
    return STATUS != null || STATUS_WITH_CHECKSUM != null;
  }

  /**
   * Where a map task's output is and how large its parts are.
   *
   * @param rows their checksum, see {@link RowChecksums#total}
   */
  public static MapStatus status(BlockManagerId where, long[] lengths, long mapId, long rows) {
    try {
      if (STATUS != null) {
        return (MapStatus) STATUS.invoke(where, lengths, mapId);
      }
      if (STATUS_WITH_CHECKSUM != null) {
        return (MapStatus) STATUS_WITH_CHECKSUM.invoke(where, lengths, mapId, rows);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalStateException("MapStatus has no apply that is known");
  }

  /** Sorts the records of a reader; since 4.1 it can be told checksums, which readers have not. */
  static ExternalSorter<?, ?, ?> sorter(
      TaskContext task, Option<?> ordering, Serializer serializer) {
    Constructor<?> constructor = ExternalSorter.class.getConstructors()[0];
    List<Object> arguments =
        new ArrayList<>(List.of(task, Option.empty(), Option.empty(), ordering, serializer));
    Class<?>[] types = constructor.getParameterTypes();
    if (types.length == arguments.size() + 1) {
      Class<?> last = Objects.requireNonNull(types[types.length - 1].getComponentType());
      arguments.add(Array.newInstance(last, 0));
    }
    try {
      return (ExternalSorter<?, ?, ?>) constructor.newInstance(arguments.toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("ExternalSorter has no constructor that is known", e);
    }
  }
}
