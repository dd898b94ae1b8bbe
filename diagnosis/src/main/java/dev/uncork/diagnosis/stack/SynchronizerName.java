package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.List;

/**
 * What to call a lock of {@code java.util.concurrent}, whose own class is a part of it that nobody
 * knows: {@code ReentrantLock of LinkedBlockingQueue}.
 */
public final class SynchronizerName {
  private static final List<String> PARTS = List.of("$NonfairSync", "$FairSync", "$Sync");

  private SynchronizerName() {}

  /**
   * The name of one.
   *
   * @param lockClass with its package, or without where that is known to be the JDK's
   * @param mode in which it is asked for, as in {@code " (read)"}; empty where that doesn't matter
   * @param stack of a thread that waits for it
   */
  public static String of(String lockClass, String mode, List<Frame> stack) {
    String name = ClassNames.readable(lockClass);
    for (String part : PARTS) {
      if (name.endsWith(part)) {
        name = name.substring(0, name.length() - part.length());
      }
    }
    if (name.contains(".") && !name.startsWith("java.util.concurrent.")) {
      return name;
    }
    String owner = CodeOrigin.concurrentOwner(stack).map(of -> " of " + of).orElse("");
    return ClassNames.shown(name).replace('$', '.') + mode + owner;
  }

  /** Whether a class is such a part. */
  public static boolean isPart(String lockClass) {
    return PARTS.stream().anyMatch(lockClass::endsWith);
  }
}
