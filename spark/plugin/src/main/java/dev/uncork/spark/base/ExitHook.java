package dev.uncork.spark.base;

import org.apache.spark.util.ShutdownHookManager$;
import org.jspecify.annotations.Nullable;
import scala.runtime.BoxedUnit;

/**
 * What is to happen before a JVM that is told to exit ends: before Spark's own hooks, which remove
 * the directories that the plugin's files are in.
 */
public final class ExitHook {
  private static final int BEFORE_ALL_OF_SPARK = 200; // 100 is the highest that Spark uses

  private final Runnable action;
  private @Nullable Object inSpark;
  private @Nullable Thread inJvm;

  /** Not added yet. */
  public ExitHook(Runnable action) {
    this.action = action;
  }

  /** From now on it is to happen. */
  public void add() {
    try {
      inSpark =
          ShutdownHookManager$.MODULE$.addShutdownHook(
              BEFORE_ALL_OF_SPARK,
              () -> {
                action.run();
                return BoxedUnit.UNIT;
              });
    } catch (LinkageError e) {
      // Another Spark: in no order then.
      Thread hook = new Thread(action, "uncork-exit");
      Runtime.getRuntime().addShutdownHook(hook);
      inJvm = hook;
    }
  }

  /** It is not to happen any more. */
  public void remove() {
    try {
      if (inSpark != null) {
        ShutdownHookManager$.MODULE$.removeShutdownHook(inSpark);
      }
      if (inJvm != null) {
        Runtime.getRuntime().removeShutdownHook(inJvm);
      }
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook with it.
    }
  }
}
