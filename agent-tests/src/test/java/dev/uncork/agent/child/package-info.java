/**
 * Tests of the packaged agent in JVMs of their own, on every JDK 17 and 25 that is found.
 *
 * <p>Start reading at {@link dev.uncork.agent.child.ChildJvm}. One child at a time.
 */
@NullMarked
package dev.uncork.agent.child;

import org.jspecify.annotations.NullMarked;
