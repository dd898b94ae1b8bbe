package dev.uncork.agent.session;

import dev.uncork.agent.jvm.JdkInternals;
import java.lang.instrument.Instrumentation;
import jdk.jfr.FlightRecorder;

/**
 * JFR's options where the agent is the first to use JFR.
 *
 * <p>Its buffers get a tenth of their 10 MiB, which fill up one after the other however little is
 * recorded; when all are full, JFR allocates more for a moment, so that nothing gets lost. Stacks
 * get twice their 64 frames: below a controller, proxies, a mapper and a driver may be a hundred.
 *
 * <p>JFR takes these from the command line, which isn't ours, or from its own {@code Options},
 * which {@link JdkInternals} opens. An application that has started JFR, or that was started with
 * sizes of its own, keeps them.
 */
final class JfrOptions {
  private static final String PACKAGE = "jdk.jfr.internal";
  private static final long DEFAULT_BYTES = 10L << 20;
  private static final long BUFFER_BYTES = 128 << 10;
  private static final long BUFFERS = 8;
  private static final int DEFAULT_FRAMES = 64;
  private static final int FRAMES = 128;

  private JfrOptions() {}

  /** Sets them, before anything else is asked of JFR. */
  static void set(Instrumentation instrumentation) {
    try {
      if (FlightRecorder.isInitialized()) {
        return;
      }
      JdkInternals.export(FlightRecorder.class.getModule(), PACKAGE, instrumentation);
      Class<?> options = Class.forName(PACKAGE + ".Options");
      if ((long) options.getMethod("getMemorySize").invoke(null) == DEFAULT_BYTES) {
        options.getMethod("setGlobalBufferSize", long.class).invoke(null, BUFFER_BYTES);
        options.getMethod("setGlobalBufferCount", long.class).invoke(null, BUFFERS);
        options.getMethod("setMemorySize", long.class).invoke(null, BUFFERS * BUFFER_BYTES);
      }
      if ((int) options.getMethod("getStackDepth").invoke(null) == DEFAULT_FRAMES) {
        options.getMethod("setStackDepth", Integer.class).invoke(null, FRAMES);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Another JDK's internals: its buffers are larger, its stacks shorter.
    }
  }
}
