package dev.uncork.agent.observe.waits;

import java.util.List;
import java.util.Map;

/**
 * One class of the JDK that holds slow paths: which methods, as JDK 17 to 25 have them.
 *
 * @param internalName name of the class with slashes
 * @param methods name and descriptor of each slow path
 */
record SlowPathClass(String internalName, Map<String, SlowPath> methods) {
  private static final String LOCKS = "java/util/concurrent/locks/";

  /** The classes to rewrite. */
  static final List<SlowPathClass> ALL =
      List.of(
          synchronizer("AbstractQueuedSynchronizer", "I"),
          synchronizer("AbstractQueuedLongSynchronizer", "J"),
          condition("AbstractQueuedSynchronizer$ConditionObject"),
          condition("AbstractQueuedLongSynchronizer$ConditionObject"),
          new SlowPathClass(
              LOCKS + "StampedLock",
              Map.of(
                  "acquireRead(ZZJ)J", SlowPath.STAMPED_READ,
                  "acquireWrite(ZZJ)J", SlowPath.STAMPED_WRITE)));

  /** Name of the class with dots. */
  String binaryName() {
    return internalName.replace('/', '.');
  }

  private static SlowPathClass synchronizer(String name, String argument) {
    String self = LOCKS + name;
    return new SlowPathClass(
        self, Map.of("acquire(L" + self + "$Node;" + argument + "ZZZJ)I", SlowPath.ACQUIRE));
  }

  private static SlowPathClass condition(String name) {
    return new SlowPathClass(
        LOCKS + name,
        Map.of(
            "awaitUninterruptibly()V", SlowPath.AWAIT,
            "await()V", SlowPath.AWAIT,
            "awaitNanos(J)J", SlowPath.AWAIT,
            "awaitUntil(Ljava/util/Date;)Z", SlowPath.AWAIT,
            "await(JLjava/util/concurrent/TimeUnit;)Z", SlowPath.AWAIT));
  }
}
