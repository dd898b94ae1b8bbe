package dev.uncork.agent.session;

import dev.uncork.agent.jvm.BootClasses;
import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.AgentFiles;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finding, loading and starting the native library of this machine. */
final class NativeCollector {
  // A walk takes 1 to 2 us: this walks every blocked acquire up to about 1,000 a second and thread,
  // and adds at most 50 ns to each at 40,000 a second. A j.u.c. lock is held during the walk.
  private static final int STACK_BUDGET_PERMILLE = 2;

  private static final int FIRST_JAVA_THAT_WARNS = 22;

  private NativeCollector() {}

  /**
   * Turns the monitor events on.
   *
   * @return null when they are on, else why not, in one line
   */
  static @Nullable String start(AgentFiles files, Instrumentation instrumentation) {
    try {
      // Read reflectively: the compiler would copy the constant of this build.
      int present = LockCollector.class.getField("ABI_VERSION").getInt(null);
      if (present != LockCollector.ABI_VERSION) {
        return "this JVM already holds another version of Uncork's collector ("
            + present
            + ", needed "
            + LockCollector.ABI_VERSION
            + "); restart the program, or attach with that version";
      }
      Path library = files.library();
      if (!Files.isReadable(library)) {
        return LibraryFault.missing(files);
      }
      String reason = load(library.toAbsolutePath().toString(), instrumentation);
      return reason != null
          ? LibraryFault.unloadable(reason)
          : LockCollector.start(STACK_BUDGET_PERMILLE);
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      return e.toString();
    }
  }

  private static @Nullable String load(String library, Instrumentation instrumentation) {
    if (Runtime.version().feature() < FIRST_JAVA_THAT_WARNS) {
      return LockCollector.load(library);
    }
    try {
      return LockCollector.load(library, path -> BootClasses.loadLibrary(path, instrumentation));
    } catch (UnsupportedOperationException e) {
      return LockCollector.load(library); // It warns, but works.
    }
  }
}
