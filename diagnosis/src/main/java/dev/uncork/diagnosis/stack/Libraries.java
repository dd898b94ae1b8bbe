package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/** What is known of the pools, queues and locks of libraries. */
public interface Libraries {
  /**
   * The library's wait that a thread is in.
   *
   * @param stack innermost frame first
   * @param seen what the thread does as far as the JDK's frames tell
   */
  Optional<LibraryWait> match(List<Frame> stack, Activity seen);

  /** The setting that decides how many threads a pool may have, by the name of one of them. */
  Optional<LibraryWait> pool(String threadName);

  /** Whether a class is of a library that they know. */
  boolean have(String className);
}
