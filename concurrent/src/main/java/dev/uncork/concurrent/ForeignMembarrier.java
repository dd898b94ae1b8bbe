package dev.uncork.concurrent;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The system call by {@code java.lang.foreign}, which JDK 22 made final; reached by reflection,
 * since this library runs on JDK 17 too.
 */
final class ForeignMembarrier implements Membarrier {
  private static final String FOREIGN = "java.lang.foreign.";
  private static final Map<String, Long> SYSTEM_CALLS = Map.of("amd64", 324L, "aarch64", 283L);

  private final MethodHandle syscall;
  private final long number;

  private ForeignMembarrier(MethodHandle syscall, long number) {
    this.syscall = syscall;
    this.number = number;
  }

  /** Links it; an exception says why this JVM can't. */
  static Membarrier link() throws ReflectiveOperationException {
    String arch = System.getProperty("os.arch", "?");
    Long number = SYSTEM_CALLS.get(arch);
    if (number == null) {
      throw new ReflectiveOperationException("its number is unknown on " + arch);
    }
    Class<?> linkerType = Class.forName(FOREIGN + "Linker");
    Class<?> optionType = Class.forName(FOREIGN + "Linker$Option");
    Class<?> layoutType = Class.forName(FOREIGN + "MemoryLayout");
    Class<?> descriptorType = Class.forName(FOREIGN + "FunctionDescriptor");
    Class<?> segmentType = Class.forName(FOREIGN + "MemorySegment");
    Class<?> valueType = Class.forName(FOREIGN + "ValueLayout");
    Object linker = invoke(linkerType, "nativeLinker", null);
    Object symbols = invoke(linkerType, "defaultLookup", linker);
    Object address =
        ((Optional<?>)
                Class.forName(FOREIGN + "SymbolLookup")
                    .getMethod("find", String.class)
                    .invoke(symbols, "syscall"))
            .orElseThrow(() -> new ReflectiveOperationException("libc has no syscall()"));
    Object wide = valueType.getField("JAVA_LONG").get(null);
    Object narrow = valueType.getField("JAVA_INT").get(null);
    Object arguments = Array.newInstance(layoutType, 4);
    Array.set(arguments, 0, wide);
    for (int i = 1; i < 4; i++) {
      Array.set(arguments, i, narrow);
    }
    Object descriptor =
        descriptorType
            .getMethod("of", layoutType, arguments.getClass())
            .invoke(null, wide, arguments);
    Object options = Array.newInstance(optionType, 1);
    Array.set(options, 0, optionType.getMethod("firstVariadicArg", int.class).invoke(null, 1));
    Object handle =
        linkerType
            .getMethod("downcallHandle", segmentType, descriptorType, options.getClass())
            .invoke(linker, address, descriptor, options);
    return new ForeignMembarrier((MethodHandle) handle, number);
  }

  private static Object invoke(Class<?> type, String method, @Nullable Object target)
      throws ReflectiveOperationException {
    return type.getMethod(method).invoke(target);
  }

  @Override
  public int call(int command) {
    try {
      return (int) (long) syscall.invokeExact(number, command, 0, 0);
    } catch (Throwable e) {
      return -1;
    }
  }
}
