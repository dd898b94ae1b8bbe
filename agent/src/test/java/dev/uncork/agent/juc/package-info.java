/** Tests of the rewriting on the classes of every JDK that is found. */
@NullMarked
package dev.uncork.agent.juc;

import org.jspecify.annotations.NullMarked;
