package dev.uncork.agent.session;

import dev.uncork.agent.jvm.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import jdk.jfr.FlightRecorder;

/**
 * The size of JFR's buffers where the agent is the first to use JFR: a tenth of its 10 MiB, which
 * fill up one after the other however little is recorded.
 *
 * <p>JFR takes these sizes from the command line, which isn't ours, or from its own {@code
 * Options}, which {@link JdkInternals} opens. An application that has started JFR, or that was
 * started with sizes of its own, keeps them. When all buffers are full, JFR allocates more for a
 * moment, so that nothing gets lost.
 */
final class JfrBuffers {
  private static final String PACKAGE = "jdk.jfr.internal";
  private static final long DEFAULT_BYTES = 10L << 20;
  private static final long BUFFER_BYTES = 128 << 10;
  private static final long BUFFERS = 8;

  private JfrBuffers() {}

  /** Makes the buffers small, before anything else is asked of JFR. */
  static void shrink(Instrumentation instrumentation) {
    try {
      if (FlightRecorder.isInitialized()) {
        return;
      }
      JdkInternals.export(FlightRecorder.class.getModule(), PACKAGE, instrumentation);
      Class<?> options = Class.forName(PACKAGE + ".Options");
      if ((long) options.getMethod("getMemorySize").invoke(null) != DEFAULT_BYTES) {
        return;
      }
      set(options, "setGlobalBufferSize", BUFFER_BYTES);
      set(options, "setGlobalBufferCount", BUFFERS);
      set(options, "setMemorySize", BUFFERS * BUFFER_BYTES);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Another JDK's internals: its buffers are larger, and all else is as before.
    }
  }

  private static void set(Class<?> options, String setter, long value)
      throws ReflectiveOperationException {
    Method method = options.getMethod(setter, long.class);
    method.invoke(null, value);
  }
}
