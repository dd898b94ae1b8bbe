/**
 * The remedy {@code reserve} in executors: by the JVM's own biased locking where it has that, and
 * by streams without locks in the shuffle elsewhere.
 *
 * <p>Start reading at {@link dev.uncork.spark.locks.LockRemedy}. Called from the plugin's own
 * thread; {@link dev.uncork.spark.locks.BiasedLocking} from the driver too.
 */
@NullMarked
package dev.uncork.spark.locks;

import org.jspecify.annotations.NullMarked;
