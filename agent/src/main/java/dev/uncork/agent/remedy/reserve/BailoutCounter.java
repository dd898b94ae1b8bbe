package dev.uncork.agent.remedy.reserve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.uncork.agent.jvm.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;

/**
 * How many attempts HotSpot's compilers gave up in this JVM: its performance counter {@code
 * sun.ci.totalBailouts}, a number in memory, which stays 0 in most programs.
 *
 * <p>The memory is there unless {@code -XX:-UsePerfData} is given, also where no file shows it to
 * other processes ({@code -XX:+PerfDisableSharedMem}, containers). What it looks like is told in
 * HotSpot's perfMemory.hpp and perfData.hpp.
 */
final class BailoutCounter implements LongSupplier {
  private static final String PACKAGE = "jdk.internal.perf";
  private static final String NAME = "sun.ci.totalBailouts";
  private static final int BYTE_ORDER = 4;
  private static final int FIRST_ENTRY = 24;
  private static final int ENTRIES = 28;
  private static final int ENTRY_NAME = 4;
  private static final int ENTRY_DATA = 16;

  private final ByteBuffer memory;
  private final int position;

  private BailoutCounter(ByteBuffer memory, int position) {
    this.memory = memory;
    this.position = position;
  }

  /**
   * Finds the counter.
   *
   * @throws IllegalStateException when there is none, with the reason in one line
   */
  static BailoutCounter open(Instrumentation instrumentation) {
    ByteBuffer memory;
    try {
      memory = attach(instrumentation);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the JVM's performance counters: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JVM's performance counters: " + e, e);
    }
    if (memory.capacity() == 0) {
      throw new IllegalStateException("the JVM has no performance counters (-XX:-UsePerfData)");
    }
    return new BailoutCounter(memory, find(memory));
  }

  private static ByteBuffer attach(Instrumentation instrumentation)
      throws ReflectiveOperationException {
    JdkInternals.export(Object.class.getModule(), PACKAGE, instrumentation);
    Class<?> type = Class.forName(PACKAGE + ".Perf");
    Object perf = type.getMethod("getPerf").invoke(null);
    int self = 0;
    try {
      return (ByteBuffer) type.getMethod("attach", int.class).invoke(perf, self);
    } catch (NoSuchMethodException e) { // Before JDK 20.
      Method attach = type.getMethod("attach", int.class, String.class);
      return (ByteBuffer) attach.invoke(perf, self, "r");
    }
  }

  private static int find(ByteBuffer memory) {
    memory.order(memory.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int entry = memory.getInt(FIRST_ENTRY);
    for (int left = memory.getInt(ENTRIES); left > 0; left--) {
      byte[] name = new byte[NAME.length() + 1]; // A zero ends it.
      memory.get(entry + memory.getInt(entry + ENTRY_NAME), name);
      if (new String(name, ISO_8859_1).equals(NAME + "\0")) {
        return entry + memory.getInt(entry + ENTRY_DATA);
      }
      entry += memory.getInt(entry);
    }
    throw new IllegalStateException("the JVM has no performance counter " + NAME);
  }

  @Override
  public long getAsLong() {
    return memory.getLong(position);
  }
}
