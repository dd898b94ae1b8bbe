package dev.uncork.sparkworkloads.shuffle;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Frees direct memory at once, as a collection would later. */
final class FreedBuffers {
  private static final @Nullable MethodHandle CLEAN = find();

  private FreedBuffers() {}

  private static @Nullable MethodHandle find() {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field field = unsafe.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return MethodHandles.publicLookup()
          .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
          .bindTo(field.get(null));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null; // Then the collector frees it.
    }
  }

  /** A buffer that was made by {@link ByteBuffer#allocateDirect} and is used no more. */
  static void free(ByteBuffer buffer) {
    try {
      if (CLEAN != null) {
        CLEAN.invoke(buffer);
      }
    } catch (Throwable e) {
      // The collector frees it.
    }
  }
}
