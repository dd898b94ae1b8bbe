package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import dev.uncork.agent.jvm.ThreadFields;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * What a parked thread says that it is parked for.
 *
 * <p>A condition is told by the synchronizer that it belongs to, and a phaser's queue by the
 * phaser, so that threads at both ends of a queue, or at one barrier, have one instance; it is also
 * the one under which blocked acquires are counted. The owner of a lock is its holder, that of a
 * {@code FutureTask} the thread that computes it.
 */
final class ParkBlockers {
  private static final String LOCKS = "java.util.concurrent.locks.";
  private static final String SYNCHRONIZER = LOCKS + "AbstractQueuedSynchronizer";
  private static final String LONG_SYNCHRONIZER = LOCKS + "AbstractQueuedLongSynchronizer";

  private static final String SIGNALLER = "java.util.concurrent.CompletableFuture$Signaller";

  private final JdkField lockOwner =
      new JdkField(LOCKS + "AbstractOwnableSynchronizer#exclusiveOwnerThread");
  private final JdkField runner = new JdkField("java.util.concurrent.FutureTask#runner");
  private final JdkField[] outer = {
    new JdkField(SYNCHRONIZER + "$ConditionObject#this$0"),
    new JdkField(LONG_SYNCHRONIZER + "$ConditionObject#this$0"),
    new JdkField("java.util.concurrent.Phaser$QNode#phaser")
  };

  /** Describes such an object. */
  WaitedFor of(@Nullable Object object) {
    if (object == null) {
      return WaitedFor.NONE;
    }
    Object told = object;
    for (JdkField field : outer) {
      Object belongsTo = field.get(object);
      told = belongsTo == null ? told : belongsTo;
    }
    return new WaitedFor(
        object.getClass().getName(),
        System.identityHashCode(told),
        told == object ? owner(object) : WaitedFor.NO_OWNER);
  }

  /** Whether who is parked for an object waits for the result of a task. */
  static boolean isTask(@Nullable Object parkedFor) {
    return parkedFor instanceof FutureTask<?>
        || parkedFor != null && parkedFor.getClass().getName().equals(SIGNALLER);
  }

  private long owner(Object object) {
    Object thread = lockOwner.isIn(object) ? lockOwner.get(object) : runner.get(object);
    return thread == null ? WaitedFor.NO_OWNER : ThreadFields.id(thread);
  }
}
